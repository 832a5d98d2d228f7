import type { HeatChoice } from '#src/core/delivery/delivery-rules.ts'

export const ORDER_STATUSES = ['pending', 'processing', 'shipped', 'delivered', 'completed', 'cancelled'] as const
export type OrderStatus = (typeof ORDER_STATUSES)[number]

/** `delivered` comes from the customer or from tracking. */
export const ADMIN_ORDER_STATUSES = [
  'pending',
  'processing',
  'shipped',
  'completed',
  'cancelled',
] as const satisfies readonly OrderStatus[]

export const ORDER_ACTORS = ['payment', 'admin', 'system', 'customer'] as const
export type OrderActor = (typeof ORDER_ACTORS)[number]

/** The status of several parcels together: that of the one with the longest way to go, if it is not cancelled. */
export function leastAdvanced(counts: Partial<Record<OrderStatus, number>>): OrderStatus {
  return ORDER_STATUSES.find((status) => (counts[status] ?? 0) > 0) ?? 'cancelled'
}

export function isBeforeShipment(status: OrderStatus): boolean {
  return status === 'pending' || status === 'processing'
}

export function isAwaitingDelivery(status: OrderStatus): boolean {
  return isBeforeShipment(status) || status === 'shipped'
}

export function canBeCancelled({ status, packedAt }: { status: OrderStatus; packedAt: unknown }): boolean {
  return isBeforeShipment(status) && packedAt === null
}

type Held = { heat: HeatChoice | null; status: OrderStatus; packedAt: unknown; shipOn: string | null }

export function isHeldForHeat({ heat, status, packedAt, shipOn }: Held, today: string): boolean {
  return heat === 'wait' && status === 'processing' && packedAt === null && shipOn !== null && shipOn > today
}

export function canBeTracked(status: OrderStatus): boolean {
  return status === 'shipped' || wasDelivered(status)
}

export const DELIVERED_STATUSES: OrderStatus[] = ['delivered', 'completed']

export function wasDelivered(status: OrderStatus): boolean {
  return DELIVERED_STATUSES.includes(status)
}

type Reorderable = {
  status: OrderStatus
  items: readonly { product: { id: number | null } }[]
  group: { statuses: Partial<Record<OrderStatus, number>> } | null
}

/** Custom chocolates have no product to order again. Of several parcels one that was delivered is enough. */
export function canBeReordered({ status, items, group }: Reorderable): boolean {
  const { delivered = 0, completed = 0 } = group?.statuses ?? {}
  return (wasDelivered(status) || delivered + completed > 0) && items.some(({ product }) => product.id !== null)
}

export const ADMIN_ORDERS_PER_PAGE = 25
export const MAX_PRINTED_ORDERS = 200

export function isBackwardTransition(from: OrderStatus, to: OrderStatus): boolean {
  return to !== 'cancelled' && ORDER_STATUSES.indexOf(to) < ORDER_STATUSES.indexOf(from)
}
