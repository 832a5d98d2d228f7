import type { Db } from '#src/db/database.server.ts'
import type { Database } from '#src/db/open-database.server.ts'
import { sendDigests } from '#src/features/admin/todo/digest.server.ts'
import type { Couriers } from '#src/features/couriers/create-couriers.server.ts'
import type { DeliverMessage } from '#src/features/notifications/outbox/outbox.server.ts'
import { remindHeldOrders } from '#src/features/orders/messages/remind-held-orders.server.ts'
import { confirmBookings } from '#src/features/orders/shipments/confirm-bookings.server.ts'
import type { PaymentContext } from '#src/features/payments/initiate-payment.server.ts'
import { compactRevenue } from '#src/features/payments/ledger/revenue.server.ts'
import { alertHighlyReservedStock } from '#src/features/payments/limits/reservation-alert.server.ts'
import { cancelStaleOrders } from '#src/features/payments/polling/due-payments.server.ts'
import type { ChangeListener } from '#src/server/cache/cache-invalidation.server.ts'
import type { ObjectStorage } from '#src/storage/object-storage.server.ts'
import { alertMissingBackup } from './backup-alert.server.ts'
import { runConsistencyCheck } from './consistency-check.server.ts'
import { deleteOrphanedImages } from './delete-orphaned-images.server.ts'
import { type DueJob, findNextDue } from './due/next-due.server.ts'
import { createQueueJobs } from './due/queue-jobs.server.ts'
import { runWhenDue, SHORTEST_SLEEP_MS } from './due/run-when-due.server.ts'
import { createWatchJobs } from './due/watch-jobs.server.ts'
import { enforceRetention } from './enforce-retention.server.ts'
import { isAlive, type Job, type PeriodicJob, runPeriodically } from './periodic-job.server.ts'

export type Scheduler = {
  /** Wakes the jobs whose rows change. Until it is consistent they look every second. */
  listener: ChangeListener
  /** Whether the jobs of queues ended recently, even with an error, or had no work. */
  isAlive: () => boolean
  jobs: readonly Pick<PeriodicJob, 'name' | 'intervalMs' | 'succeededAt' | 'failures'>[]
  /** How many invariants the last consistency check of this process found broken. */
  brokenInvariants: () => number
  stop: () => Promise<void>
}

/** In case a notification is lost. */
const LONGEST_SLEEP_MS = 30_000
const STAGGER_MS = 900
const QUEUES = 'queues'

/** Starts the periodic jobs, in every process: due work is claimed by row. Jobs pause on a full disk. */
export function startScheduler({
  database,
  context,
  couriers,
  deliver,
  adminEmail,
  publicUrl,
  storage,
  backups,
  mayWrite,
}: {
  database: Database
  context: PaymentContext
  couriers: Couriers
  deliver: DeliverMessage
  adminEmail: string
  publicUrl: string
  storage: ObjectStorage
  backups?: { folder: string; maxAgeHours: number } | undefined
  mayWrite: () => boolean
}): Scheduler {
  const { db } = database
  const stopping = new AbortController()
  let broken = 0
  const jobs: Job[] = [
    { name: 'reservation-alerts', intervalMs: 20_000, work: () => alertHighlyReservedStock(db, context.now()) },
    { name: 'courier-bookings', intervalMs: 60_000, work: () => confirmBookings({ ...context, couriers }) },
    { name: 'digests', intervalMs: 60_000, work: () => sendDigests(db, context.now()) },
    { name: 'held-orders', intervalMs: 600_000, work: () => remindHeldOrders(db, context.now()) },
    { name: 'stale-orders', intervalMs: 600_000, work: () => cancelStaleOrders(context) },
    {
      name: 'orphaned-images',
      intervalMs: 3_600_000,
      work: () => deleteOrphanedImages(db, { storage, now: context.now() }),
    },
    { name: 'cleanup', intervalMs: 600_000, work: () => cleanup(db, { now: context.now(), publicUrl }) },
    {
      name: 'consistency-check',
      intervalMs: 3_600_000,
      initialDelayMs: 300_000,
      work: async () => {
        broken = await runConsistencyCheck(database, { adminEmail, now: context.now(), signal: stopping.signal })
      },
    },
  ]
  const waitingSince = context.now()
  if (backups)
    jobs.push({
      name: 'backup-alerts',
      intervalMs: 60_000,
      work: () => alertMissingBackup(db, { ...backups, waitingSince, fallback: adminEmail, now: context.now() }),
    })
  // PostgreSQL has autovacuum; the embedded database does not.
  if (database.kind === 'embedded')
    jobs.push({ name: 'vacuum', intervalMs: 3_600_000, work: () => database.pool.query('vacuum (analyze)') })
  const pausing = <J extends Job>(job: J) => ({ ...job, work: async () => mayWrite() && job.work() })
  const runDue = (due: readonly DueJob[], sleepMs: () => number) =>
    runWhenDue(due.map(pausing), {
      findNextDue: async () => (mayWrite() ? findNextDue(db, due, context.now()) : undefined),
      sleepMs,
      stopping: stopping.signal,
    })
  let isWoken = false
  const queues = runDue(createQueueJobs(database, { context, deliver, signal: stopping.signal }), () =>
    isWoken ? LONGEST_SLEEP_MS : SHORTEST_SLEEP_MS,
  )
  const watches = Map.groupBy(createWatchJobs(context, adminEmail), ({ intervalMs }) => intervalMs)
  const watching = [...watches].map(([intervalMs, due]) => runDue(due, () => intervalMs))
  const periodic = jobs.map((job, nth) =>
    // Jobs that run at once take a connection each.
    runPeriodically({ initialDelayMs: (nth + 2) * STAGGER_MS, ...pausing(job) }, stopping.signal),
  )
  return {
    jobs: [...[queues, ...watching].flatMap((due) => due.jobs), ...periodic],
    listener: {
      invalidate: (tag) => (tag === QUEUES || tag === 'settings') && queues.wake(),
      setConsistent: (isConsistent) => {
        isWoken = isConsistent
        queues.wake()
      },
    },
    brokenInvariants: () => broken,
    isAlive: () => isAlive(queues.jobs),
    stop: async () => {
      const ends = [queues, ...watching, ...periodic].map(({ stop }) => stop())
      stopping.abort()
      await Promise.all(ends)
    },
  }
}

async function cleanup(db: Db, turn: { now: Date; publicUrl: string }): Promise<void> {
  await enforceRetention(db, turn)
  await compactRevenue(db)
}
