import { useMutation } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { Button } from '#src/ui/button.tsx'
import { focusOrder } from './order-card.tsx'
import type { Order } from './orders.contract.ts'
import { cancelOwnOrder } from './orders.queries.ts'

const CancelOrderDialog = lazy(() =>
  import('./cancel-order-dialog.tsx').then((module) => ({ default: module.CancelOrderDialog })),
)

/** Takes an order back, after asking whether that is meant. */
export function CancelOrder({ order }: { order: Order }) {
  const { mutate, isPending } = useMutation({ ...cancelOwnOrder, onSuccess: () => focusOrder(order) })
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
