import { Hono } from 'hono'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { handleError } from '#src/server/http/error-handler.server.ts'
import { runInRequestContext } from '#src/server/http/request-context.server.ts'
import { createApiRoot } from '#src/server/routes/api-root.server.ts'
import { FILE_TIMEOUT_MS, PUBLIC_POLICY, type RoutePolicy, withPolicy } from '#src/server/routes/route-policy.server.ts'
import { createAdmissionController } from './load-shedding.server.ts'
import { withRequestTimeout } from './request-timeout.server.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const aMinute = () => new Promise((resolve) => setTimeout(resolve, 60_000))

function aSlowShop(policy: Partial<RoutePolicy> = {}) {
  const done: string[] = []
  const api = new Hono().use(withRequestTimeout).all('*', withPolicy({ ...PUBLIC_POLICY, ...policy }), async (c) => {
    await aMinute()
    done.push(c.req.path)
    return c.text('At last')
  })
  api.onError(handleError)
  return { api, done }
}

it.each([
  ['a call of a customer', 10_000],
  ['a call of an admin', 15_000],
])('%s is answered after %i ms even if it still runs, and its work ends', async (_, timeoutMs) => {
  const { api, done } = aSlowShop({ timeoutMs })
  let answer: Response | undefined
  void Promise.resolve(api.request('/api/orders')).then((one) => {
    answer = one
  })
  await vi.advanceTimersByTimeAsync(timeoutMs - 1)
  expect(answer).toBeUndefined()
  await vi.advanceTimersByTimeAsync(1)
  expect([answer?.status, answer?.headers.get('retry-after')]).toEqual([503, '5'])
  expect(done).toEqual([])
  await vi.advanceTimersByTimeAsync(60_000)
  expect(done).toEqual(['/api/orders'])
})

it('a request that timed out keeps its slot until its work has ended', async () => {
  const { api } = aSlowShop()
  const admission = createAdmissionController({ lagMs: () => 0 })
  admission.admit({
    priority: 'checkout',
    isRead: false,
    isBodyComplete: () => true,
    run: (slot) =>
      void runInRequestContext({ id: 'one', slot }, async () => {
        await api.request('/api/orders')
        slot.release()
      }),
    onTimeout: () => {},
  })
  await vi.advanceTimersByTimeAsync(59_000)
  expect(admission.waiting()).toBe(1)
  await vi.advanceTimersByTimeAsync(1000)
  expect(admission.waiting()).toBe(0)
})

it('an upload has the time that its transfer needs', async () => {
  const { api } = aSlowShop({ timeoutMs: FILE_TIMEOUT_MS })
  const answer = api.request('/api/upload', { method: 'POST' })
  await vi.advanceTimersByTimeAsync(60_000)
  expect((await answer).status).toBe(200)
})

it('the routes of an API root have this timeout unless it is turned off', async () => {
  const api = createApiRoot().get('/slow', withPolicy(PUBLIC_POLICY), async (c) => {
    await aMinute()
    return c.text('At last')
  })
  const answer = api.request('/api/slow')
  await vi.advanceTimersByTimeAsync(10_000)
  expect(await (await answer).json()).toMatchObject({ code: 'timed-out' })
})
