import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { RUN } from '#src/server/config/process-settings.server.ts'
import { SHOP_COMMAND } from '../../../scripts/build.ts'
import { assertPortFree, listenReusePort, reusePortOptions } from './listen.server.ts'

async function aPortOfOurs(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

function open(port: number) {
  const server = createServer((_, response) => response.end('Here'))
  const onOpen = Promise.withResolvers<void>()
  server.on('error', onOpen.reject)
  const listeners = listenReusePort(server, reusePortOptions({ port, host: '127.0.0.1' }), onOpen.resolve)
  onTestFinished(() => {
    for (const listener of [server, ...listeners]) listener.close()
  })
  return onOpen.promise
}

it('two processes never share a port, although each listens several times', async () => {
  const port = await aPortOfOurs()
  await open(port)
  expect(await (await fetch(`http://127.0.0.1:${port}`)).text()).toBe('Here')
  await expect(open(port)).rejects.toThrow(/EADDRINUSE/)
})

it('systemd holds as many sockets as a shop that listens itself', () => {
  const held = readFileSync('deploy/golconda.socket', 'utf8').match(/^ListenStream=127.0.0.1:3000$/gm)
  expect(held).toHaveLength(reusePortOptions({ port: 3000, host: '127.0.0.1' }).length)
})

it('a taken port is reported with a way out, and a free one stays free', async () => {
  const port = await aPortOfOurs()
  await assertPortFree({ port, host: '127.0.0.1' })
  await open(port)
  await expect(assertPortFree({ port, host: '127.0.0.1' })).rejects.toThrow(
    RUN === 'npm run'
      ? `Port ${port} is taken. Use another: PORT=${port + 1} npm start`
      : /^Port \d+ is taken. Set another PORT/,
  )
})

it('npm start on a taken port says so at once, before it builds anything', async () => {
  const port = await aPortOfOurs()
  await open(port)
  const DATA_DIR = path.join(tmpdir(), `golconda-never-${port}`)
  const began = performance.now()
  const start = spawn(process.execPath, ['scripts/start.ts'], {
    env: { ...process.env, npm_execpath: 'npm', PORT: String(port), DATA_DIR, HOST: '127.0.0.1' },
  })
  let said = ''
  for (const stream of [start.stdout, start.stderr]) stream.on('data', (words) => (said += words))
  const [code] = await once(start, 'close')
  expect([code, said]).toEqual([1, `Port ${port} is taken. Use another: PORT=${port + 1} npm start\n`])
  expect(performance.now() - began).toBeLessThan(10_000)
  expect(existsSync(DATA_DIR)).toBe(false)
})

it('an old Node prints one sentence with the version that the shop needs', () => {
  const refusal: (version: string) => string | undefined = createRequire(import.meta.url)(
    '../../../scripts/needs-node.cjs',
  )
  expect(refusal('v20.9.0')).toMatch(/^The shop needs Node 26 and this is Node 20\.9\.0\. [^\n]+\.$/)
  expect([refusal('v26.0.0'), refusal('v30.1.0'), refusal(process.version)]).toEqual([undefined, undefined, undefined])
  const text = readFileSync('scripts/needs-node.cjs', 'utf8').replaceAll(/^\s*(\/\/|\/\*\*).*$/gm, '')
  expect(text.match(/=>|\b(const|let|class|import|await|async)\b|\?\.|\?\?|\.\.\./g)).toBeNull()
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'))
  for (const name of ['start', 'test', 'check', 'build', 'backup', 'restore'])
    expect([name, scripts[name]]).toEqual([name, expect.stringContaining('-r ./scripts/needs-node.cjs ')])
})

it.each(['Dockerfile', 'deploy/golconda.service'])('%s starts the shop with the flags of its compiled code', (file) => {
  const words = readFileSync(file, 'utf8').replaceAll(/[",[\]]/g, '')
  expect(words).toContain(SHOP_COMMAND.join(' '))
})
