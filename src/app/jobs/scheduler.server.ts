import type { Db } from '#src/db/database.server.ts'
import type { Database } from '#src/db/open-database.server.ts'
import { sendDigests } from '#src/features/admin/todo/digest.server.ts'
import { alertFailures } from '#src/features/admin/todo/failure-alerts.server.ts'
import { sendPriceDropMails } from '#src/features/cart/saved-items/price-watch.server.ts'
import { sendLowStockAlerts } from '#src/features/catalog/stock/low-stock-alert.server.ts'
import { notifyWaitlists } from '#src/features/catalog/waitlist/notify-waitlist.server.ts'
import type { Couriers } from '#src/features/couriers/create-couriers.server.ts'
import { sendSlaReminders } from '#src/features/custom-orders/quotes/quote-sla-reminders.server.ts'
import { createOutboxJob } from '#src/features/notifications/outbox/deliver-outbox.server.ts'
import type { DeliverMessage } from '#src/features/notifications/outbox/outbox.server.ts'
import { alertLateOrders } from '#src/features/orders/messages/late-orders.server.ts'
import { remindHeldOrders } from '#src/features/orders/messages/remind-held-orders.server.ts'
import { confirmBookings } from '#src/features/orders/shipments/confirm-bookings.server.ts'
import type { PaymentContext } from '#src/features/payments/initiate-payment.server.ts'
import { compactRevenue } from '#src/features/payments/ledger/revenue.server.ts'
import { alertHighlyReservedStock } from '#src/features/payments/limits/reservation-alert.server.ts'
import {
  cancelStaleOrders,
  expireOverduePayments,
  pollDuePayments,
} from '#src/features/payments/polling/due-payments.server.ts'
import { lookUpEvents } from '#src/features/payments/polling/event-lookups.server.ts'
import { alertUnmatchedPayments } from '#src/features/payments/reconciliation/unmatched-alerts.server.ts'
import { startAutomaticRefunds } from '#src/features/payments/refunds/automatic-refunds.server.ts'
import { executeRefunds } from '#src/features/payments/refunds/refund-worker.server.ts'
import type { ObjectStorage } from '#src/storage/object-storage.server.ts'
import { alertMissingBackup } from './backup-alert.server.ts'
import { runConsistencyCheck } from './consistency-check.server.ts'
import { deleteOrphanedImages } from './delete-orphaned-images.server.ts'
import { enforceRetention } from './enforce-retention.server.ts'
import { ALIVE_MS, isAlive, type Job, type PeriodicJob, runPeriodically } from './periodic-job.server.ts'

export type Scheduler = {
  /** Whether its most frequent jobs finished recently, even with an error. */
  isAlive: () => boolean
  jobs: readonly Pick<PeriodicJob, 'name' | 'intervalMs' | 'succeededAt' | 'failures'>[]
  /** How many invariants the last consistency check of this process found broken. */
  brokenInvariants: () => number
  stop: () => Promise<void>
}

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
  /** Where backups are expected, and how often. */
  backups?: { folder: string; maxAgeHours: number } | undefined
  mayWrite: () => boolean
}): Scheduler {
  const { db } = database
  const stopping = new AbortController()
  let broken = 0
  const jobs: Job[] = [
    {
      name: 'outbox',
      intervalMs: 1000,
      work: createOutboxJob(database, { deliver, now: context.now, signal: stopping.signal }),
    },
    // Separate jobs: a slow gateway must not delay expiry or refunds.
    { name: 'gateway-polls', intervalMs: 2000, work: () => pollDuePayments(context) },
    { name: 'payment-expiry', intervalMs: 2000, work: () => expireOverduePayments(context) },
    { name: 'event-lookups', intervalMs: 2000, work: () => lookUpEvents(context) },
    {
      name: 'qr-code-closing',
      intervalMs: 2000,
      work: async () => context.gateway.closeEndedPayments?.(context.now()),
    },
    {
      name: 'refunds',
      intervalMs: 2000,
      work: async () => {
        await startAutomaticRefunds(context)
        await executeRefunds(context)
      },
    },
    { name: 'unmatched-alerts', intervalMs: 20_000, work: () => alertUnmatchedPayments(db, context.now()) },
    { name: 'reservation-alerts', intervalMs: 20_000, work: () => alertHighlyReservedStock(db, context.now()) },
    { name: 'low-stock', intervalMs: 20_000, work: () => sendLowStockAlerts(db) },
    { name: 'late-orders', intervalMs: 60_000, work: () => alertLateOrders(db, context.now()) },
    {
      name: 'failure-alerts',
      intervalMs: 20_000,
      work: () => alertFailures(db, { gateway: context.gateway, fallback: adminEmail, now: context.now() }),
    },
    { name: 'courier-bookings', intervalMs: 60_000, work: () => confirmBookings({ ...context, couriers }) },
    { name: 'digests', intervalMs: 60_000, work: () => sendDigests(db, context.now()) },
    { name: 'waitlists', intervalMs: 20_000, work: () => notifyWaitlists(db, context.now()) },
    { name: 'price-drops', intervalMs: 60_000, work: () => sendPriceDropMails(db, context.now()) },
    { name: 'quote-sla', intervalMs: 20_000, work: () => sendSlaReminders(db, { adminEmail, now: context.now() }) },
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
  const running = jobs.map((job) =>
    runPeriodically({ ...job, work: async () => mayWrite() && job.work() }, stopping.signal),
  )
  const frequent = running.filter(({ intervalMs }) => intervalMs < ALIVE_MS / 10)
  return {
    jobs: running,
    brokenInvariants: () => broken,
    isAlive: () => isAlive(frequent),
    stop: async () => {
      const ends = running.map(({ stop }) => stop())
      stopping.abort()
      await Promise.all(ends)
    },
  }
}

async function cleanup(db: Db, turn: { now: Date; publicUrl: string }): Promise<void> {
  await enforceRetention(db, turn)
  await compactRevenue(db)
}
