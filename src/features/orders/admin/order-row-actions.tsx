import { useMutation, useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import type { Order } from '#src/features/orders/orders.contract.ts'
import { sectionQuery } from '#src/features/settings/admin/settings-admin.queries.ts'
import { Button } from '#src/ui/forms/button.tsx'
import { changeOrderStatus, markOrderPacked } from './admin-orders.queries.ts'

const ShipOrderDialog = lazy(() =>
  import('#src/features/orders/fulfilment/ship-order-dialog.tsx').then((module) => ({
    default: module.ShipOrderDialog,
  })),
)
const HandOverDialog = lazy(() =>
  import('#src/features/orders/pickup/hand-over-dialog.tsx').then((module) => ({ default: module.HandOverDialog })),
)

const BookCourierDialog = lazy(() =>
  import('#src/features/orders/shipments/book-courier-dialog.tsx').then((module) => ({
    default: module.BookCourierDialog,
  })),
)

type OfOrder = { order: Order }

export function OrderRowActions({ order }: OfOrder) {
  if (order.status !== 'processing') return null
  const isPickup = order.deliveryMethod === 'pickup'
  return (
    <>
      {order.packedAt !== null && (isPickup ? <HandOverButton order={order} /> : <ShipButton order={order} />)}
      {order.packedAt !== null && order.deliveryMethod === 'courier' && <CourierButton order={order} />}
      <PackButton order={order} />
    </>
  )
}

function PackButton({ order }: OfOrder) {
  const pack = useMutation(markOrderPacked)
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

function ShipButton({ order }: OfOrder) {
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

function CourierButton({ order }: OfOrder) {
  const { data: section } = useQuery(sectionQuery('courier'))
  const [isOpen, setOpen] = useState(false)
  if (!section || section.value.service === 'by-hand') return null
  const label = order.tracking ? 'Courier booked' : 'Book courier'
  return (
    <>
      <Button variant="secondary" size="small" aria-label={`${label}: ${order.orderId}`} onClick={() => setOpen(true)}>
        {label}
      </Button>
      {isOpen && (
        <Suspense>
          <BookCourierDialog order={order} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}

function HandOverButton({ order }: OfOrder) {
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <Button size="small" aria-label={`Hand over: ${order.orderId}`} onClick={() => setAsking(true)}>
        Hand over
      </Button>
      {isAsking && (
        <Suspense>
          <HandOverDialog order={order} onClose={() => setAsking(false)} />
        </Suspense>
      )}
    </>
  )
}
