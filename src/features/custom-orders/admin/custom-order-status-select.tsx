import { useMutation } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import {
  CUSTOM_ORDER_STATUS_NAMES,
  CUSTOM_ORDER_STATUSES,
  type CustomOrderStatus,
} from '#src/features/custom-orders/custom-order-options.ts'
import type { AdminCustomOrder } from '#src/features/custom-orders/custom-orders.contract.ts'
import { useHydrated } from '#src/ui/deferred/use-hydrated.ts'
import { SelectField } from '#src/ui/forms/select.tsx'
import { changeCustomOrderStatus } from './admin-custom-orders.queries.ts'

const DeclineDialog = lazy(() => import('./decline-dialog.tsx').then((module) => ({ default: module.DeclineDialog })))

export function CustomOrderStatusSelect({ order }: { order: Pick<AdminCustomOrder, 'id' | 'orderId' | 'status'> }) {
  const isHydrated = useHydrated()
  const change = useMutation(changeCustomOrderStatus)
  const [isDeclining, setDeclining] = useState(false)
  function choose(status: CustomOrderStatus | undefined) {
    if (!status || status === order.status) return
    if (status === 'cancelled') setDeclining(true)
    else change.mutate({ id: order.id, status })
  }
  return (
    <>
      <SelectField
        label={`Status of ${order.orderId}`}
        labelHidden
        value={order.status}
        disabled={!isHydrated || change.isPending}
        onChange={(event) => choose(CUSTOM_ORDER_STATUSES.find((status) => status === event.target.value))}
      >
        {CUSTOM_ORDER_STATUSES.map((status) => (
          <option key={status} value={status}>
            {CUSTOM_ORDER_STATUS_NAMES[status]}
          </option>
        ))}
      </SelectField>
      {isDeclining && (
        <Suspense>
          <DeclineDialog order={order} onClose={() => setDeclining(false)} />
        </Suspense>
      )}
    </>
  )
}
