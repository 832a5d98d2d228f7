export const ORDER_STATUSES = ['pending', 'processing', 'shipped', 'delivered', 'completed', 'cancelled'] as const
export type OrderStatus = (typeof ORDER_STATUSES)[number]

/** The values in the maker's selector. `delivered` comes from the shopper or from tracking. */
export const ADMIN_ORDER_STATUSES = [
  'pending',
  'processing',
  'shipped',
  'completed',
  'cancelled',
] as const satisfies readonly OrderStatus[]

/** Who may have changed an order's status. */
export const ORDER_ACTORS = ['payment', 'admin', 'clock', 'shopper'] as const
export type OrderActor = (typeof ORDER_ACTORS)[number]

/** The pieces have not left. */
export function isBeforeShipment(status: OrderStatus): boolean {
  return status === 'pending' || status === 'processing'
}

/** Its customer waits for it: it has neither arrived nor been cancelled. */
export function isAwaitingDelivery(status: OrderStatus): boolean {
  return isBeforeShipment(status) || status === 'shipped'
}

/** Its shopper may take it back: nothing is packed yet. */
export function canBeCancelled({ status, packedAt }: { status: OrderStatus; packedAt: unknown }): boolean {
  return isBeforeShipment(status) && packedAt === null
}

/** It has been handed over, so there may be a number to follow it by. */
export function canBeTracked(status: OrderStatus): boolean {
  return status === 'shipped' || canBeReordered(status)
}

/** It has arrived: the shopper said so, or the maker has closed it. */
export function canBeReordered(status: OrderStatus): boolean {
  return status === 'delivered' || status === 'completed'
}

export const ADMIN_ORDERS_PER_PAGE = 25
/** One print is one piece of work. */
export const MAX_PRINTED_ORDERS = 200
