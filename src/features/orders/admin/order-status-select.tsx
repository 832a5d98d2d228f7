import { useMutation } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { ADMIN_ORDER_STATUSES, isBackwardTransition, wasDelivered } from '#src/features/orders/order-status.ts'
import type { Order, OrderStatusChange } from '#src/features/orders/orders.contract.ts'
import { useHydrated } from '#src/ui/deferred/use-hydrated.ts'
import { SelectField } from '#src/ui/forms/select.tsx'
import { changeOrderStatus } from './admin-orders.queries.ts'

const StatusReasonDialog = lazy(() =>
  import('./status-reason-dialog.tsx').then((module) => ({ default: module.StatusReasonDialog })),
)
const DeliveredDialog = lazy(() =>
  import('./status-reason-dialog.tsx').then((module) => ({ default: module.DeliveredDialog })),
)
const HandOverDialog = lazy(() =>
  import('#src/features/orders/pickup/hand-over-dialog.tsx').then((module) => ({ default: module.HandOverDialog })),
)
const ShipOrderDialog = lazy(() =>
  import('#src/features/orders/fulfilment/ship-order-dialog.tsx').then((module) => ({
    default: module.ShipOrderDialog,
  })),
)

type AdminStatus = (typeof ADMIN_ORDER_STATUSES)[number]

/** Asks first if the order is shipped, delivered, handed over, cancelled or moved backwards. */
export function OrderStatusSelect({ order }: { order: Order }) {
  const isHydrated = useHydrated()
  const change = useMutation(changeOrderStatus)
  const [asking, setAsking] = useState<AdminStatus | null>(null)
  const isPickup = order.deliveryMethod === 'pickup'
  const statuses = ADMIN_ORDER_STATUSES.filter((status) => !isPickup || status !== 'shipped')
  const offered = statuses.some((status) => status === order.status)
  const needsReason = (status: AdminStatus) => status === 'cancelled' || isBackwardTransition(order.status, status)
  function choose(status: AdminStatus | undefined) {
    if (!status || status === order.status) return
    const isDelivery = status === 'completed' && !wasDelivered(order.status)
    if (needsReason(status) || status === 'shipped' || isDelivery) setAsking(status)
    else change.mutate({ id: order.id, status })
  }
  function confirm(status: AdminStatus, more: Omit<OrderStatusChange, 'status'>) {
    setAsking(null)
    change.mutate({ id: order.id, status, ...more })
  }
  function question(to: AdminStatus) {
    const onClose = () => setAsking(null)
    if (needsReason(to))
      return (
        <StatusReasonDialog order={order} to={to} onClose={onClose} onConfirm={(reason) => confirm(to, { reason })} />
      )
    if (isPickup) return <HandOverDialog order={order} onClose={onClose} />
    if (to === 'completed') return <DeliveredDialog order={order} onClose={onClose} onConfirm={() => confirm(to, {})} />
    return <ShipOrderDialog order={order} onClose={onClose} onConfirm={(tracking) => confirm(to, { tracking })} />
  }
  return (
    <div className="w-40 lg:w-full">
      <SelectField
        label={`Status of ${order.orderId}`}
        labelHidden
        value={order.status}
        disabled={!isHydrated || change.isPending}
        onChange={(event) => choose(statuses.find((status) => status === event.target.value))}
      >
        {!offered && (
          <option value={order.status} disabled>
            {order.status}
          </option>
        )}
        {statuses.map((status) => (
          <option key={status}>{status}</option>
        ))}
      </SelectField>
      {asking && <Suspense>{question(asking)}</Suspense>}
    </div>
  )
}
