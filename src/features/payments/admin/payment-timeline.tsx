import { useMutation, useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { formatDayAndTime } from '#src/core/dates.ts'
import { formatAmount } from '#src/core/money.ts'
import { Button } from '#src/ui/forms/button.tsx'
import type { PaymentDetails } from './admin-payments.contract.ts'
import { paymentQuery, recheckPaymentMutation } from './admin-payments.queries.ts'

const RefundDialog = lazy(() =>
  import('#src/features/payments/refunds/refund-dialog.tsx').then((module) => ({ default: module.RefundDialog })),
)

export function PaymentTimeline({ id }: { id: string }) {
  const { data: payment } = useQuery(paymentQuery(id))
  if (!payment) return null
  return (
    <div className="grid gap-4 bg-pearl p-4">
      <ol className="grid gap-4 border-gold-500 border-l-2 pl-4">
        {payment.timeline.map((entry) => (
          <li key={`${entry.at} ${entry.text}`}>
            <p className="[overflow-wrap:anywhere]">
              {entry.text}
              {entry.amount !== null && <span className="amount"> {formatAmount(entry.amount)}</span>}
            </p>
            <time dateTime={entry.at} className="text-cocoa-500 text-meta">
              {formatDayAndTime(entry.at)}
            </time>
            {entry.raw && <RawRecord raw={entry.raw} />}
          </li>
        ))}
      </ol>
      {payment.nextRecheckAt !== null && <RecheckPayment payment={payment} nextRecheckAt={payment.nextRecheckAt} />}
      {payment.received > 0 && <RefundSection payment={payment} />}
    </div>
  )
}

function RawRecord({ raw }: { raw: string }) {
  return (
    <details>
      <summary className="flex min-h-11 cursor-pointer items-center text-meta underline underline-offset-4">
        Raw record
      </summary>
      <pre className="overflow-x-auto whitespace-pre-wrap border border-line bg-white p-3 text-meta [overflow-wrap:anywhere]">
        {indented(raw)}
      </pre>
    </details>
  )
}

function indented(raw: string): string {
  try {
    return JSON.stringify(JSON.parse(raw), null, 2)
  } catch {
    // Not every gateway sends JSON.
    return raw
  }
}

function RecheckPayment({
  payment: { id, pollCount, lastPolledAt },
  nextRecheckAt,
}: {
  payment: PaymentDetails
  nextRecheckAt: string
}) {
  const recheck = useMutation(recheckPaymentMutation)
  return (
    <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
      <Button variant="secondary" size="small" pending={recheck.isPending} onClick={() => recheck.mutate(id)}>
        Check with the bank again
      </Button>
      <p className="text-cocoa-600 text-meta">
        {lastPolledAt
          ? `Checked ${pollCount === 1 ? 'once' : `${pollCount} times`}, last on ${formatDayAndTime(lastPolledAt)}.`
          : 'Not checked with the bank yet.'}
        {` You can check again from ${formatDayAndTime(nextRecheckAt)}.`}
      </p>
    </div>
  )
}

function RefundSection({ payment }: { payment: PaymentDetails }) {
  const [isAsking, setAsking] = useState(false)
  const { received, refunded, refundable } = payment
  return (
    <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
      {refundable > 0 && (
        <Button variant="secondary" size="small" onClick={() => setAsking(true)}>
          Refund
        </Button>
      )}
      <p className="text-cocoa-600 text-meta">
        {formatAmount(received)} received{refunded > 0 && `, ${formatAmount(refunded)} refunded or due`}.
      </p>
      {isAsking && (
        <Suspense>
          <RefundDialog payment={payment} onClose={() => setAsking(false)} />
        </Suspense>
      )}
    </div>
  )
}
