import { StatusBadge, type StatusTone } from '#src/ui/status-badge.tsx'
import type { OrderStatus } from './order-status.ts'
import type { Order } from './orders.contract.ts'

const LOOKS: Record<OrderStatus, { tone: StatusTone; word: string }> = {
  pending: { tone: 'warn', word: 'Pending' },
  processing: { tone: 'info', word: 'Processing' },
  shipped: { tone: 'info-outlined', word: 'Shipped' },
  delivered: { tone: 'ok', word: 'Delivered' },
  completed: { tone: 'ok', word: 'Completed' },
  cancelled: { tone: 'err', word: 'Cancelled' },
}

export function OrderStatusBadge({ status, awaitingPayment }: Pick<Order, 'status' | 'awaitingPayment'>) {
  const { tone, word } = LOOKS[status]
  return <StatusBadge tone={tone}>{awaitingPayment ? 'Awaiting payment' : word}</StatusBadge>
}
