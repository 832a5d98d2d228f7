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

export function isBeforeShipment(status: OrderStatus): boolean {
  return status === 'pending' || status === 'processing'
}

export function isAwaitingDelivery(status: OrderStatus): boolean {
  return isBeforeShipment(status) || status === 'shipped'
}

export function canBeCancelled({ status, packedAt }: { status: OrderStatus; packedAt: unknown }): boolean {
  return isBeforeShipment(status) && packedAt === null
}

export function canBeTracked(status: OrderStatus): boolean {
  return status === 'shipped' || wasDelivered(status)
}

export function wasDelivered(status: OrderStatus): boolean {
  return status === 'delivered' || status === 'completed'
}

type Reorderable = { status: OrderStatus; items: readonly { product: { id: number | null } }[] }

/** Custom chocolates have no product to order again. */
export function canBeReordered({ status, items }: Reorderable): boolean {
  return wasDelivered(status) && items.some(({ product }) => product.id !== null)
}

export const ADMIN_ORDERS_PER_PAGE = 25
export const MAX_PRINTED_ORDERS = 200

/** Cancelling is not a step backwards. */
export function isBackwardTransition(from: OrderStatus, to: OrderStatus): boolean {
  return to !== 'cancelled' && ORDER_STATUSES.indexOf(to) < ORDER_STATUSES.indexOf(from)
}
