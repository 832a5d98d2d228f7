import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ComponentProps, lazy, Suspense, useState } from 'react'
import { formatDayAndTime } from '#src/core/dates.ts'
import { formatAmount } from '#src/core/money.ts'
import { formatMobile } from '#src/core/shop-contact.ts'
import type { UnmatchedPayment } from '#src/features/payments/admin/admin-payments.contract.ts'
import { issueRefundMutation } from '#src/features/payments/admin/admin-payments.queries.ts'
import { formatWaitingTime } from '#src/features/payments/payment-status.ts'
import { Button } from '#src/ui/forms/button.tsx'
import { LoadMore } from '#src/ui/list-paging.tsx'

const RecordExternalRefundDialog = lazy(() =>
  import('./record-external-refund-dialog.tsx').then((module) => ({ default: module.RecordExternalRefundDialog })),
)
const ResolveReasonDialog = lazy(() =>
  import('./resolve-reason-dialog.tsx').then((module) => ({ default: module.ResolveReasonDialog })),
)

type UnmatchedPaymentsListProps = { waiting: UnmatchedPayment[]; list: ComponentProps<typeof LoadMore>['list'] }

export function UnmatchedPaymentsList({ waiting, list }: UnmatchedPaymentsListProps) {
  const [opened, setOpened] = useState<OpenedDecision | null>(null)
  const close = () => setOpened(null)
  if (waiting.length === 0)
    return <p className="border border-line bg-white p-6 text-cocoa-600">No money waits for a decision.</p>
  return (
    <div className="grid gap-4">
      <ul className="divide-y divide-line border border-line bg-white">
        {waiting.map((money) => (
          <Row key={money.id} money={money} onDecide={(decision) => setOpened({ money, decision })} />
        ))}
      </ul>
      <LoadMore list={list} />
      {opened && (
        <Suspense>
          {opened.decision === 'done-outside' ? (
            <RecordExternalRefundDialog money={opened.money} onClose={close} />
          ) : (
            <ResolveReasonDialog money={opened.money} decision={opened.decision} onClose={close} />
          )}
        </Suspense>
      )}
    </div>
  )
}

type Decision = Exclude<UnmatchedPayment['can'][number], 'send-back'>
type OpenedDecision = { money: UnmatchedPayment; decision: Decision }
type RowProps = { money: UnmatchedPayment; onDecide: (decision: Decision) => void }

function Row({ money, onDecide }: RowProps) {
  const { amount, what, at, orderId, customerName, customerMobile, upiTxnId, payment } = money
  return (
    <li className="grid gap-x-6 gap-y-2 p-4 text-small lg:grid-cols-[9rem_minmax(0,1fr)_minmax(0,14rem)_auto] lg:items-center">
      <div>
        <p className="amount text-[1.25rem]">{formatAmount(amount)}</p>
        <p className="text-ruby-700 text-meta">{formatWaitingTime(at, Date.now())}</p>
      </div>
      <div className="[overflow-wrap:anywhere]">
        <p className="font-semibold">{what}</p>
        <p className="text-cocoa-600">
          {upiTxnId && `UPI reference ${upiTxnId}, `}
          <time dateTime={at}>{formatDayAndTime(at)}</time>
        </p>
      </div>
      <div className="text-cocoa-600 [overflow-wrap:anywhere]">
        {customerName && <p className="text-cocoa-900">{customerName}</p>}
        {customerMobile && <p>{formatMobile(customerMobile)}</p>}
        {orderId && <p>{orderId}</p>}
      </div>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2 lg:justify-end">
        {payment && (
          <Link
            to="/admin/payments"
            search={{ id: payment }}
            className="inline-flex min-h-11 items-center font-semibold underline underline-offset-4"
          >
            Timeline
          </Link>
        )}
        <Decisions money={money} onDecide={onDecide} />
      </div>
    </li>
  )
}

function Decisions({ money: { id, kind, amount, can }, onDecide }: RowProps) {
  const back = useMutation(issueRefundMutation)
  const rupees = formatAmount(amount)
  const leave = kind === 'event' ? 'Nothing to refund' : 'Waive refund'
  const quiet = can.includes('send-back') || can.includes('accept') ? 'secondary' : undefined
  return (
    <>
      {can.includes('accept') && (
        <Button size="small" aria-label={`Accept ${rupees}`} onClick={() => onDecide('accept')}>
          Accept
        </Button>
      )}
      {can.includes('send-back') && (
        <Button
          size="small"
          variant={can.includes('accept') ? 'secondary' : undefined}
          aria-label={`Refund ${rupees}`}
          pending={back.isPending}
          onClick={() => back.mutate(id)}
        >
          Refund
        </Button>
      )}
      {can.includes('done-outside') && (
        <Button
          size="small"
          variant={quiet}
          aria-label={`Mark ${rupees} as refunded by hand`}
          onClick={() => onDecide('done-outside')}
        >
          Refunded by hand
        </Button>
      )}
      {can.includes('keep') && (
        <Button size="small" variant="secondary" aria-label={`${leave}: ${rupees}`} onClick={() => onDecide('keep')}>
          {leave}
        </Button>
      )}
    </>
  )
}
