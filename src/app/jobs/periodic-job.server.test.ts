import { expect, it, onTestFinished, vi } from 'vitest'
import { expectConsoleError } from '#src/testing/expected-errors.ts'
import { isAlive, runPeriodically } from './periodic-job.server.ts'

function start(work: () => Promise<unknown>) {
  const stopping = new AbortController()
  const job = runPeriodically({ name: 'refunds', intervalMs: 5, work }, stopping.signal)
  const startedAt = { finishedAt: job.finishedAt, succeededAt: job.succeededAt }
  onTestFinished(() => {
    stopping.abort()
    void job.stop()
  })
  return { job, startedAt }
}

it('a job that fails is alive, but it has not succeeded', async () => {
  expectConsoleError()
  const { job, startedAt } = start(() => Promise.reject(new Error('The gateway is not configured')))
  await vi.waitFor(() => expect(job.failures).toBeGreaterThan(2), { timeout: 30_000 })
  expect(job.finishedAt).toBeGreaterThan(startedAt.finishedAt)
  expect(job.succeededAt).toBe(startedAt.succeededAt)
})

it('a job that hangs is neither repeated nor alive', async () => {
  let runs = 0
  const { job, startedAt } = start(() => {
    runs += 1
    return new Promise(() => {})
  })
  await vi.waitFor(() => expect(runs).toBe(1), { timeout: 30_000 })
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect([runs, job.finishedAt, job.failures]).toEqual([1, startedAt.finishedAt, 0])
})

it('a job that succeeds after failures counts them', async () => {
  expectConsoleError()
  let runs = 0
  const { job, startedAt } = start(async () => {
    runs += 1
    if (runs < 3) throw new Error('Not yet')
  })
  await vi.waitFor(() => expect(job.succeededAt).toBeGreaterThan(startedAt.succeededAt), { timeout: 30_000 })
  expect(job.failures).toBe(2)
})

it('a clock that is set forward by an hour makes no job look dead', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const { job } = start(async () => {})
  vi.setSystemTime(Date.now() + 3_600_000)
  expect(isAlive([job])).toBe(true)
})
