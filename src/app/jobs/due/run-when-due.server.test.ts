import { beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { expectConsoleError } from '#src/testing/expected-errors.ts'
import { isAlive } from '../periodic-job.server.ts'
import type { UntilDue } from './next-due.server.ts'
import { runWhenDue } from './run-when-due.server.ts'

const MINUTE = 60_000

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance', 'Date'] }))

/** Two jobs that have run once, and sleep up to 30 seconds. `until` is what the database answers. */
async function createSleepingJobs({ sleepMs = 30_000 } = {}) {
  const shop = {
    until: { outbox: null, refunds: null } as UntilDue | undefined,
    questions: 0,
    questionMs: 0,
    /** How many questions the database has not answered, now and at most. */
    open: { now: 0, most: 0 },
    runs: { outbox: 0, refunds: 0 },
    work: async () => {},
  }
  const job = (name: 'outbox' | 'refunds', intervalMs: number) => ({
    name,
    intervalMs,
    work: () => {
      shop.runs[name] += 1
      return shop.work()
    },
  })
  const stopping = new AbortController()
  const due = runWhenDue([job('outbox', 1000), job('refunds', 2000)], {
    findNextDue: async () => {
      shop.questions += 1
      shop.open.now += 1
      shop.open.most = Math.max(shop.open.most, shop.open.now)
      const { until } = shop
      if (shop.questionMs > 0) await new Promise((resolve) => setTimeout(resolve, shop.questionMs))
      shop.open.now -= 1
      return until
    },
    sleepMs: () => sleepMs,
    stopping: stopping.signal,
  })
  onTestFinished(async () => {
    const stopped = due.stop()
    await vi.advanceTimersByTimeAsync(shop.questionMs)
    vi.useRealTimers()
    await stopped
  })
  await vi.advanceTimersByTimeAsync(5000)
  expect(shop.runs).toEqual({ outbox: 1, refunds: 1 })
  shop.questions = 0
  const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)
  return { shop, due, pass }
}

it('an idle shop asks twice a minute whether there is work', async () => {
  const { shop, pass } = await createSleepingJobs()
  await pass(MINUTE)
  expect(shop).toMatchObject({ questions: 2, runs: { outbox: 1, refunds: 1 } })
})

it('a job runs when its row is due, without another question', async () => {
  const { shop, due, pass } = await createSleepingJobs()
  shop.until = { outbox: null, refunds: 12_345 }
  due.wake()
  await pass(12_300)
  expect(shop).toMatchObject({ questions: 1, runs: { outbox: 1, refunds: 1 } })
  await pass(100)
  expect(shop).toMatchObject({ questions: 1, runs: { outbox: 1, refunds: 2 } })
})

it('a change wakes the jobs at once, and many changes once a second', async () => {
  const { shop, due, pass } = await createSleepingJobs()
  shop.until = { outbox: 0, refunds: null }
  due.wake()
  await pass(10)
  expect(shop.runs).toEqual({ outbox: 2, refunds: 1 })
  for (let change = 0; change < 100; change++) {
    due.wake()
    await pass(50)
  }
  expect(shop.runs).toEqual({ outbox: 7, refunds: 1 })
  expect(shop.questions).toBeLessThan(10)
})

it('a change during a question is asked about once more', async () => {
  const { shop, due, pass } = await createSleepingJobs()
  due.wake()
  due.wake()
  await pass(1)
  due.wake()
  shop.until = { outbox: -10, refunds: null }
  await pass(1000)
  expect(shop.runs.outbox).toBe(2)
})

it('a mail that is queued while the database looks for work is sent a second later, not half a minute', async () => {
  const { shop, due, pass } = await createSleepingJobs()
  shop.questionMs = 400
  due.wake()
  await pass(200)
  shop.until = { outbox: 0, refunds: null }
  due.wake()
  await pass(1000)
  expect(shop).toMatchObject({ questions: 2, runs: { outbox: 1 } })
  await pass(300)
  expect(shop.runs).toEqual({ outbox: 2, refunds: 1 })
})

it('while the database stalls, many changes do not ask it again before it has answered', async () => {
  const { shop, due, pass } = await createSleepingJobs()
  shop.questionMs = 5000
  for (let change = 0; change < 10; change++) {
    due.wake()
    await pass(450)
  }
  expect(shop).toMatchObject({ questions: 1, open: { now: 1, most: 1 } })
  await pass(MINUTE)
  expect(shop).toMatchObject({ questions: 3, open: { most: 1 } })
})

it('a job with more work than it does at once runs again after its interval', async () => {
  const { shop, due, pass } = await createSleepingJobs()
  shop.until = { outbox: null, refunds: -5000 }
  due.wake()
  await pass(10_100)
  expect(shop.runs.refunds).toBe(7)
  expect(shop.runs.outbox).toBe(1)
})

it('a job that fails runs again, whatever is known', async () => {
  expectConsoleError()
  const { shop, due, pass } = await createSleepingJobs()
  shop.until = { outbox: -1, refunds: null }
  shop.work = () => Promise.reject(new Error('The mail server is gone'))
  due.wake()
  await pass(10)
  shop.until = { outbox: null, refunds: null }
  await pass(3000)
  expect(shop.runs.outbox).toBe(5)
  shop.work = async () => {}
  await pass(MINUTE)
  expect(shop.runs.outbox).toBe(6)
})

it('while nothing is known, every job looks for itself at its interval', async () => {
  const { shop, due, pass } = await createSleepingJobs({ sleepMs: 1000 })
  due.wake()
  shop.until = undefined
  await pass(10_050)
  expect(shop.runs.outbox).toBeGreaterThanOrEqual(10)
  expect(shop.runs.refunds).toBeGreaterThanOrEqual(5)
})

it('a job without work is alive and succeeds, and one that hangs is not', async () => {
  const { shop, due, pass } = await createSleepingJobs()
  shop.until = { outbox: -1, refunds: null }
  const hanging = Promise.withResolvers<void>()
  shop.work = () => hanging.promise
  due.wake()
  await pass(2 * MINUTE)
  const [outbox, refunds] = due.jobs
  expect([outbox && isAlive([outbox]), refunds && isAlive([refunds])]).toEqual([false, true])
  expect(Date.now() - (refunds?.succeededAt ?? 0)).toBeLessThanOrEqual(MINUTE / 2)
  expect(shop.runs).toEqual({ outbox: 2, refunds: 1 })
  hanging.resolve()
})
