import { useMutation } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import type { Order } from '#src/features/orders/orders.contract.ts'
import { requestOrderCancellation } from '#src/features/orders/orders.queries.ts'
import { Button } from '#src/ui/forms/button.tsx'
import { focusOrder } from './order-card.tsx'

const CancelOrderDialog = lazy(() =>
  import('./cancel-order-dialog.tsx').then((module) => ({ default: module.CancelOrderDialog })),
)

export function CancelOrder({ order }: { order: Order }) {
  const { mutate, isPending } = useMutation({ ...requestOrderCancellation, onSuccess: () => focusOrder(order) })
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <Button
        variant="secondary"
        size="small"
        pending={isPending}
        onClick={() => setAsking(true)}
        aria-label={`Cancel Order ${order.orderId}`}
      >
        Cancel Order
      </Button>
      {isAsking && (
        <Suspense>
          <CancelOrderDialog
            order={order}
            onClose={() => setAsking(false)}
            onConfirm={(reason) => {
              setAsking(false)
              mutate({ id: order.id, ...(reason && { reason }) })
            }}
          />
        </Suspense>
      )}
    </>
  )
}
