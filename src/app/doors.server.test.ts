import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { SHOP } from '../../scripts/build.ts'
import { openDoors, severalTimes } from './doors.server.ts'

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
  const opened = Promise.withResolvers<void>()
  server.on('error', opened.reject)
  const doors = openDoors(server, severalTimes({ port, host: '127.0.0.1' }), opened.resolve)
  onTestFinished(() => {
    for (const door of [server, ...doors]) door.close()
  })
  return opened.promise
}

it('two processes never answer at the same port, although each listens there several times', async () => {
  const port = await aPortOfOurs()
  await open(port)
  expect(await (await fetch(`http://127.0.0.1:${port}`)).text()).toBe('Here')
  await expect(open(port)).rejects.toThrow(/EADDRINUSE/)
})

it.each(['Dockerfile', 'deploy/golconda.service'])('%s starts the shop as its compiled code was made', (file) => {
  const words = readFileSync(file, 'utf8').replaceAll(/[",[\]]/g, '')
  expect(words).toContain(SHOP.join(' '))
})
