import { formatDayAndTime } from '#src/core/dates.ts'
import { canBeTracked } from '#src/features/orders/order-status.ts'
import type { Order, OrderDetails } from '#src/features/orders/orders.contract.ts'
import { DiamondMark } from '#src/ui/diamond-mark.tsx'

export function OrderTracking({ order: { tracking, status } }: { order: Pick<Order, 'tracking' | 'status'> }) {
  if (!tracking || !canBeTracked(status)) return null
  return (
    <p className="text-small [overflow-wrap:anywhere]">
      {`Shipped with ${tracking.courier}, tracking number `}
      {tracking.page ? (
        <a href={tracking.page} target="_blank" rel="noreferrer" className="font-semibold underline underline-offset-4">
          {tracking.number}
        </a>
      ) : (
        <span className="font-semibold">{tracking.number}</span>
      )}
    </p>
  )
}

/** What happened to an order, oldest first. */
export function OrderTimeline({ events }: { events: OrderDetails['timeline'] }) {
  return (
    <ol className="grid gap-4">
      {events.map(({ at, kind, text }) => (
        <li key={`${kind} ${at}`} className="grid grid-cols-[auto_1fr] items-baseline gap-x-3.5 text-small">
          <DiamondMark className="size-2 -translate-y-px bg-gold-500" />
          <span className="font-semibold">{text}</span>
          <time dateTime={at} className="col-start-2 text-cocoa-600 text-meta">
            {formatDayAndTime(at)}
          </time>
        </li>
      ))}
    </ol>
  )
}
