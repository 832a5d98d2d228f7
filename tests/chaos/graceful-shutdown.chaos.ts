import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { Agent, createServer, type IncomingMessage, request } from 'node:http'
import { type AddressInfo, createServer as createListener, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it, onTestFinished } from 'vitest'
import { startShop } from '#tests/shop-process.ts'

/** Receives traces like a collector. */
async function aCollector() {
  const spans: string[] = []
  const server = createServer((outgoing, answer) => {
    let text = ''
    outgoing.on('data', (chunk) => (text += chunk))
    outgoing.on('end', () => {
      for (const { scopeSpans } of JSON.parse(text).resourceSpans)
        for (const scope of scopeSpans) for (const { name } of scope.spans) spans.push(name)
      answer.end('{}')
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { url: `http://127.0.0.1:${portOf(server)}`, spans, close: () => server.close() }
}

const portOf = (server: Server) => String((server.address() as AddressInfo).port)

/** Plays systemd's socket; this process closes it after the handover. */
async function aSocket() {
  const socket = createListener().listen(0, '127.0.0.1')
  await once(socket, 'listening')
  return socket
}

it('SIGTERM under load: open requests are answered, no connection breaks, and all traces are sent', async () => {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'golconda-shutdown-'))
  const collector = await aCollector()
  const socket = await aSocket()
  const starting = startShop(
    { DATA_DIR: dataDir, PORT: portOf(socket), OTEL_EXPORTER_OTLP_ENDPOINT: collector.url },
    { socket },
  )
  socket.close()
  const shop = await starting
  const agent = new Agent({ keepAlive: true, maxSockets: 6 })
  onTestFinished(async () => {
    agent.destroy()
    collector.close()
    await shop.kill()
    rmSync(dataDir, { recursive: true, force: true })
  })
  const ask = (where: string) =>
    new Promise<{ status: number; line?: string | undefined; isReused: boolean; id?: unknown }>((resolve) => {
      const outgoing = request(`${shop.url}${where}`, { agent }, (answer) => {
        const { statusCode: status = 0, headers } = answer
        const end = { status, line: headers.connection, isReused: outgoing.reusedSocket, id: headers['x-request-id'] }
        answer.on('end', () => resolve(end)).resume()
      })
      outgoing.on('error', () => resolve({ status: 0, isReused: outgoing.reusedSocket }))
      outgoing.end()
    })
  const pages = ['/', '/products?q=dark', '/api/products', '/api/auth/user']
  const all: Awaited<ReturnType<typeof ask>>[] = []
  const visits = Array.from({ length: 6 }, async (_, nth) => {
    for (let turn = 0; ; turn++) {
      const end = await ask(pages[(turn + nth) % pages.length] ?? '/')
      // New connections may be refused; open ones must not break.
      if (end.status === 0 && !end.isReused) return
      all.push(end)
      await sleep(20)
    }
  })
  await sleep(1000)
  const exit = shop.leave()
  await Promise.all(visits)
  expect(await exit).toBe(0)

  expect(all.filter(({ status }) => ![200, 401].includes(status))).toEqual([])
  expect(all.some(({ line }) => line === 'close')).toBe(true)
  expect(new Set(all.map(({ id }) => id)).size).toBe(all.length)
  // Pending traces were sent before the end.
  expect(collector.spans.filter((name) => name === 'GET /products').length).toBeGreaterThan(1)
  expect(collector.spans).toContain('SELECT')
})

it('a connection that was idle for longer than 6 s still takes a payment', async () => {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'golconda-idle-'))
  const shop = await startShop({ DATA_DIR: dataDir })
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  onTestFinished(async () => {
    agent.destroy()
    await shop.kill()
    rmSync(dataDir, { recursive: true, force: true })
  })
  const pay = async () => {
    const headers = { 'content-type': 'application/json', origin: shop.url }
    const outgoing = request(`${shop.url}/api/payments/upi/initiate`, { agent, method: 'POST', headers }).end('{}')
    const [answer] = (await once(outgoing, 'response')) as [IncomingMessage]
    await once(answer.resume(), 'end')
    return { status: answer.statusCode, isReused: outgoing.reusedSocket }
  }
  expect(await pay()).toEqual({ status: 401, isReused: false })
  await sleep(7500)
  expect(await pay()).toEqual({ status: 401, isReused: true })
  // Shutdown does not wait two minutes for this connection.
  const began = performance.now()
  expect(await shop.leave()).toBe(0)
  expect(performance.now() - began).toBeLessThan(15_000)
})
