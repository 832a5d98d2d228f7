import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { Agent, createServer, type IncomingMessage, request } from 'node:http'
import { type AddressInfo, createServer as createListener, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it, onTestFinished } from 'vitest'
import { startShop } from '#tests/shop-process.ts'

/** What somebody who collects traces is sent. */
async function aCollector() {
  const spans: string[] = []
  const server = createServer((asked, answer) => {
    let text = ''
    asked.on('data', (chunk) => (text += chunk))
    asked.on('end', () => {
      for (const { scopeSpans } of JSON.parse(text).resourceSpans)
        for (const scope of scopeSpans) for (const { name } of scope.spans) spans.push(name)
      answer.end('{}')
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { url: `http://127.0.0.1:${portOf(server)}`, spans, close: () => server.close() }
}

const portOf = (server: Server) => String((server.address() as AddressInfo).port)

/** The socket that systemd would hold; once it is handed over, this process lets go of it. */
async function aSocket() {
  const socket = createListener().listen(0, '127.0.0.1')
  await once(socket, 'listening')
  return socket
}

it('SIGTERM under load: who is on the line is answered, nobody is broken off, and the traces of it all are told', async () => {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'golconda-leaving-'))
  const collector = await aCollector()
  const socket = await aSocket()
  const starting = startShop(
    { DATA_DIR: dataDir, PORT: portOf(socket), OTEL_EXPORTER_OTLP_ENDPOINT: collector.url },
    socket,
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
    new Promise<{ status: number; line?: string | undefined; isKept: boolean; id?: unknown }>((resolve) => {
      const asked = request(`${shop.url}${where}`, { agent }, (answer) => {
        const { statusCode: status = 0, headers } = answer
        const end = { status, line: headers.connection, isKept: asked.reusedSocket, id: headers['x-request-id'] }
        answer.on('end', () => resolve(end)).resume()
      })
      asked.on('error', () => resolve({ status: 0, isKept: asked.reusedSocket }))
      asked.end()
    })
  const pages = ['/', '/products?q=dark', '/api/products', '/api/auth/user']
  const all: Awaited<ReturnType<typeof ask>>[] = []
  const visits = Array.from({ length: 6 }, async (_, nth) => {
    for (let turn = 0; ; turn++) {
      const end = await ask(pages[(turn + nth) % pages.length] ?? '/')
      // A new line may find nobody any more; one that was open must not break.
      if (end.status === 0 && !end.isKept) return
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
  // What was still on its way to the collector was sent before the end.
  expect(collector.spans.filter((name) => name === 'GET /products').length).toBeGreaterThan(1)
  expect(collector.spans).toContain('SELECT')
})

it('operations 1: a line that was idle for longer than 6 s still takes a payment', async () => {
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
    const asked = request(`${shop.url}/api/payments/upi/initiate`, { agent, method: 'POST', headers }).end('{}')
    const [answer] = (await once(asked, 'response')) as [IncomingMessage]
    await once(answer.resume(), 'end')
    return { status: answer.statusCode, isKept: asked.reusedSocket }
  }
  expect(await pay()).toEqual({ status: 401, isKept: false })
  await sleep(7500)
  expect(await pay()).toEqual({ status: 401, isKept: true })
  // A shop that is told to go does not wait for the two minutes of that line.
  const began = performance.now()
  expect(await shop.leave()).toBe(0)
  expect(performance.now() - began).toBeLessThan(15_000)
})
