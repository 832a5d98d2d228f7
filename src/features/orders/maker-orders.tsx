import { useMutation } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { formatDayAndTime } from '#src/core/dates.ts'
import { formatAmount } from '#src/core/money.ts'
import { SelectField } from '#src/ui/select.tsx'
import { isStepBackwards } from './order-status.rules.ts'
import type { Order } from './orders.contract.ts'
import { changeOrderStatus } from './orders.queries.ts'
import { ADMIN_ORDER_STATUSES } from './orders.rules.ts'

const StatusReasonDialog = lazy(() =>
  import('./status-reason-dialog.tsx').then((module) => ({ default: module.StatusReasonDialog })),
)

/** The maker's list of orders. Those that wait for their money stand apart: there is nothing to pack yet. */
export function MakerOrders({ orders }: { orders: Order[] }) {
  const [showsUnpaid, setShowsUnpaid] = useState(false)
  const unpaid = orders.filter((order) => order.awaitingPayment)
  const shown = showsUnpaid ? unpaid : orders.filter((order) => !order.awaitingPayment)
  return (
    <div className="grid gap-4">
      <fieldset className="flex gap-2">
        <legend className="sr-only">Which orders</legend>
        <FilterButton pressed={!showsUnpaid} onClick={() => setShowsUnpaid(false)}>
          Paid ({orders.length - unpaid.length})
        </FilterButton>
        <FilterButton pressed={showsUnpaid} onClick={() => setShowsUnpaid(true)}>
          Awaiting payment ({unpaid.length})
        </FilterButton>
      </fieldset>
      {shown.length === 0 ? (
        <p className="border border-line bg-white p-6 text-cocoa-600">
          {showsUnpaid
            ? 'Nobody is paying right now.'
            : 'No orders yet. The first one appears here as soon as it is paid.'}
        </p>
      ) : (
        <ul className="divide-y divide-line border border-line bg-white">
          {shown.map((order) => (
            <OrderRow key={order.id} order={order} />
          ))}
        </ul>
      )}
    </div>
  )
}

function FilterButton({ pressed, ...button }: { pressed: boolean; onClick: () => void; children: React.ReactNode }) {
  return (
    <button
      type="button"
      aria-pressed={pressed}
      {...button}
      className="min-h-11 rounded-control border border-line-strong px-4 text-small aria-pressed:border-cocoa-900 aria-pressed:bg-cocoa-900 aria-pressed:text-pearl"
    />
  )
}

function OrderRow({ order }: { order: Order }) {
  const { firstName, lastName, city, state, pincode } = order.shippingAddress
  return (
    <li className="grid gap-3 p-4 lg:grid-cols-[1.2fr_1.4fr_2fr_auto_12rem] lg:items-center lg:gap-6">
      <div>
        <h3 className="font-sans font-semibold text-small tracking-normal [overflow-wrap:anywhere]">{order.orderId}</h3>
        <p className="text-cocoa-500 text-meta">{formatDayAndTime(order.createdAt)}</p>
      </div>
      <div className="text-small">
        <p className="font-semibold">{order.customerName}</p>
        <p className="text-cocoa-600">
          {firstName} {lastName}, {city}, {state} {pincode}
        </p>
        <p className="text-cocoa-600">{order.customerPhone}</p>
      </div>
      <ul className="text-small">
        {order.items.map((item) => (
          <li key={item.id}>
            {item.quantity} × {item.product.name}
          </li>
        ))}
        {order.notes && <li className="font-voice text-cocoa-600 italic">“{order.notes}”</li>}
      </ul>
      <p className="amount lg:text-right">{formatAmount(order.total)}</p>
      <StatusSelect order={order} />
    </li>
  )
}

type MakerStatus = (typeof ADMIN_ORDER_STATUSES)[number]

function StatusSelect({ order }: { order: Order }) {
  const change = useMutation(changeOrderStatus)
  const [asking, setAsking] = useState<MakerStatus | null>(null)
  const offered = ADMIN_ORDER_STATUSES.some((status) => status === order.status)
  function choose(status: MakerStatus | undefined) {
    if (!status || status === order.status) return
    if (status === 'cancelled' || isStepBackwards(order.status, status)) setAsking(status)
    else change.mutate({ id: order.id, status })
  }
  return (
    <>
      <SelectField
        label={`Status of ${order.orderId}`}
        labelHidden
        value={order.status}
        disabled={change.isPending}
        onChange={(event) => choose(ADMIN_ORDER_STATUSES.find((status) => status === event.target.value))}
      >
        {!offered && (
          <option value={order.status} disabled>
            {order.status}
          </option>
        )}
        {ADMIN_ORDER_STATUSES.map((status) => (
          <option key={status}>{status}</option>
        ))}
      </SelectField>
      {asking && (
        <Suspense>
          <StatusReasonDialog
            order={order}
            to={asking}
            onClose={() => setAsking(null)}
            onConfirm={(reason) => {
              setAsking(null)
              change.mutate({ id: order.id, status: asking, reason })
            }}
          />
        </Suspense>
      )}
    </>
  )
}
