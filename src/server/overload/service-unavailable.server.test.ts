import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { runInRequestContext } from '#src/server/http/request-context.server.ts'
import { enableJsonLog } from '#src/server/telemetry/log.server.ts'
import { createOverloadLog } from './service-unavailable.server.ts'

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
