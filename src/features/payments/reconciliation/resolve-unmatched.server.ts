import { and, eq } from 'drizzle-orm'
import { DomainError } from '#src/core/domain-error.ts'
import { paise, rupees } from '#src/core/money.ts'
import { type Db, inTransaction, onlyRow } from '#src/db/database.server.ts'
import { type Actor, recordChange } from '#src/features/audit/record-change.server.ts'
import type { OrderRow } from '#src/features/orders/orders.server.ts'
import type { PaymentContext } from '#src/features/payments/initiate-payment.server.ts'
import { paymentCaptures } from '#src/features/payments/ledger/ledger.table.server.ts'
import { forbidSelfApproval } from '#src/features/payments/manual-upi/confirmation/dual-approval.server.ts'
import { markOrderPaid } from '#src/features/payments/order-payment/order-outcome.server.ts'
import { checkAcceptance } from '#src/features/payments/payment-state-machine.ts'
import { paymentEvents } from '#src/features/payments/payments.table.server.ts'
import { addRefund, lockRefund, type RefundRow } from '#src/features/payments/refunds/refund-record.server.ts'
import { applyRefundDecision } from '#src/features/payments/refunds/request-refund.server.ts'
import { dismissUnmatched } from './unmatched-payments.server.ts'

type Decision = { id: RefundRow['id']; by: Actor }

const SEND_BACK = 'Send back'

export async function issueRefund({ db, gateway, now }: PaymentContext, { id, by }: Decision): Promise<void> {
  await inTransaction(db, async (tx) => {
    const { payment, refund } = await lockRefund(tx, id)
    if (!gateway.refund || refund.provider !== gateway.name)
      throw new DomainError('conflict', 'This refund can only be made by hand.')
    if (refund.state === 'failed') {
      await applyRefundDecision(tx, {
        refund,
        event: { type: 'waived' },
        by: by.email,
        now: now(),
        note: 'Requested again',
      })
      const { orderId, upiTxnId, amountPaise, reason, note } = refund
      const requested = { note: note ?? SEND_BACK, by: by.email, now: now() }
      await addRefund(tx, { payment, orderId, upiTxnId, amount: paise(amountPaise), reason, requested })
    } else {
      const event = { type: 'send-back' } as const
      await applyRefundDecision(tx, { refund, event, by: by.email, now: now(), note: SEND_BACK, nextAttemptAt: now() })
    }
    await logDecision(tx, { by, refund, after: 'send back' })
  })
}

/** Waives a failed refund that was optional, or dismisses an event that reported another payment's money. */
export async function waiveRefund(
  { db, now }: PaymentContext,
  { id, by, reason }: Decision & { reason: string },
): Promise<void> {
  await inTransaction(db, async (tx) => {
    if ((await tx.$count(paymentEvents, eq(paymentEvents.id, id))) > 0)
      return dismissUnmatched(tx, { id, by, reason, now: now() })
    const { refund } = await lockRefund(tx, id)
    if (refund.reason !== 'admin') throw new DomainError('conflict', 'This refund is owed and cannot be waived.')
    await applyRefundDecision(tx, { refund, event: { type: 'waived' }, by: by.email, now: now(), note: reason })
    await logDecision(tx, { by, refund, after: 'kept', reason })
  })
}

/** Pays the order with money under review and refunds any excess. A wrong amount needs another admin. */
export async function acceptPayment(
  context: PaymentContext,
  { id, by, reason }: Decision & { reason: string },
): Promise<void> {
  const now = context.now()
  await inTransaction(context.db, async (tx) => {
    const { order, payment, refund } = await lockRefund(tx, id)
    const money = await loadReviewedMoney(tx, refund)
    const late = money.paidAt > payment.expiresAt
    const acceptance = checkAcceptance(
      { status: payment.status, amount: paise(payment.amountPaise), order: standingOf(order) },
      { amount: paise(money.amountPaise), currency: money.currency },
    )
    if (acceptance.act === 'refuse') throw new DomainError('conflict', acceptance.why)
    await forbidSelfApproval(tx, { payment, refund, by })
    await applyRefundDecision(tx, { refund, event: { type: 'waived' }, by: by.email, now, note: reason })
    const settled = await markOrderPaid(tx, { payment, order, money, late, events: context.events, now })
    if (settled !== 'paid') throw new DomainError('conflict', GONE[settled])
    if (acceptance.excess > 0)
      await addRefund(tx, {
        payment,
        upiTxnId: money.upiTxnId,
        amount: acceptance.excess,
        reason: 'overpayment',
        ...(context.gateway.refund && { requested: { note: reason, by: by.email, now } }),
      })
    await logDecision(tx, { by, refund, after: 'accepted', reason })
  })
}

const GONE = {
  'sold-out': 'This order is no longer in stock.',
  'promo-gone': 'The promo code of this order is used up.',
}

const standingOf = ({ status, paidAt }: OrderRow) => (status === 'cancelled' ? 'cancelled' : paidAt ? 'paid' : 'open')

async function loadReviewedMoney(tx: Db, { provider, upiTxnId }: RefundRow) {
  return onlyRow(
    await tx
      .select()
      .from(paymentCaptures)
      .where(and(eq(paymentCaptures.provider, provider), eq(paymentCaptures.upiTxnId, upiTxnId))),
  )
}

type Logged = { by: Actor; refund: RefundRow; after: string; reason?: string }

async function logDecision(tx: Db, { by, refund, after, reason }: Logged): Promise<void> {
  await recordChange(tx, {
    by,
    entity: 'payment',
    entityId: refund.paymentId,
    action: 'update',
    before: { refund: refund.state },
    after: { refund: after, amount: rupees(paise(refund.amountPaise)), ...(reason && { reason }) },
  })
}
