import { formatDayAndTime } from '#src/core/dates.ts'
import { formatPrice } from '#src/core/money.ts'
import { CUSTOM_ORDER_STATUS_NAMES } from '#src/features/custom-orders/custom-order-options.ts'
import type { AdminCustomOrderDetails } from '#src/features/custom-orders/custom-orders.contract.ts'
import { DiamondMark } from '#src/ui/diamond-mark.tsx'

type Moment = AdminCustomOrderDetails['moments'][number]

export function CustomOrderHistory({ order: { moments, createdAt } }: { order: AdminCustomOrderDetails }) {
  return (
    <ol className="grid gap-4">
      {moments.toReversed().map((moment) => (
        <HistoryLine key={moment.id} at={moment.at} title={titleOf(moment)} text={moment.text} />
      ))}
      <HistoryLine at={createdAt} title="Composed and sent to us" text={null} />
    </ol>
  )
}

function HistoryLine({ at, title, text }: { at: string; title: string; text: string | null }) {
  return (
    <li className="grid grid-cols-[auto_minmax(0,1fr)] items-baseline gap-x-3.5 text-small">
      <DiamondMark className="size-2 -translate-y-px bg-gold-500" />
      <span className="font-semibold">{title}</span>
      {text && <p className="wrap-anywhere col-start-2 whitespace-pre-line">{text}</p>}
      <time dateTime={at} className="col-start-2 text-cocoa-600 text-meta">
        {formatDayAndTime(at)}
      </time>
    </li>
  )
}

function titleOf({ kind, actor, to, amount }: Moment): string {
  switch (kind) {
    case 'quote':
      return `Quoted ${formatPrice(amount ?? 0)}`
    case 'accepted':
      return `Accepted by the shopper for ${formatPrice(amount ?? 0)}`
    case 'question':
      return 'The shopper asked'
    case 'answer':
      return 'Answered by the maker'
    case 'status':
      return `${to ? CUSTOM_ORDER_STATUS_NAMES[to] : ''}${BY[actor]}`
  }
}

const BY = { admin: ', by the maker', shopper: ', by the shopper', payment: ', because it was paid' } as const
