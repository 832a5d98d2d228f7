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

/** Nothing is packed yet. */
export function canBeCancelled(status: OrderStatus): boolean {
  return status === 'pending' || status === 'processing'
}

/** It has arrived: the shopper said so, or the maker has closed it. */
export function canBeReordered(status: OrderStatus): boolean {
  return status === 'delivered' || status === 'completed'
}

export const ORDERS_PER_PAGE = 10
