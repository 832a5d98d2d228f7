import { and, asc, eq, inArray, isNotNull, lte, min, sql } from 'drizzle-orm'
import { addMinutes } from '#src/core/dates.ts'
import { type Db, inTransaction, runIsolated } from '#src/db/database.server.ts'
import { cancelUnpaidOrder, listUnpaidOrdersBefore, lockOrder } from '#src/features/orders/orders.server.ts'
import type { PaymentContext } from '#src/features/payments/initiate-payment.server.ts'
import type { PaymentRow } from '#src/features/payments/payment-record.server.ts'
import { OPEN_PAYMENT_STATUSES, type PaymentStatus } from '#src/features/payments/payment-status.ts'
import { payments } from '#src/features/payments/payments.table.server.ts'
import { closePayment } from '#src/features/payments/process-payment-event.server.ts'
import { isCircuitOpen } from '#src/server/http/circuit-breaker.server.ts'
import { POLL_LEASE_MINUTES, pollStatus } from './poll-gateway.server.ts'

/** Polls every payment that is due, closed ones included, for late money. */
export async function pollDuePayments(context: PaymentContext): Promise<number> {
  const due = await context.db
    .select({ id: payments.id })
    .from(payments)
    .where(and(isNotNull(payments.nextPollAt), lte(payments.nextPollAt, context.now())))
    .orderBy(asc(payments.nextPollAt))
    .limit(20)
  await pollStatus(
    context,
    due.map(({ id }) => id),
  )
  return due.length
}

/** Expires overdue payments and releases their stock, each after its last poll. Returns how many. */
export async function expireOverduePayments(context: PaymentContext): Promise<number> {
  const { db, now } = context
  await pollStatus(context, (await overduePayments(context)).filter((one) => isDue(one, now())).map(idOf))
  let closed = 0
  for (const payment of await overduePayments(context)) {
    if (isPollPending(payment, context)) continue
    await runIsolated(`The expiry of payment ${payment.clientTxnId}`, async () => {
      const status = await closePayment(db, { paymentId: payment.id, event: { type: 'expired' }, now: now() })
      if (status === 'expired') closed += 1
    })
  }
  return closed
}

export const nextPollDue = (db: Db) => sql`(${db.select({ time: min(payments.nextPollAt) }).from(payments)})`

export const nextExpiry = (db: Db) =>
  sql`(${db
    .select({ time: min(payments.expiresAt) })
    .from(payments)
    .where(isOpen)})`

const isOpen = inArray(payments.status, [...OPEN_PAYMENT_STATUSES])

const idOf = ({ id }: PaymentRow) => id

function overduePayments({ db, now }: PaymentContext): Promise<PaymentRow[]> {
  return db
    .select()
    .from(payments)
    .where(and(isOpen, lte(payments.expiresAt, now())))
    .orderBy(asc(payments.expiresAt))
    .limit(100)
}

const isDue = ({ nextPollAt }: PaymentRow, now: Date) => nextPollAt !== null && nextPollAt <= now

function isPollPending(payment: PaymentRow, { gateway, now }: PaymentContext): boolean {
  if (isDue(payment, now())) return !isCircuitOpen(gateway, now())
  return payment.nextPollAt !== null && payment.nextPollAt <= addMinutes(now(), POLL_LEASE_MINUTES)
}

const UNPAID_ORDERS_LIVE_HOURS = 72

/** Cancels orders that are unpaid after three days, the time in which banks settle late. */
export async function cancelStaleOrders({ db, now }: PaymentContext): Promise<void> {
  const before = new Date(now().getTime() - UNPAID_ORDERS_LIVE_HOURS * 3_600_000)
  for (const id of await listUnpaidOrdersBefore(db, before))
    await runIsolated(`The expiry of order ${id}`, () => inTransaction(db, (tx) => cancelStaleOrder(tx, id)))
}

async function cancelStaleOrder(tx: Db, id: string): Promise<void> {
  const order = await lockOrder(tx, id)
  const open = await tx.$count(payments, and(eq(payments.orderId, id), inArray(payments.status, STILL_UNDECIDED)))
  if (order.status === 'pending' && !order.paidAt && open === 0)
    await cancelUnpaidOrder(tx, order, { actor: 'system', reason: 'Not paid within three days' })
}

const STILL_UNDECIDED: PaymentStatus[] = [...OPEN_PAYMENT_STATUSES, 'review']
