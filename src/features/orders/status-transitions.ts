import { ORDER_STATUSES, type OrderStatus } from './order-status.ts'

/** Cancelling is not a step backwards. */
export function isBackwardTransition(from: OrderStatus, to: OrderStatus): boolean {
  return to !== 'cancelled' && ORDER_STATUSES.indexOf(to) < ORDER_STATUSES.indexOf(from)
}
