import { formatDayAndTime } from '#src/core/dates.ts'
import { formatPrice } from '#src/core/money.ts'
import { CUSTOM_ORDER_STATUS_NAMES } from '#src/features/custom-orders/custom-order-options.ts'
import type { AdminCustomOrderDetails } from '#src/features/custom-orders/custom-orders.contract.ts'
import { DiamondMark } from '#src/ui/diamond-mark.tsx'

type HistoryEvent = AdminCustomOrderDetails['events'][number]

export function CustomOrderHistory({ order: { events, createdAt, kind } }: { order: AdminCustomOrderDetails }) {
  return (
    <ol className="grid gap-4">
      {events.toReversed().map((event) => (
        <HistoryLine key={event.id} at={event.at} title={titleOf(event)} text={event.text} />
      ))}
      <HistoryLine at={createdAt} title={kind === 'bulk' ? 'Sent to us' : 'Composed and sent to us'} text={null} />
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

function titleOf({ kind, actor, to, amount }: HistoryEvent): string {
  switch (kind) {
    case 'quote':
      return `Quoted ${formatPrice(amount ?? 0)}`
    case 'accepted':
      return `Accepted by the customer for ${formatPrice(amount ?? 0)}`
    case 'question':
      return 'Question from the customer'
    case 'answer':
      return 'Answered by an admin'
    case 'status':
      return `${to ? CUSTOM_ORDER_STATUS_NAMES[to] : ''}${ACTOR_TEXTS[actor]}`
  }
}

const ACTOR_TEXTS = { admin: ', by an admin', customer: ', by the customer', payment: ', because it was paid' } as const
