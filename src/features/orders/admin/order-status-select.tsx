import { useMutation } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { ADMIN_ORDER_STATUSES, isBackwardTransition } from '#src/features/orders/order-status.ts'
import type { Order, OrderStatusChange } from '#src/features/orders/orders.contract.ts'
import { SelectField } from '#src/ui/forms/select.tsx'
import { changeOrderStatus } from './admin-orders.queries.ts'

const StatusReasonDialog = lazy(() =>
  import('./status-reason-dialog.tsx').then((module) => ({ default: module.StatusReasonDialog })),
)
const ShipOrderDialog = lazy(() =>
  import('#src/features/orders/fulfilment/ship-order-dialog.tsx').then((module) => ({
    default: module.ShipOrderDialog,
  })),
)

type AdminStatus = (typeof ADMIN_ORDER_STATUSES)[number]

/** Asks first if the order is shipped, cancelled or moved backwards. */
export function OrderStatusSelect({ order }: { order: Order }) {
  const change = useMutation(changeOrderStatus)
  const [asking, setAsking] = useState<AdminStatus | null>(null)
  const offered = ADMIN_ORDER_STATUSES.some((status) => status === order.status)
  const needsReason = (status: AdminStatus) => status === 'cancelled' || isBackwardTransition(order.status, status)
  function choose(status: AdminStatus | undefined) {
    if (!status || status === order.status) return
    if (needsReason(status) || status === 'shipped') setAsking(status)
    else change.mutate({ id: order.id, status })
  }
  function confirm(status: AdminStatus, more: Omit<OrderStatusChange, 'status'>) {
    setAsking(null)
    change.mutate({ id: order.id, status, ...more })
  }
  return (
    <div className="w-40 lg:w-full">
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
          {needsReason(asking) ? (
            <StatusReasonDialog
              order={order}
              to={asking}
              onClose={() => setAsking(null)}
              onConfirm={(reason) => confirm(asking, { reason })}
            />
          ) : (
            <ShipOrderDialog
              order={order}
              onClose={() => setAsking(null)}
              onConfirm={(tracking) => confirm(asking, { tracking })}
            />
          )}
        </Suspense>
      )}
    </div>
  )
}
