import type { DeliveryMethod } from '#src/core/delivery/delivery-rules.ts'
import { StatusBadge, type StatusTone } from '#src/ui/status-badge.tsx'
import type { OrderStatus } from './order-status.ts'
import type { Order } from './orders.contract.ts'

const LOOKS: Record<OrderStatus, { tone: StatusTone; word: string }> = {
  pending: { tone: 'warn', word: 'Pending' },
  processing: { tone: 'info', word: 'Processing' },
  shipped: { tone: 'info-outlined', word: 'Shipped' },
  delivered: { tone: 'ok', word: 'Delivered' },
  completed: { tone: 'ok', word: 'Delivered' },
  cancelled: { tone: 'err', word: 'Cancelled' },
}

const METHOD_WORDS: Record<DeliveryMethod, string | null> = { courier: null, pickup: 'Pickup', 'same-day': 'Same day' }

type DeliveryMethodBadgeProps = Pick<Order, 'deliveryMethod' | 'status'> & {
  isForPacking?: boolean
}

/** Nothing for the usual way, by courier. */
export function DeliveryMethodBadge({ deliveryMethod, status, isForPacking = false }: DeliveryMethodBadgeProps) {
  const word = METHOD_WORDS[deliveryMethod]
  if (word === null) return null
  const isUrgent = deliveryMethod === 'same-day' && isForPacking && status === 'processing'
  return <StatusBadge tone={isUrgent ? 'warn' : 'neutral'}>{isUrgent ? `${word}, leave today` : word}</StatusBadge>
}

type OrderStatusBadgeProps = Pick<Order, 'status' | 'awaitingPayment'> & Partial<Pick<Order, 'deliveryMethod'>>

export function OrderStatusBadge({ status, awaitingPayment, deliveryMethod }: OrderStatusBadgeProps) {
  const { tone, word } = LOOKS[status]
  const isPickedUp = status === 'completed' && deliveryMethod === 'pickup'
  return <StatusBadge tone={tone}>{awaitingPayment ? 'Awaiting payment' : isPickedUp ? 'Picked up' : word}</StatusBadge>
}
