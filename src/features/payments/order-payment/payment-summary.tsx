import { formatDayAndTime } from '#src/core/dates.ts'
import { formatAmount } from '#src/core/money.ts'
import type { OrderPayment } from '#src/features/orders/orders.contract.ts'
import { CONFIRMATION_TIME_TEXT } from '#src/features/payments/manual-upi/utr.ts'
import { REFUND_TIME_TEXT } from '#src/features/settings/policies/policy-text.ts'

export function PaymentSummary({ payment }: { payment: OrderPayment }) {
  const { upiTxnId, paidAt, byHand, unused } = payment
  const refund = describeRefund(payment)
  return (
    <dl className="grid gap-3 text-small">
      <Fact name="Status">{describeStatus(payment)}</Fact>
      {byHand?.utr && <Fact name="Your UTR">{byHand.utr}</Fact>}
      {paidAt && (
        <Fact name="Paid on">
          <time dateTime={paidAt}>{formatDayAndTime(paidAt)}</time>
        </Fact>
      )}
      {upiTxnId && <Fact name="UPI reference">{upiTxnId}</Fact>}
      {unused.map(({ at, amount, why }) => (
        <Fact key={at} name="Received">
          {formatAmount(amount)} on <time dateTime={at}>{formatDayAndTime(at)}</time>. {why}
        </Fact>
      ))}
      {refund && <Fact name="Refund">{refund}</Fact>}
    </dl>
  )
}

const WORDS: Record<string, string> = {
  success: 'Paid by UPI',
  pending: 'Waiting for your payment',
  failure: 'Failed',
  expired: 'Not paid in time',
  cancelled: 'Cancelled',
  review: 'We are checking this payment and will write to you.',
  refunded: 'Refunded',
}

function describeStatus({ status, paidAt, byHand, unused, refundDue }: OrderPayment): string {
  if (byHand?.utr) return CONFIRMATION_TIME_TEXT
  const isReturned = !paidAt && unused.length > 0 && (status === 'review' || status === 'cancelled')
  if (isReturned) return refundDue > 0 ? 'Your money goes back to you' : 'Your money went back to you'
  return WORDS[status] ?? status
}

function describeRefund({ refunded, refundDue }: OrderPayment): string {
  const done = refunded > 0 && `We refunded ${formatAmount(refunded)}.`
  const due = refundDue > 0 && `We will refund ${formatAmount(refundDue)}. ${REFUND_TIME_TEXT}`
  return [done, due].filter(Boolean).join(' ')
}

function Fact({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <div>
      <dt className="text-cocoa-600 text-meta">{name}</dt>
      <dd className="[overflow-wrap:anywhere]">{children}</dd>
    </div>
  )
}
