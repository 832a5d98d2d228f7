import { useMutation } from '@tanstack/react-query'
import type { Order } from '#src/features/orders/orders.contract.ts'
import { confirmOrderDelivery } from '#src/features/orders/orders.queries.ts'
import { Button } from '#src/ui/forms/button.tsx'
import { focusOrder, focusParcel } from './order-card.tsx'

type ConfirmDeliveryProps = { order: Pick<Order, 'id' | 'orderId'>; isParcel?: boolean }

export function ConfirmDelivery({ order, isParcel = false }: ConfirmDeliveryProps) {
  const onSuccess = () => (isParcel ? focusParcel(order) : focusOrder(order))
  const { mutate, isPending } = useMutation({ ...confirmOrderDelivery, onSuccess })
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
