import { ORDER_STATUSES, type OrderStatus } from './order-status.ts'

/** Whether the maker would take an order back in its way. Cancelling is no step backwards. */
export function isBackwardTransition(from: OrderStatus, to: OrderStatus): boolean {
  return to !== 'cancelled' && ORDER_STATUSES.indexOf(to) < ORDER_STATUSES.indexOf(from)
}
