import { shopDay } from '#src/core/dates.ts'
import type { DeliveryMethod } from '#src/core/delivery/delivery-rules.ts'
import { formatAmount } from '#src/core/money.ts'
import { counted } from '#src/core/words.ts'
import type { OrderActor, OrderStatus } from '#src/features/orders/order-status.ts'
import type { OrderPayment } from '#src/features/orders/orders.contract.ts'

export type TimelineEventKind = 'placed' | 'paid' | 'received' | 'refunded' | OrderStatus
export type TimelineEvent = { at: Date; kind: TimelineEventKind; text: string }

type StatusChange = { from: OrderStatus; to: OrderStatus; actor: OrderActor; createdAt: Date }
type History = {
  createdAt: Date
  paidAt: Date | null
  deliveryMethod: DeliveryMethod
  changes: readonly StatusChange[]
}

export function buildOrderTimeline({ createdAt, paidAt, deliveryMethod, changes }: History): TimelineEvent[] {
  const shown = changes.filter(({ from, to }) => !(from === 'delivered' && to === 'completed'))
  const moved = shown.map((change): TimelineEvent => {
    if (change.actor === 'payment') return { at: paidAt ?? change.createdAt, kind: 'paid', text: 'Payment received' }
    return { at: change.createdAt, kind: change.to, text: textOf(change, deliveryMethod) }
  })
  return [{ at: createdAt, kind: 'placed', text: 'Order placed' }, ...moved]
}

/** Money that did not pay the order, and refunds. */
export function listMoneyEvents({ unused, refunds }: Pick<OrderPayment, 'unused' | 'refunds'>): TimelineEvent[] {
  return [
    ...unused.map(({ at, amount, why }): TimelineEvent => {
      return { at: new Date(at), kind: 'received', text: `We received ${formatAmount(amount)}. ${why}` }
    }),
    ...refunds.map(({ at, amount }): TimelineEvent => {
      return { at: new Date(at), kind: 'refunded', text: `We refunded ${formatAmount(amount)}` }
    }),
  ]
}

/** One history of several parcels: what happened to some of them on a day is one event, at its last time. */
export function buildGroupTimeline(parcels: readonly Omit<History, 'changes'>[], changes: History['changes']) {
  const [first] = parcels
  if (!first) return []
  const alike = (event: TimelineEvent) => `${shopDay(event.at)} ${event.kind} ${event.text}`
  const days = [...Map.groupBy(buildOrderTimeline({ ...first, changes }), alike).values()]
  return days.flatMap((events) =>
    events.slice(-1).map((last): TimelineEvent => {
      const isOfAll = last.kind === 'placed' || events.length === parcels.length
      return isOfAll ? last : { ...last, text: `${last.text} (${counted(events.length, 'parcel')})` }
    }),
  )
}

const MOVED: Record<OrderStatus, string> = {
  pending: 'Waiting to be prepared',
  processing: 'Being prepared',
  shipped: 'On its way to you',
  delivered: 'Delivered',
  completed: 'Delivered',
  cancelled: 'Cancelled by us',
}

function textOf({ to, actor }: StatusChange, method: DeliveryMethod): string {
  if (to === 'completed' && method === 'pickup') return 'Picked up at the studio'
  if (to === 'cancelled' && actor === 'customer') return 'Cancelled by you'
  if (to === 'cancelled' && actor === 'system') return 'Cancelled, because it was not paid'
  return to === 'delivered' && actor === 'customer' ? 'Delivered: you confirmed that it arrived' : MOVED[to]
}
