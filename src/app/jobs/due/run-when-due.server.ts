import { isDatabaseUnavailable } from '#src/db/database.server.ts'
import { log } from '#src/server/telemetry/log.server.ts'
import { attempt, createJobState, type Job, type PeriodicJob } from '../periodic-job.server.ts'
import type { UntilDue } from './next-due.server.ts'

/** The least time between two questions, and until the first. */
export const SHORTEST_SLEEP_MS = 1000

type Options = {
  /** Undefined: every job has to look itself. */
  findNextDue: () => Promise<UntilDue | undefined>
  /** How long it may sleep while no job is known to have work. */
  sleepMs: () => number
  stopping: AbortSignal
}

export type DueJobs = {
  jobs: readonly PeriodicJob[]
  /** Asks again, because there may be work. */
  wake: () => void
  stop: () => Promise<unknown>
}

/** Runs each job when it has work, but not more often than `intervalMs`, and after a failure. Sleeps otherwise. */
export function runWhenDue(given: readonly Job[], { findNextDue, sleepMs, stopping }: Options): DueJobs {
  const jobs = given.map(createDueJob)
  const running = new Set<Promise<void>>()
  let [askAt, askedAt] = [now() + SHORTEST_SLEEP_MS, now()]
  let [isAsking, isStopped] = [false, false]
  let timer: NodeJS.Timeout | undefined

  function schedule() {
    clearTimeout(timer)
    if (isStopped || isAsking) return
    timer = setTimeout(() => track(turn()), Math.max(0, Math.min(askAt, ...jobs.map(startsAt)) - now()))
  }

  function track(work: Promise<void>) {
    running.add(work)
    void work.finally(() => running.delete(work))
  }

  async function turn() {
    if (now() >= askAt) await ask()
    if (!isStopped) for (const job of jobs) if (startsAt(job) <= now()) track(run(job))
    schedule()
  }

  async function ask() {
    isAsking = true
    askAt = Number.POSITIVE_INFINITY
    const answer = findNextDue().catch((error: unknown) => {
      if (!isDatabaseUnavailable(error)) log.error('It is not known which jobs have work', { err: error })
      return undefined
    })
    askedAt = now()
    const until = await answer
    for (const job of jobs) if (!job.isRunning) noteNextDue(job, until ? until[job.name] : 0, askedAt)
    isAsking = false
    askAt = Math.min(askAt, now() + sleepMs())
  }

  async function run(job: DueJob) {
    job.isRunning = true
    job.mustRun = !(await attempt(job, job.state, stopping))
    job.isRunning = false
    job.dueAt = job.mustRun ? 0 : Number.POSITIVE_INFINITY
    job.restsUntil = now() + job.intervalMs
    askAt = Math.min(askAt, job.restsUntil)
    schedule()
  }

  schedule()
  return {
    jobs: jobs.map(({ state, name, intervalMs }) => Object.assign(state, { name, intervalMs })),
    wake: () => {
      askAt = Math.min(askAt, Math.max(now(), askedAt + SHORTEST_SLEEP_MS))
      schedule()
    },
    stop: () => {
      isStopped = true
      clearTimeout(timer)
      return Promise.all(running)
    },
  }
}

const now = () => performance.now()

type DueJob = ReturnType<typeof createDueJob>

const createDueJob = (job: Job) => ({
  ...job,
  state: createJobState(),
  dueAt: 0,
  restsUntil: now() + SHORTEST_SLEEP_MS,
  /** Until it succeeds: what it holds in memory is not in the database. */
  mustRun: true,
  isRunning: false,
})

const startsAt = ({ dueAt, restsUntil, isRunning }: DueJob) =>
  isRunning ? Number.POSITIVE_INFINITY : Math.max(dueAt, restsUntil)

function noteNextDue(job: DueJob, ms: number | null | undefined, askedAt: number) {
  if (job.mustRun) return
  job.dueAt = askedAt + (ms ?? Number.POSITIVE_INFINITY)
  // Having nothing to do is a success.
  if (ms === null || (ms !== undefined && ms > 0))
    Object.assign(job.state, { finishedAt: now(), succeededAt: Date.now() })
}
