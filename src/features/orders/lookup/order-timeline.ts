import type { OrderActor, OrderStatus } from '#src/features/orders/order-status.ts'

export type TimelineEventKind = 'placed' | 'paid' | OrderStatus
export type TimelineEvent = { at: Date; kind: TimelineEventKind; text: string }

type StatusChange = { from: OrderStatus; to: OrderStatus; actor: OrderActor; createdAt: Date }
type History = { createdAt: Date; paidAt: Date | null; changes: readonly StatusChange[] }

export function buildOrderTimeline({ createdAt, paidAt, changes }: History): TimelineEvent[] {
  const moved = changes.map((change): TimelineEvent => {
    if (change.actor === 'payment') return { at: paidAt ?? change.createdAt, kind: 'paid', text: 'Payment received' }
    return { at: change.createdAt, kind: change.to, text: textOf(change) }
  })
  return [{ at: createdAt, kind: 'placed', text: 'Order placed' }, ...moved]
}

const MOVED: Record<OrderStatus, string> = {
  pending: 'Waiting to be prepared',
  processing: 'Being prepared',
  shipped: 'On its way to you',
  delivered: 'Delivered',
  completed: 'Completed',
  cancelled: 'Cancelled by us',
}

function textOf({ to, actor }: StatusChange): string {
  if (to === 'cancelled' && actor === 'customer') return 'Cancelled by you'
  if (to === 'cancelled' && actor === 'system') return 'Cancelled, because it was not paid'
  return to === 'delivered' && actor === 'customer' ? 'Delivered: you confirmed that it arrived' : MOVED[to]
}
