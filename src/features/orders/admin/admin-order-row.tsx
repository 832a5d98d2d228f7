import { useMutation, useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { formatDayAndTime } from '#src/core/dates.ts'
import { formatAmount } from '#src/core/money.ts'
import { formatMobile } from '#src/core/shop-contact.ts'
import { OrderStatusBadge } from '#src/features/orders/order-status-badge.tsx'
import type { Order } from '#src/features/orders/orders.contract.ts'
import { Button } from '#src/ui/forms/button.tsx'
import { StatusBadge } from '#src/ui/status-badge.tsx'
import { AdminOrderDetails } from './admin-order-details.tsx'
import { adminOrderQuery, changeOrderStatus, markOrderPacked } from './admin-orders.queries.ts'
import { OrderStatusSelect } from './order-status-select.tsx'

const ShipOrderDialog = lazy(() =>
  import('#src/features/orders/fulfilment/ship-order-dialog.tsx').then((module) => ({
    default: module.ShipOrderDialog,
  })),
)

type AdminOrderRowProps = {
  order: Order
  isOpen: boolean
  onToggle: () => void
  isChosen: boolean
  onChoose: (isChosen: boolean) => void
}

export function AdminOrderRow({ order, isOpen, onToggle, isChosen, onChoose }: AdminOrderRowProps) {
  const details = `details-${order.id}`
  return (
    <li className="[overflow-wrap:anywhere]">
      <article
        aria-label={`Order ${order.orderId}`}
        className="grid grid-cols-[auto_1fr_auto] gap-x-3 gap-y-3 p-4 lg:grid-cols-[auto_12rem_1.2fr_1.6fr_6.5rem_13rem] lg:gap-x-6"
      >
        <label className="-mt-2.5 -ml-2.5 grid size-11 cursor-pointer place-items-center">
          <span className="sr-only">Choose {order.orderId}</span>
          <input
            type="checkbox"
            checked={isChosen}
            onChange={(event) => onChoose(event.target.checked)}
            className="size-5 accent-cocoa-900"
          />
        </label>
        <div>
          <h3 className="font-sans font-semibold text-small tracking-normal">{order.orderId}</h3>
          <p className="text-cocoa-600 text-meta">{formatDayAndTime(order.createdAt)}</p>
          <div className="mt-1.5 flex flex-wrap gap-1.5">
            <OrderStatusBadge {...order} />
            {order.packedAt && order.status === 'processing' && <StatusBadge tone="ok">Packed</StatusBadge>}
          </div>
        </div>
        <p className="amount text-right lg:order-4">{formatAmount(order.total)}</p>
        <Customer order={order} />
        <Items order={order} />
        <div className="col-span-full flex flex-wrap items-center gap-x-5 gap-y-3 lg:order-5 lg:col-span-1 lg:grid">
          {!order.awaitingPayment && <OrderStatusSelect order={order} />}
          {order.status === 'processing' && order.packedAt !== null && <ShipButton order={order} />}
          <PackButton order={order} />
          <Button
            variant="link"
            aria-expanded={isOpen}
            aria-controls={details}
            aria-label={`${isOpen ? 'Hide' : 'View'} details of ${order.orderId}`}
            onClick={onToggle}
            className="justify-self-start text-small"
          >
            {isOpen ? 'Hide details' : 'View details'}
          </Button>
        </div>
      </article>
      <div id={details}>{isOpen && <Details id={order.id} />}</div>
    </li>
  )
}

function Customer({ order: { customerName, customerPhone, shippingAddress: to } }: { order: Order }) {
  const receiver = `${to.firstName} ${to.lastName}`
  return (
    <div className="col-span-full text-small lg:order-2 lg:col-span-1">
      <p className="font-semibold">{customerName}</p>
      <p className="text-cocoa-600">
        {receiver !== customerName && `${receiver}, `}
        {`${to.city}, ${to.state} `}
        <span className="whitespace-nowrap">{to.pincode}</span>
      </p>
      <a
        href={`tel:${customerPhone}`}
        className="inline-flex min-h-11 items-center underline underline-offset-4 lg:min-h-8"
      >
        {formatMobile(customerPhone)}
      </a>
    </div>
  )
}

function Items({ order }: { order: Order }) {
  return (
    <ul className="col-span-full text-small lg:order-3 lg:col-span-1">
      {order.items.map((item) => (
        <li key={item.id}>
          {item.quantity} × {item.product.name}
        </li>
      ))}
      {order.notes && <li className="mt-1 line-clamp-3 font-voice text-cocoa-600 italic">“{order.notes}”</li>}
    </ul>
  )
}

function PackButton({ order }: { order: Order }) {
  const pack = useMutation(markOrderPacked)
  if (order.status !== 'processing') return null
  const packed = order.packedAt === null
  return (
    <Button
      variant={packed ? 'primary' : 'secondary'}
      size="small"
      pending={pack.isPending}
      aria-label={`${packed ? 'Mark packed' : 'Not packed after all'}: ${order.orderId}`}
      onClick={() => pack.mutate({ id: order.id, packed })}
    >
      {packed ? 'Mark packed' : 'Not packed after all'}
    </Button>
  )
}

function ShipButton({ order }: { order: Order }) {
  const change = useMutation(changeOrderStatus)
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <Button
        size="small"
        pending={change.isPending}
        aria-label={`Mark shipped: ${order.orderId}`}
        onClick={() => setAsking(true)}
      >
        Mark shipped
      </Button>
      {isAsking && (
        <Suspense>
          <ShipOrderDialog
            order={order}
            onClose={() => setAsking(false)}
            onConfirm={(tracking) => {
              setAsking(false)
              change.mutate({ id: order.id, status: 'shipped', tracking })
            }}
          />
        </Suspense>
      )}
    </>
  )
}

function Details({ id }: { id: string }) {
  const { data: order } = useQuery(adminOrderQuery(id))
  return order ? <AdminOrderDetails order={order} /> : null
}
