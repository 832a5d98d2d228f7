import { useMutation, useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import type { Order, Tracking } from '#src/features/orders/orders.contract.ts'
import { sectionQuery } from '#src/features/settings/admin/settings-admin.queries.ts'
import { Button } from '#src/ui/forms/button.tsx'
import { changeOrderStatus, markOrderPacked } from './admin-orders.queries.ts'

const StatusReasonDialog = lazy(() =>
  import('./status-reason-dialog.tsx').then((module) => ({ default: module.StatusReasonDialog })),
)
const ShipOrderDialog = lazy(() =>
  import('#src/features/orders/fulfilment/ship-order-dialog.tsx').then((module) => ({
    default: module.ShipOrderDialog,
  })),
)
const HandOverDialog = lazy(() =>
  import('#src/features/orders/pickup/hand-over-dialog.tsx').then((module) => ({ default: module.HandOverDialog })),
)
const DeliveredDialog = lazy(() =>
  import('./status-reason-dialog.tsx').then((module) => ({ default: module.DeliveredDialog })),
)
const BookCourierDialog = lazy(() =>
  import('#src/features/orders/shipments/book-courier-dialog.tsx').then((module) => ({
    default: module.BookCourierDialog,
  })),
)

type OfOrder = { order: Order }

export function OrderRowActions({ order }: OfOrder) {
  if (order.awaitingPayment) return <CancelUnpaidButton order={order} />
  if (order.status === 'shipped') return <DeliveredButton order={order} />
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

function CancelUnpaidButton({ order }: OfOrder) {
  const { mutate, isPending } = useMutation(changeOrderStatus)
  const confirm = (reason: string) => mutate({ id: order.id, status: 'cancelled', reason })
  return (
    <AskingButton order={order} label="Cancel order" variant="secondary" pending={isPending}>
      {(close) => (
        <StatusReasonDialog order={order} to="cancelled" onClose={close} onConfirm={before(close, confirm)} />
      )}
    </AskingButton>
  )
}

function ShipButton({ order }: OfOrder) {
  const { mutate, isPending } = useMutation(changeOrderStatus)
  const confirm = (tracking?: Tracking) => mutate({ id: order.id, status: 'shipped', tracking })
  return (
    <AskingButton order={order} label="Mark shipped" pending={isPending}>
      {(close) => <ShipOrderDialog order={order} onClose={close} onConfirm={before(close, confirm)} />}
    </AskingButton>
  )
}

function DeliveredButton({ order }: OfOrder) {
  const { mutate, isPending } = useMutation(changeOrderStatus)
  const confirm = () => mutate({ id: order.id, status: 'completed' })
  return (
    <AskingButton order={order} label="Mark delivered" pending={isPending}>
      {(close) => <DeliveredDialog order={order} onClose={close} onConfirm={before(close, confirm)} />}
    </AskingButton>
  )
}

function CourierButton({ order }: OfOrder) {
  const { data: section } = useQuery(sectionQuery('courier'))
  if (!section || section.value.service === 'by-hand') return null
  return (
    <AskingButton order={order} label={order.tracking ? 'Courier booked' : 'Book courier'} variant="secondary">
      {(close) => <BookCourierDialog order={order} onClose={close} />}
    </AskingButton>
  )
}

function HandOverButton({ order }: OfOrder) {
  return (
    <AskingButton order={order} label="Hand over">
      {(close) => <HandOverDialog order={order} onClose={close} />}
    </AskingButton>
  )
}

function before<Given extends unknown[]>(close: () => void, confirm: (...given: Given) => void) {
  return (...given: Given) => {
    close()
    confirm(...given)
  }
}

type AskingButtonProps = OfOrder & {
  label: string
  variant?: 'primary' | 'secondary'
  pending?: boolean
  children: (close: () => void) => ReactNode
}

function AskingButton({ order, label, variant = 'primary', pending = false, children }: AskingButtonProps) {
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <Button
        variant={variant}
        size="small"
        pending={pending}
        aria-label={`${label}: ${order.orderId}`}
        onClick={() => setAsking(true)}
      >
        {label}
      </Button>
      {isAsking && <Suspense>{children(() => setAsking(false))}</Suspense>}
    </>
  )
}
