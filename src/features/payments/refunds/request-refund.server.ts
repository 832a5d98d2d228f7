import { eq } from 'drizzle-orm'
import { DomainError } from '#src/core/domain-error.ts'
import { type Paise, paise, rupees } from '#src/core/money.ts'
import { type Db, inTransaction } from '#src/db/database.server.ts'
import { type Actor, recordChange } from '#src/features/audit/record-change.server.ts'
import { listRefundableBalances } from '#src/features/payments/ledger/ledger.server.ts'
import { lockPayment } from '#src/features/payments/payment-record.server.ts'
import { refunds } from '#src/features/payments/payments.table.server.ts'
import { addRefund, moveRefund, type RefundMove, type RefundRow, tooMuch } from './refund-record.server.ts'
import { mayHaveBeenSent, type RefundEvent, transitionRefund } from './refund-state-machine.ts'

type RefundRequest = { paymentId: string; amount: Paise; reason: string; key: string; by: Actor; now: Date }

export async function requestRefund(db: Db, request: RefundRequest): Promise<RefundRow> {
  const { paymentId, amount, reason, key, by, now } = request
  return inTransaction(db, async (tx) => {
    const { payment } = await lockPayment(tx, { id: paymentId })
    const [known] = await tx.select().from(refunds).where(eq(refunds.idempotencyKey, key))
    if (known) return sameRefund(known, request)
    const captures = await listRefundableBalances(tx, payment)
    const capture = captures.find(({ left }) => left >= amount)
    if (!capture) throw tooMuch(paise(Math.max(0, ...captures.map(({ left }) => left))))
    const refund = await addRefund(tx, {
      payment,
      upiTxnId: capture.upiTxnId,
      amount,
      reason: 'admin',
      requested: { key, note: reason, by: by.email, now },
    })
    await recordChange(tx, {
      by,
      entity: 'payment',
      entityId: paymentId,
      action: 'update',
      before: { refunded: rupees(paise(payment.refundedPaise)) },
      after: { refunded: rupees(paise(payment.refundedPaise + amount)), reason },
    })
    return refund
  })
}

function sameRefund(known: RefundRow, { paymentId, amount }: RefundRequest): RefundRow {
  if (known.paymentId !== paymentId || known.amountPaise !== amount)
    throw new DomainError('conflict', 'This key is already taken by another refund.')
  return known
}

type Decided = Omit<RefundMove, 'to'> & { event: RefundEvent }

export async function applyRefundDecision(tx: Db, { event, ...move }: Decided): Promise<RefundRow> {
  const { state, reason } = move.refund
  const transition = transitionRefund(state, event)
  if (!('to' in transition) || (state === 'failed' && reason !== 'admin'))
    throw new DomainError('conflict', 'why' in transition ? transition.why : 'This payment has already been decided.')
  if (transition.to === 'waived' && state === 'due' && mayHaveBeenSent(move.refund))
    throw new DomainError('conflict', 'This money may have been refunded already, so the refund cannot be waived.')
  return moveRefund(tx, { ...move, to: transition.to })
}
