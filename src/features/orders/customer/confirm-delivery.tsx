import { useMutation } from '@tanstack/react-query'
import type { Order } from '#src/features/orders/orders.contract.ts'
import { confirmOrderDelivery } from '#src/features/orders/orders.queries.ts'
import { Button } from '#src/ui/forms/button.tsx'
import { focusOrder } from './order-card.tsx'

export function ConfirmDelivery({ order }: { order: Order }) {
  const { mutate, isPending } = useMutation({ ...confirmOrderDelivery, onSuccess: () => focusOrder(order) })
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
