import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { Agent, createServer, type IncomingMessage, request } from 'node:http'
import { connect } from 'node:net'
import { promisify } from 'node:util'
import { expect, it, onTestFinished } from 'vitest'
import { listenLocally } from '#src/testing/resources.ts'
import { SERVER_TIMEOUTS, trackConnections } from './connection-limits.server.ts'
import { IDLE_CONNECTION_TIMEOUT_MS } from './graceful-shutdown.server.ts'

async function aListener(maxConnections?: number) {
  const server = createServer(SERVER_TIMEOUTS, (_, response) => {
    connections.limitKeepAlive(response)
    response.end('Here')
  })
  const connections = trackConnections(server, maxConnections)
  const port = await listenLocally(server)
  const agent = new Agent({ keepAlive: true })
  onTestFinished(() => agent.destroy())
  const ask = async (by = agent) => {
    const answered = request({ port, host: '127.0.0.1', agent: by }).end()
    const [answer] = (await once(answered, 'response')) as [IncomingMessage]
    await once(answer.resume(), 'end')
    return {
      socket: answer.headers.connection,
      announced: answer.headers['keep-alive'],
      isReused: answered.reusedSocket,
    }
  }
  return { server, agent, ask, drain: connections.drain }
}

/** What nginx and Amazon's balancers, and Caddy, keep an idle line for by themselves. */
const LONGEST_PROXY_MS = 120_000

it('an idle connection is kept longer than a proxy keeps it', async () => {
  const { server, ask } = await aListener()
  expect(server.keepAliveTimeout).toBeGreaterThan(LONGEST_PROXY_MS)
  expect(server.headersTimeout).toBe(10_000)
  const first = await ask()
  expect([first.socket, first.announced]).toEqual(['keep-alive', 'timeout=125'])
  expect((await ask()).isReused).toBe(true)
})

it('the documented Caddyfile closes idle connections before a draining shop does', () => {
  const [, seconds] = /transport http \{\s+keepalive (\d+)s\s/.exec(readFileSync('docs/operations.md', 'utf8')) ?? []
  expect(Number(seconds) * 1000 + 2000).toBeLessThan(IDLE_CONNECTION_TIMEOUT_MS)
})

it('idle connections are bounded: beyond the limit each closes after its response', async () => {
  const { ask } = await aListener(3)
  const others = Array.from({ length: 3 }, () => new Agent({ keepAlive: true }))
  onTestFinished(() => {
    for (const other of others) other.destroy()
  })
  for (const other of others) expect((await ask(other)).socket).toBe('keep-alive')
  expect((await ask()).socket).toBe('close')
  others[0]?.destroy()
  await expect.poll(async () => (await ask()).socket).toBe('keep-alive')
})

it('a shop that shuts down closes each connection after its response', async () => {
  const { ask, drain } = await aListener()
  expect((await ask()).socket).toBe('keep-alive')
  drain()
  expect((await ask()).socket).toBe('close')
})

it('a connection that pipelines requests gets the responses to a few, and is closed when it sends many', async () => {
  let begun = 0
  const server = createServer(SERVER_TIMEOUTS, (request, response) => {
    if (connections.rejectPipelining(request, response)) return
    begun += 1
    if (request.url === '/quick') response.end('Here')
  })
  const connections = trackConnections(server)
  const port = await listenLocally(server)
  const pipeline = (path: string, count: number) => {
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true }).on('error', () => {})
    onTestFinished(() => void socket.destroy())
    socket.write(`GET ${path} HTTP/1.1\r\nHost: shop\r\n\r\n`.repeat(count))
    return socket
  }
  // The attacker closes nothing.
  pipeline('/slow', 900).resume()
  const countConnections = promisify(server.getConnections.bind(server))
  await expect.poll(async () => [await countConnections(), begun], { timeout: 5000 }).toEqual([0, 9])
  let received = ''
  const socket = pipeline('/quick', 9).on('data', (data) => (received += data))
  await expect.poll(() => received.split('Here').length - 1).toBe(9)
  socket.write('GET /quick HTTP/1.1\r\nHost: shop\r\n\r\n'.repeat(9))
  await expect.poll(() => received.split('Here').length - 1).toBe(18)
})
