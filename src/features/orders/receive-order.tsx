import { useMutation } from '@tanstack/react-query'
import { Button } from '#src/ui/button.tsx'
import { focusOrder } from './order-card.tsx'
import type { Order } from './orders.contract.ts'
import { receiveOrder } from './orders.queries.ts'

/** Only the shopper knows that the parcel is there. */
export function ReceiveOrder({ order }: { order: Order }) {
  const { mutate, isPending } = useMutation({ ...receiveOrder, onSuccess: () => focusOrder(order) })
  return (
    <Button
      size="small"
      pending={isPending}
      onClick={() => mutate(order.id)}
      aria-label={`I received it: ${order.orderId}`}
    >
      I received it
    </Button>
  )
}
