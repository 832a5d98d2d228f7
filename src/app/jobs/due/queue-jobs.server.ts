import type { Database } from '#src/db/open-database.server.ts'
import { createOutboxJob } from '#src/features/notifications/outbox/deliver-outbox.server.ts'
import { type DeliverMessage, nextMessageDue } from '#src/features/notifications/outbox/outbox.server.ts'
import type { PaymentContext } from '#src/features/payments/initiate-payment.server.ts'
import {
  expireOverduePayments,
  nextExpiry,
  nextPollDue,
  pollDuePayments,
} from '#src/features/payments/polling/due-payments.server.ts'
import { lookUpEvents, nextLookupDue } from '#src/features/payments/polling/event-lookups.server.ts'
import { startAutomaticRefunds } from '#src/features/payments/refunds/automatic-refunds.server.ts'
import { executeRefunds, nextRefundDue } from '#src/features/payments/refunds/refund-worker.server.ts'
import type { DueJob } from './next-due.server.ts'

type QueueContext = { context: PaymentContext; deliver: DeliverMessage; signal: AbortSignal }

/** The jobs whose work is a row with a due time. Triggers announce rows that become due earlier (migration 0061). */
export function createQueueJobs(database: Database, { context, deliver, signal }: QueueContext): DueJob[] {
  const { db, gateway, now } = context
  return [
    {
      name: 'outbox',
      intervalMs: 1000,
      nextDue: (at) => nextMessageDue(db, at),
      work: createOutboxJob(database, { deliver, now, signal }),
    },
    // Separate jobs: a slow gateway must not delay expiry or refunds.
    { name: 'gateway-polls', intervalMs: 2000, nextDue: () => nextPollDue(db), work: () => pollDuePayments(context) },
    {
      name: 'payment-expiry',
      intervalMs: 2000,
      nextDue: () => nextExpiry(db),
      work: () => expireOverduePayments(context),
    },
    {
      name: 'event-lookups',
      intervalMs: 2000,
      nextDue: () => nextLookupDue(context),
      work: () => lookUpEvents(context),
    },
    {
      name: 'qr-code-closing',
      intervalMs: 2000,
      nextDue: (at) => gateway.nextClosing?.(at),
      work: async () => gateway.closeEndedPayments?.(now()),
    },
    {
      name: 'refunds',
      intervalMs: 2000,
      nextDue: (at) => nextRefundDue(context, at),
      work: async () => {
        await startAutomaticRefunds(context)
        await executeRefunds(context)
      },
    },
  ]
}
