import { Link } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { formatDayAndTime } from '#src/core/dates.ts'
import { formatAmount, formatPrice } from '#src/core/money.ts'
import { formatMobile } from '#src/core/shop-contact.ts'
import type { ConfirmationQueue, PendingConfirmation } from '#src/features/payments/manual-upi/manual-upi.contract.ts'
import { formatWaitingTime } from '#src/features/payments/payment-status.ts'
import { Button } from '#src/ui/forms/button.tsx'
import type { ConfirmationDecision } from './confirmation-dialog.tsx'

const ConfirmationDialog = lazy(() =>
  import('./confirmation-dialog.tsx').then((module) => ({ default: module.ConfirmationDialog })),
)

export function ConfirmationList({ queue: { waiting, dualApprovalAbove, adminCount } }: { queue: ConfirmationQueue }) {
  const [opened, setOpened] = useState<{ payment: PendingConfirmation; decision: ConfirmationDecision } | null>(null)
  if (waiting.length === 0) return null
  return (
    <section aria-labelledby="confirmations" className="grid gap-4">
      <div className="grid gap-1">
        <h2 id="confirmations" className="text-heading">
          To find on the statement
        </h2>
        <p className="text-cocoa-600 text-small">
          Compare with your bank's statement, not with what a customer sends you.{' '}
          {adminCount === 1
            ? `You are the only admin, so your confirmation is enough for every amount. With a second admin, two confirm above ${formatPrice(dualApprovalAbove)}.`
            : `Above ${formatPrice(dualApprovalAbove)} two admins confirm.`}{' '}
          <Link to="/admin" search={{ view: 'settings', id: 'payments' }} className="font-semibold underline">
            Change the limit
          </Link>
        </p>
      </div>
      <ul className="divide-y divide-line border border-line bg-white">
        {waiting.map((payment) => (
          <Row key={payment.payment} payment={payment} onDecide={(decision) => setOpened({ payment, decision })} />
        ))}
      </ul>
      {opened && (
        <Suspense>
          <ConfirmationDialog {...opened} onClose={() => setOpened(null)} />
        </Suspense>
      )}
    </section>
  )
}

type RowProps = { payment: PendingConfirmation; onDecide: (decision: ConfirmationDecision) => void }

function Row({ payment, onDecide }: RowProps) {
  const { amount, utr, orderId, customerName, customerMobile, startedAt, submittedAt, reservedUntil } = payment
  const named = `${formatAmount(amount)} of ${customerName}`
  return (
    <li className="grid gap-x-6 gap-y-3 p-4 text-small lg:grid-cols-[9rem_minmax(0,1fr)_minmax(0,14rem)_auto] lg:items-center">
      <div>
        <p className="amount text-[1.25rem]">{formatAmount(amount)}</p>
        <p className="text-ruby-700 text-meta">{formatWaitingTime(submittedAt, Date.now())}</p>
      </div>
      <div className="[overflow-wrap:anywhere]">
        <p>
          UTR <span className="font-semibold tabular-nums">{utr}</span>
        </p>
        <p className="text-cocoa-600">
          Paid between <time dateTime={startedAt}>{formatDayAndTime(startedAt)}</time> and{' '}
          <time dateTime={submittedAt}>{formatDayAndTime(submittedAt)}</time>
        </p>
        <Remarks payment={payment} />
      </div>
      <div className="text-cocoa-600 [overflow-wrap:anywhere]">
        <p className="text-cocoa-900">{customerName}</p>
        <p>{formatMobile(customerMobile)}</p>
        <p>{orderId}</p>
        <p>{reservedUntil ? `Kept until ${formatDayAndTime(reservedUntil)}` : 'Its items are on sale again.'}</p>
      </div>
      <div className="flex flex-wrap items-center gap-2 lg:max-w-44 lg:flex-col lg:items-stretch">
        <Button size="small" aria-label={`Confirm received ${named}`} onClick={() => onDecide('confirm')}>
          Confirm received
        </Button>
        <Button
          size="small"
          variant="secondary"
          aria-label={`Not received ${named}`}
          onClick={() => onDecide('not-received')}
        >
          Not received
        </Button>
        <Button
          size="small"
          variant="secondary"
          aria-label={`Wrong amount ${named}`}
          onClick={() => onDecide('wrong-amount')}
        >
          Wrong amount
        </Button>
      </div>
    </li>
  )
}

function Remarks({ payment: { looksRecent, needsDualApproval, confirmedBy } }: { payment: PendingConfirmation }) {
  return (
    <>
      {!looksRecent && <p className="text-warn">The number does not look like one of that day.</p>}
      {needsDualApproval && (
        <p className="font-semibold">
          {confirmedBy
            ? `${confirmedBy} has confirmed it. A second admin has to confirm it, too.`
            : 'Two admins have to confirm it.'}
        </p>
      )}
      {!needsDualApproval && confirmedBy && (
        <p className="font-semibold">{`${confirmedBy} has confirmed it. One more confirmation, by any admin, is enough.`}</p>
      )}
    </>
  )
}
