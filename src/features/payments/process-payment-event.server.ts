import { eq } from 'drizzle-orm'
import { paise } from '#src/core/money.ts'
import { type Db, inTransaction, isDatabaseUnavailable } from '#src/db/database.server.ts'
import { type OrderEvents, runHooks } from '#src/features/orders/order-events.server.ts'
import { type OrderRow, releaseReservations } from '#src/features/orders/orders.server.ts'
import { findCaptureOwner, recordCapture } from '#src/features/payments/ledger/ledger.server.ts'
import { awaitConfirmation, reopenPayment } from '#src/features/payments/manual-upi/await-confirmation.server.ts'
import { LATE_REASONS, markOrderPaid } from '#src/features/payments/order-payment/order-outcome.server.ts'
import {
  findPayment,
  lockPayment,
  matchesEvent,
  type PaymentEventResult,
  type PaymentRow,
  type ReceivedEvent,
  recordFailedEvent,
  recordPaymentEvent,
  recordUnknownEvent,
} from '#src/features/payments/payment-record.server.ts'
import { processRefundEvent } from '#src/features/payments/refunds/refund-events.server.ts'
import { addRefund } from '#src/features/payments/refunds/refund-record.server.ts'
import {
  type GatewayStatus,
  type PaymentState,
  type PaymentStateEvent,
  type PaymentTransition,
  type RefundReason,
  transitionPayment,
} from './payment-state-machine.ts'
import { isOpenPayment, type PaymentStatus } from './payment-status.ts'
import { paymentEvents, payments } from './payments.table.server.ts'

type Money = Extract<GatewayStatus, { kind: 'success' }>

type EventContext = { db: Db; now: () => Date; events: OrderEvents }

/** Processes a payment event: stores it raw, then applies it once. A failed one is stored for an admin and rethrown. */
export async function processPaymentEvent(
  context: EventContext,
  received: ReceivedEvent,
): Promise<PaymentEventResult | 'duplicate'> {
  try {
    return await applyEvent(context, received)
  } catch (error) {
    if (!isDatabaseUnavailable(error)) await recordFailedEvent(context.db, received)
    throw error
  }
}

async function applyEvent(
  { db, now, events }: EventContext,
  received: ReceivedEvent,
): Promise<PaymentEventResult | 'duplicate'> {
  const repeats = await db.$count(paymentEvents, matchesEvent(received))
  if (repeats > 0) return 'duplicate' // Without locks: gateways repeat webhooks most to a busy shop.
  return inTransaction(db, async (tx) => {
    const found = await findPayment(tx, received)
    if (!found) return recordUnknownEvent(tx, received, now())
    const { order, payment } = await lockPayment(tx, found)
    if (received.refund) return applyRefundUpdate(tx, received, { order, payment, events, now: now() })
    if (!received.status) return recordPaymentEvent(tx, received, { paymentId: payment.id, result: 'unknown_kind' })

    const { status } = received
    const event: PaymentStateEvent = { type: 'reported', report: status }
    const transition = transitionPayment(await loadState(tx, { payment, order, status, now: now() }), event)
    const recorded = await recordPaymentEvent(tx, received, { paymentId: payment.id, result: resultOf(transition) })
    if (recorded !== 'duplicate')
      await applyTransition(tx, {
        payment,
        order,
        transition,
        captured: status.kind === 'success' ? { money: status, events } : undefined,
        now: now(),
      })
    return recorded
  })
}

async function applyRefundUpdate(
  tx: Db,
  received: ReceivedEvent,
  owner: { order: OrderRow; payment: PaymentRow; events: OrderEvents; now: Date },
): Promise<PaymentEventResult | 'duplicate'> {
  const { refund } = received
  if (!refund || (await tx.$count(paymentEvents, matchesEvent(received))) > 0) return 'duplicate'
  const result = await processRefundEvent(tx, { ...owner, report: refund })
  const gone = result === 'double_refund' && { amountPaise: refund.amount, upiTxnId: refund.refundId }
  return recordPaymentEvent(tx, received, { paymentId: owner.payment.id, result, ...gone })
}

type WithoutMoney = Exclude<PaymentStateEvent, { type: 'reported' }>
type ClosePaymentInput = { paymentId: string; event: WithoutMoney; now: Date }

/** Closes an open payment without money and returns its new status. */
export async function closePayment(db: Db, { paymentId, event, now }: ClosePaymentInput): Promise<PaymentStatus> {
  return inTransaction(db, async (tx) =>
    applyUnpaidEvent(tx, { ...(await lockPayment(tx, { id: paymentId })), event, now }),
  )
}

type UnpaidEventInput = { payment: PaymentRow; order: OrderRow; event: WithoutMoney; now: Date }

export async function applyUnpaidEvent(
  tx: Db,
  { payment, order, event, now }: UnpaidEventInput,
): Promise<PaymentStatus> {
  const transition = transitionPayment(await loadState(tx, { payment, order, now }), event)
  await applyTransition(tx, { payment, order, transition, now })
  switch (transition.act) {
    case 'await':
      return 'awaiting_confirmation'
    case 'reopen':
      return 'pending'
    case 'close':
      return 'expired'
    default:
      return payment.status
  }
}

type StateInput = { payment: PaymentRow; order: OrderRow; status?: GatewayStatus; now: Date }

async function loadState(tx: Db, { payment, order, status, now }: StateInput): Promise<PaymentState> {
  return {
    status: payment.status,
    amount: paise(payment.amountPaise),
    expiresAt: payment.expiresAt,
    order: order.status === 'cancelled' ? 'cancelled' : order.paidAt ? 'paid' : 'open',
    money: status?.kind === 'success' ? await findOwner(tx, payment, status.upiTxnId) : 'new',
    now,
  }
}

async function findOwner(tx: Db, payment: PaymentRow, upiTxnId: string): Promise<PaymentState['money']> {
  const owner = await findCaptureOwner(tx, payment.provider, upiTxnId)
  if (owner === undefined) return 'new'
  return owner === payment.id ? 'known' : 'duplicate-reference'
}

type Captured = { money: Money; events: OrderEvents }

type TransitionInput = {
  payment: PaymentRow
  order: OrderRow
  transition: PaymentTransition
  captured?: Captured | undefined
  now: Date
}

async function applyTransition(tx: Db, { payment, order, transition, captured, now }: TransitionInput): Promise<void> {
  switch (transition.act) {
    case 'nothing':
      return
    case 'fail':
      return update(tx, payment, { status: 'failure', remark: transition.remark })
    case 'close':
      await releaseReservations(tx, order.id)
      return update(tx, payment, {
        status: 'expired',
        expiresAt: now < payment.expiresAt ? now : payment.expiresAt,
      })
    case 'await':
      return awaitConfirmation(tx, payment)
    case 'reopen':
      return reopenPayment(tx, payment)
    case 'review':
      return moveToReview(tx, { payment, order, remark: transition.remark })
    case 'refund':
      return applyRefund(tx, { payment, order, transition, ...assertCaptured(captured) })
    case 'pay':
      return applyCapture(tx, { payment, order, late: transition.late, ...assertCaptured(captured), now })
  }
}

function assertCaptured(captured: Captured | undefined): Captured {
  if (!captured) throw new Error('A transition that needs money has none')
  return captured
}

type Payment = Captured & { payment: PaymentRow; order: OrderRow }

type CapturedPayment = Payment & { late: boolean; now: Date }

async function applyCapture(tx: Db, paying: CapturedPayment): Promise<void> {
  await recordCapture(tx, paying.payment, paying.money)
  const settled = await markOrderPaid(tx, paying)
  if (settled !== 'paid')
    await scheduleRefund(tx, {
      ...paying,
      transition: { to: 'review', reason: settled, remark: LATE_REASONS[settled] },
    })
}

type Refund = Payment & { transition: { to: 'review' | 'unchanged'; reason: RefundReason; remark: string } }

async function applyRefund(tx: Db, refund: Refund): Promise<void> {
  await recordCapture(tx, refund.payment, refund.money)
  await scheduleRefund(tx, refund)
}

async function scheduleRefund(tx: Db, { payment, order, money, events, transition }: Refund): Promise<void> {
  const { upiTxnId, amount } = money
  await addRefund(tx, { payment, upiTxnId, amount, reason: transition.reason })
  if (transition.to === 'review') await moveToReview(tx, { payment, order, remark: transition.remark })
  await runHooks(events.refundDue, tx, { order, amountPaise: amount, upiTxnId, reason: transition.reason })
}

async function moveToReview(
  tx: Db,
  { payment, order, remark }: { payment: PaymentRow; order: OrderRow; remark: string },
): Promise<void> {
  // Only an open payment holds a reservation; a newer attempt may hold one now.
  if (isOpenPayment(payment.status)) await releaseReservations(tx, order.id)
  await update(tx, payment, { status: 'review', remark, nextPollAt: null })
}

async function update(tx: Db, payment: PaymentRow, change: Partial<PaymentRow>): Promise<void> {
  await tx.update(payments).set(change).where(eq(payments.id, payment.id))
}

function resultOf(transition: PaymentTransition): PaymentEventResult {
  switch (transition.act) {
    case 'nothing':
      return transition.result
    case 'refund':
      return transition.reason === 'duplicate-payment' ? 'duplicate_payment' : 'review'
    case 'review':
      return 'review'
    default:
      return 'applied'
  }
}
