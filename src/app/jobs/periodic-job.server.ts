import { isDatabaseUnavailable } from '#src/db/database.server.ts'
import { log } from '#src/server/telemetry/log.server.ts'

export type Job = { name: string; intervalMs: number; initialDelayMs?: number; work: () => Promise<unknown> }

type JobState = {
  /** When it last ended, even with an error, or had no work, by performance.now(); until then when it was started. */
  finishedAt: number
  succeededAt: number
  failures: number
}

export type PeriodicJob = JobState & { readonly name: string; readonly intervalMs: number }

export const ALIVE_MS = 60_000

export const isAlive = (jobs: readonly Pick<PeriodicJob, 'finishedAt'>[]) =>
  jobs.every(({ finishedAt }) => performance.now() - finishedAt < ALIVE_MS)

export const createJobState = (): JobState => ({
  finishedAt: performance.now(),
  succeededAt: Date.now(),
  failures: 0,
})

/** Runs a job once. A failure is logged and counted. Returns whether it succeeded. */
export async function attempt(
  { name, work }: Pick<Job, 'name' | 'work'>,
  state: JobState,
  stopping: AbortSignal,
): Promise<boolean> {
  let succeeded = false
  try {
    await work()
    succeeded = true
    state.succeededAt = Date.now()
  } catch (error) {
    if (stopping.aborted && error === stopping.reason) return false
    state.failures += 1
    if (isDatabaseUnavailable(error)) log.warn('A job waits for the database', { job: name })
    else log.error('A job failed', { job: name, err: error })
  }
  state.finishedAt = performance.now()
  return succeeded
}

/** Runs a job periodically, never twice at once. A failed job is logged and runs again. */
export function runPeriodically(job: Job, stopping: AbortSignal): PeriodicJob & { stop: () => Promise<unknown> } {
  const { name, intervalMs, initialDelayMs = 1000 } = job
  let stopped = false
  let running: Promise<unknown> = Promise.resolve()
  const state = createJobState()
  const turn = async () => {
    await attempt(job, state, stopping)
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
