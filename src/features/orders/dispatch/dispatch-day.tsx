import { Link } from '@tanstack/react-router'
import { formatDay } from '#src/core/dates.ts'
import type { DeliveryMethod, HeatChoice } from '#src/core/delivery/delivery-rules.ts'
import { Button } from '#src/ui/forms/button.tsx'
import { EmptyNote, ErrorNote } from '#src/ui/item-list.tsx'
import { StatusBadge, type StatusTone } from '#src/ui/status-badge.tsx'
import { type DayOfDispatch, type DispatchedOrder, MAX_LISTED_PARCELS } from './dispatch-calendar.contract.ts'
import { formatWork } from './months.ts'

type DispatchDayProps = {
  day: string
  planned: DayOfDispatch | undefined
  hasFailed: boolean
  onMove: (order: DispatchedOrder) => void
}

/** The parcels and the work of a day. Each parcel can be dragged onto another day. */
export function DispatchDay({ day, planned, hasFailed, onMove }: DispatchDayProps) {
  const orders = planned?.parcels
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
      {planned && planned.crafting.length > 0 && <Crafting crafting={planned.crafting} />}
    </section>
  )
}

function Crafting({ crafting }: Pick<DayOfDispatch, 'crafting'>) {
  return (
    <>
      <h4 className="mt-3 font-semibold">
        To craft: {formatWork(crafting.reduce((sum, { minutes }) => sum + minutes, 0))}
      </h4>
      <ul className="divide-y divide-line border border-line bg-white">
        {crafting.map(({ id, orderId, name, minutes, isPaid }) => (
          <li key={`${id} ${name}`} className="px-4 py-3 text-small [overflow-wrap:anywhere]">
            <span className="font-semibold tabular-nums">{formatWork(minutes)}</span> for {name},{' '}
            <Link
              to="/admin"
              search={{ tab: 'orders', id }}
              className="-my-2 inline-block py-3 underline underline-offset-4"
            >
              {orderId}
            </Link>
            {!isPaid && <Unpaid />}
          </li>
        ))}
      </ul>
    </>
  )
}

const Unpaid = () => <span className="text-cocoa-600"> (waiting for payment)</span>

type Mark = readonly [tone: StatusTone, text: string]

const METHOD_MARKS: Record<DeliveryMethod, Mark | null> = {
  courier: null,
  pickup: ['info', 'Pickup'],
  'same-day': ['warn', 'Same day'],
}

const HEAT_MARKS: Record<HeatChoice, Mark> = {
  'cool-pack': ['info-outlined', 'Cool pack'],
  wait: ['warn', 'Held for heat'],
}

function DispatchedRow({ order, onMove }: { order: DispatchedOrder; onMove: () => void }) {
  const { id, orderId, customerName, city, isPaid, isMovable } = order
  const marks = [METHOD_MARKS[order.deliveryMethod], order.heat && HEAT_MARKS[order.heat]].filter(
    (mark) => mark !== null,
  )
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
        {!isPaid && <Unpaid />}
        {marks.length > 0 && (
          <span className="flex flex-wrap gap-x-5">
            {marks.map(([tone, text]) => (
              <StatusBadge key={text} tone={tone}>
                {text}
              </StatusBadge>
            ))}
          </span>
        )}
      </span>
      {isMovable && (
        <Button variant="secondary" size="small" onClick={onMove} aria-label={`Move ${orderId} to another day`}>
          Move
        </Button>
      )}
    </li>
  )
}
