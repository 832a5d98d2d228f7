import type { Database, Db } from '#src/db/database.server.ts'
import { isDatabaseUnavailable } from '#src/db/database-unavailable.server.ts'
import { sendSlaReminders } from '#src/features/custom-orders/quotes/quote-sla-reminders.server.ts'
import { type DeliverMessage, deliverDueMessages } from '#src/features/notifications/outbox/outbox.server.ts'
import type { PaymentContext } from '#src/features/payments/initiate-payment.server.ts'
import { compactRevenue } from '#src/features/payments/ledger/revenue.server.ts'
import { alertHighlyReservedStock } from '#src/features/payments/limits/reservation-alert.server.ts'
import { lookUpEvents } from '#src/features/payments/polling/event-lookups.server.ts'
import {
  cancelStaleOrders,
  expireOverduePayments,
  pollDuePayments,
} from '#src/features/payments/polling/verify-payment.server.ts'
import { alertUnmatchedPayments } from '#src/features/payments/reconciliation/unmatched-alerts.server.ts'
import { startAutomaticRefunds } from '#src/features/payments/refunds/automatic-refunds.server.ts'
import { executeRefunds } from '#src/features/payments/refunds/refund-worker.server.ts'
import { log } from '#src/server/telemetry/log.server.ts'
import type { ObjectStorage } from '#src/storage/object-storage.server.ts'
import { runConsistencyCheck } from './consistency-check.server.ts'
import { deleteOrphanedImages } from './delete-orphaned-images.server.ts'
import { enforceRetention } from './enforce-retention.server.ts'

type Duty = { name: string; everyMs: number; firstMs?: number; work: () => Promise<unknown> }

export type Scheduler = {
  /** Whether it goes: its quickest duties have lately come to an end, well or not. */
  isAlive: () => boolean
  stop: () => Promise<void>
}

/** Longer than all patience of one turn: a message to a mail server that does not answer, a bank that is slow. */
const ALIVE_MS = 60_000

/**
 * The work that nobody asks for. Every process has a clock; what is due is in the database and is claimed there by row,
 * so several clocks share the work and one that dies loses nothing. Without room on the disk it only waits.
 */
export function startScheduler({
  database,
  context,
  deliver,
  adminEmail,
  publicUrl,
  storage,
  mayWrite,
}: {
  database: Database
  context: PaymentContext
  deliver: DeliverMessage
  adminEmail: string
  publicUrl: string
  /** Where uploaded pictures lie. */
  storage: ObjectStorage
  mayWrite: () => boolean
}): Scheduler {
  const { db } = database
  const stopping = new AbortController()
  const duties: Duty[] = [
    { name: 'messages', everyMs: 1000, work: () => deliverDueMessages(db, deliver, context.now()) },
    // Each by itself: a provider that does not answer must not keep windows open, and refunds wait for nobody's question.
    { name: 'questions', everyMs: 2000, work: () => pollDuePayments(context) },
    { name: 'windows', everyMs: 2000, work: () => expireOverduePayments(context) },
    { name: 'events', everyMs: 2000, work: () => lookUpEvents(context) },
    { name: 'codes', everyMs: 2000, work: async () => context.gateway.closeEndedPayments?.(context.now()) },
    {
      name: 'refunds',
      everyMs: 2000,
      work: async () => {
        await startAutomaticRefunds(context)
        await executeRefunds(context)
      },
    },
    { name: 'waiting money', everyMs: 20_000, work: () => alertUnmatchedPayments(db, context.now()) },
    { name: 'held stock', everyMs: 20_000, work: () => alertHighlyReservedStock(db, context.now()) },
    { name: 'quotations', everyMs: 20_000, work: () => sendSlaReminders(db, { adminEmail, now: context.now() }) },
    { name: 'forgotten orders', everyMs: 600_000, work: () => cancelStaleOrders(context) },
    { name: 'pictures', everyMs: 3_600_000, work: () => deleteOrphanedImages(db, { storage, now: context.now() }) },
    { name: 'tidying', everyMs: 600_000, work: () => tidy(db, { now: context.now(), publicUrl }) },
    {
      name: 'self-check',
      everyMs: 3_600_000,
      // Not at once: who starts a shop waits for other things.
      firstMs: 300_000,
      work: () => runConsistencyCheck(database, { adminEmail, now: context.now(), signal: stopping.signal }),
    },
  ]
  // PostgreSQL cleans up behind itself; the embedded engine has no autovacuum.
  if (database.kind === 'embedded')
    duties.push({ name: 'vacuum', everyMs: 3_600_000, work: () => database.pool.query('vacuum (analyze)') })
  const turned = new Map(duties.filter(({ everyMs }) => everyMs < ALIVE_MS / 10).map(({ name }) => [name, Date.now()]))
  const stops = duties.map((duty) =>
    perform({ ...duty, work: async () => mayWrite() && duty.work() }, stopping.signal, () => {
      if (turned.has(duty.name)) turned.set(duty.name, Date.now())
    }),
  )
  return {
    isAlive: () => [...turned.values()].every((at) => Date.now() - at < ALIVE_MS),
    stop: async () => {
      const ends = stops.map((stop) => stop())
      stopping.abort()
      await Promise.all(ends)
    },
  }
}

async function tidy(db: Db, turn: { now: Date; publicUrl: string }): Promise<void> {
  await enforceRetention(db, turn)
  await compactRevenue(db)
}

/** Runs a duty again and again, never twice at once. A duty that fails is logged and comes again: its work is still due. */
function perform(
  { name, everyMs, firstMs = 1000, work }: Duty,
  stopping: AbortSignal,
  turned: () => void,
): () => Promise<void> {
  let stopped = false
  let running = Promise.resolve()
  const turn = () => {
    running = work()
      .catch((error) => {
        // What the stop itself breaks off is nobody's trouble; whatever else fails meanwhile is.
        if (stopping.aborted && error === stopping.reason) return
        if (isDatabaseUnavailable(error)) log.warn('A duty of the clock waits for the database', { job: name })
        else log.error('A duty of the clock failed', { job: name, err: error })
      })
      .then(() => {
        turned()
        if (!stopped) timer = setTimeout(turn, everyMs)
      })
  }
  let timer = setTimeout(turn, Math.min(everyMs, firstMs))
  return () => {
    stopped = true
    clearTimeout(timer)
    return running
  }
}
