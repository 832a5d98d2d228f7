import { isDatabaseUnavailable } from '#src/db/database.server.ts'
import { log } from '#src/server/telemetry/log.server.ts'

export type Job = { name: string; intervalMs: number; initialDelayMs?: number; work: () => Promise<unknown> }

export type PeriodicJob = {
  readonly name: string
  readonly intervalMs: number
  /** When it last ended, even with an error, by performance.now(); until then when it was started. */
  finishedAt: number
  succeededAt: number
  failures: number
  stop: () => Promise<void>
}

export const ALIVE_MS = 60_000

export const isAlive = (jobs: readonly Pick<PeriodicJob, 'finishedAt'>[]) =>
  jobs.every(({ finishedAt }) => performance.now() - finishedAt < ALIVE_MS)

/** Runs a job periodically, never twice at once. A failed job is logged and runs again. */
export function runPeriodically(
  { name, intervalMs, initialDelayMs = 1000, work }: Job,
  stopping: AbortSignal,
): PeriodicJob {
  let stopped = false
  let running = Promise.resolve()
  const state = { finishedAt: performance.now(), succeededAt: Date.now(), failures: 0 }
  const turn = async () => {
    try {
      await work()
      state.succeededAt = Date.now()
    } catch (error) {
      if (stopping.aborted && error === stopping.reason) return
      state.failures += 1
      if (isDatabaseUnavailable(error)) log.warn('A job waits for the database', { job: name })
      else log.error('A job failed', { job: name, err: error })
    }
    state.finishedAt = performance.now()
    if (!stopped) timer = setTimeout(start, intervalMs)
  }
  const start = () => {
    running = turn()
  }
  let timer = setTimeout(start, Math.min(intervalMs, initialDelayMs))
  return Object.assign(state, {
    name,
    intervalMs,
    stop: () => {
      stopped = true
      clearTimeout(timer)
      return running
    },
  })
}
