import { once } from 'node:events'
import { createServer } from 'node:http'
import { connect } from 'node:net'
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { runInRequestContext } from '#src/server/http/request-context.server.ts'
import { enableJsonLog } from '#src/server/telemetry/log.server.ts'
import { listenLocally } from '#src/testing/resources.ts'
import { createOverloadLog, send503 } from './service-unavailable.server.ts'

const shared = globalThis as typeof globalThis & { logLines?: unknown }
let written: string[] = []

beforeEach(() => {
  written = []
  vi.useFakeTimers()
  enableJsonLog('info', { write: (line) => written.push(line) })
})
afterEach(() => {
  vi.useRealTimers()
  delete shared.logLines
})

it('an overloaded shop logs one line in ten seconds, with the number of requests that it rejected', () => {
  const { countRejection } = createOverloadLog()
  for (let nth = 0; nth < 500; nth++) countRejection()
  vi.advanceTimersByTime(9999)
  expect(written).toEqual([])
  vi.advanceTimersByTime(1)
  countRejection()
  vi.advanceTimersByTime(10_000)
  expect(written.map((line) => JSON.parse(line))).toMatchObject([
    { level: 'warn', msg: 'Requests were rejected because of overload', rejected: 500 },
    { rejected: 1 },
  ])
})

it('the line about an overload carries the id of no request', async () => {
  vi.useRealTimers()
  const { countRejection } = createOverloadLog(10)
  runInRequestContext({ id: 'abcdefgh-1', route: '/products' }, countRejection)
  await vi.waitFor(() => expect(written).toHaveLength(1), { timeout: 10_000 })
  expect(JSON.parse(written[0] ?? '')).not.toHaveProperty('requestId')
})

it('a shop that ends during an overload logs what it has rejected since the last line', () => {
  const { countRejection, logRejections } = createOverloadLog()
  countRejection()
  logRejections()
  vi.advanceTimersByTime(10_000)
  expect(written.map((line) => JSON.parse(line))).toMatchObject([{ rejected: 1 }])
})

it('a shop that rejects nothing logs nothing of it', () => {
  createOverloadLog()
  vi.advanceTimersByTime(60_000)
  expect(written).toEqual([])
})

it.each([
  ['no body', 'keep-alive', 'Accept: */*'],
  ['a body of 64 KiB', 'keep-alive', 'Content-Length: 65536'],
  ['a longer body', 'close', 'Content-Length: 65537'],
  ['a body of unknown length', 'close', 'Transfer-Encoding: chunked'],
])('refuses a request with %s, and leaves its connection to: %s', async (_, connection, header) => {
  vi.useRealTimers()
  const port = await listenLocally(
    createServer((request, response) => send503(request, response, { reason: 'overload', https: false })),
  )
  const socket = connect(port, '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  socket.write(`POST / HTTP/1.1\r\nHost: shop\r\n${header}\r\n\r\n`)
  const [head] = await once(socket, 'data')
  expect(/^connection: (.*)$/im.exec(String(head))?.[1]?.trim()).toBe(connection)
})
