import { eq } from 'drizzle-orm'
import { formatDayAndTime, formatTime } from '#src/core/dates.ts'
import { DomainError } from '#src/core/domain-error.ts'
import { formatAmount, rupees } from '#src/core/money.ts'
import { inTransaction, onlyRow } from '#src/db/database.server.ts'
import { type Actor, recordChange } from '#src/features/audit/record-change.server.ts'
import type { GatewayEvent } from '#src/features/payments/gateways/payment-gateway.server.ts'
import type { PaymentContext } from '#src/features/payments/initiate-payment.server.ts'
import { MANUAL_UPI } from '#src/features/payments/manual-upi/utr.ts'
import type { PaymentRow } from '#src/features/payments/payment-record.server.ts'
import { computeRecheckAt } from '#src/features/payments/payment-state-machine.ts'
import { toPublicStatus } from '#src/features/payments/payment-status.ts'
import { payments } from '#src/features/payments/payments.table.server.ts'
import { applyPollResult, fetchGatewayStatus, leasePoll } from '#src/features/payments/polling/poll-gateway.server.ts'
import type { RecheckResult } from './admin-payments.contract.ts'

export async function recheckPayment(
  context: PaymentContext,
  { paymentId, by }: { paymentId: string; by: Actor },
): Promise<RecheckResult> {
  const { db, now } = context
  const claimed = await inTransaction(db, async (tx) => {
    const [payment] = await tx.select().from(payments).where(eq(payments.id, paymentId)).for('update')
    if (!payment) throw new DomainError('not-found', 'Payment not found.')
    if (payment.provider === MANUAL_UPI)
      throw new DomainError('conflict', 'You see this payment only in your own bank account. Please look there.')
    rejectEarlyRecheck(payment, now())
    const count = (pollCount: number) => ({ polls: pollCount })
    await recordChange(tx, {
      by,
      entity: 'payment',
      entityId: payment.id,
      action: 'update',
      before: count(payment.pollCount),
      after: count(payment.pollCount + 1),
    })
    return leasePoll(tx, payment, now())
  })
  const answer = await fetchGatewayStatus(context, claimed.payment)
  await applyPollResult(context, claimed, answer)
  const after = onlyRow(await db.select().from(payments).where(eq(payments.id, paymentId)))
  return {
    status: toPublicStatus(after.status),
    message: describeGatewayStatus(answer),
    nextRecheckAt: computeRecheckAt(after).toISOString(),
  }
}

function rejectEarlyRecheck(payment: PaymentRow, now: Date): void {
  const nextRecheckAt = computeRecheckAt(payment)
  if (nextRecheckAt <= now) return
  const last = payment.lastPolledAt
    ? `The bank was last checked at ${formatTime(payment.lastPolledAt.toISOString())}. `
    : ''
  const when = formatDayAndTime(nextRecheckAt.toISOString())
  throw new DomainError('conflict', `${last}The bank allows the next check on ${when}.`, {
    nextRecheckAt: nextRecheckAt.toISOString(),
  })
}

function describeGatewayStatus(answer: GatewayEvent | undefined): string {
  if (!answer) return 'The bank did not answer, or does not know this payment.'
  switch (answer.status?.kind) {
    case 'success':
      return `The bank reports ${formatAmount(rupees(answer.status.amount))} paid under ${answer.status.upiTxnId}.`
    case 'failure':
      return `The bank reports that the payment failed: ${answer.status.reason ?? 'no reason given'}.`
    case 'pending':
      return 'The bank reports that this payment is not paid yet.'
    default:
      return "The bank's answer could not be read."
  }
}
