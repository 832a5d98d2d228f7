import { useMutation } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import type { Order } from '#src/features/orders/orders.contract.ts'
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

type OfOrder = { order: Order }

export function OrderRowActions({ order }: OfOrder) {
  if (order.status !== 'processing') return null
  const isPickup = order.deliveryMethod === 'pickup'
  return (
    <>
      {order.packedAt !== null && (isPickup ? <HandOverButton order={order} /> : <ShipButton order={order} />)}
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
