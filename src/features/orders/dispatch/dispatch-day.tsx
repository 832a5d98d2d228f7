import { Link } from '@tanstack/react-router'
import { formatDay } from '#src/core/dates.ts'
import { Button } from '#src/ui/forms/button.tsx'
import { EmptyNote, ErrorNote } from '#src/ui/item-list.tsx'
import { type DispatchedOrder, MAX_LISTED_PARCELS } from './dispatch-calendar.contract.ts'

type DispatchDayProps = {
  day: string
  orders: readonly DispatchedOrder[] | undefined
  hasFailed: boolean
  onMove: (order: DispatchedOrder) => void
}

/** The parcels of a day. Each can be dragged onto another day. */
export function DispatchDay({ day, orders, hasFailed, onMove }: DispatchDayProps) {
  return (
    <section aria-label={`Parcels of ${formatDay(day)}`} className="grid gap-3">
      <h3 className="text-heading">{formatDay(day)}</h3>
      {hasFailed && <ErrorNote>We could not load the parcels. Please reload the page.</ErrorNote>}
      {orders?.length === MAX_LISTED_PARCELS && <p>The first {MAX_LISTED_PARCELS} are listed.</p>}
      {orders?.length === 0 && <EmptyNote>No parcel leaves on this day yet.</EmptyNote>}
      {orders && orders.length > 0 && (
        <ul className="divide-y divide-line border border-line bg-white">
          {orders.map((order) => (
            <DispatchedRow key={order.id} order={order} onMove={() => onMove(order)} />
          ))}
        </ul>
      )}
    </section>
  )
}

function DispatchedRow({ order, onMove }: { order: DispatchedOrder; onMove: () => void }) {
  const { id, orderId, customerName, city, isPaid, isMovable } = order
  return (
    <li
      draggable={isMovable}
      onDragStart={(event) => event.dataTransfer.setData('text/plain', id)}
      className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 px-4 py-3 text-small"
    >
      <span className="min-w-0 [overflow-wrap:anywhere]">
        <Link
          to="/admin"
          search={{ tab: 'orders', id }}
          className="-my-2 inline-block py-3 font-semibold underline underline-offset-4"
        >
          {orderId}
        </Link>{' '}
        {customerName}, {city}
        {!isPaid && <span className="text-cocoa-600"> (waiting for payment)</span>}
      </span>
      {isMovable && (
        <Button variant="secondary" size="small" onClick={onMove} aria-label={`Move ${orderId} to another day`}>
          Move
        </Button>
      )}
    </li>
  )
}
