export const ORDER_FILTERS = [
  'pack',
  'later',
  'heat',
  'ready',
  'shipped',
  'trouble',
  'unpaid',
  'hold',
  'done',
  'cancelled',
  'all',
] as const
export type OrderFilter = (typeof ORDER_FILTERS)[number]

export const ORDER_FILTER_LABELS: Record<OrderFilter, string> = {
  pack: 'To pack',
  later: 'To pack later',
  heat: 'Held for heat',
  ready: 'Packed',
  shipped: 'Shipped',
  trouble: 'Delivery problems',
  unpaid: 'Awaiting payment',
  hold: 'On hold',
  done: 'Delivered',
  cancelled: 'Cancelled',
  all: 'All',
}

export const EMPTY_FILTER_TEXTS: Record<OrderFilter, string> = {
  pack: 'Nothing to pack. An order appears here as soon as it is paid.',
  later: 'No order leaves later than in three days.',
  heat: 'No order waits for cooler weather.',
  ready: 'No packed order is waiting for the courier or its customer.',
  shipped: 'No parcel is on its way.',
  trouble: 'No parcel has a delivery problem.',
  unpaid: 'No order is waiting for payment.',
  hold: 'No paid order is on hold.',
  done: 'No order has arrived yet.',
  cancelled: 'No order was cancelled.',
  all: 'No orders yet.',
}

/** The packing queue is first in, first out, after what must leave today. */
export function isOldestFirst(queue: OrderFilter): boolean {
  return ['pack', 'later', 'heat', 'ready'].includes(queue)
}

/** Ignores invalid values. A search covers all orders by default. */
export function parseOrderFilter(typed: string | undefined, q: string | undefined): OrderFilter {
  return ORDER_FILTERS.find((queue) => queue === typed) ?? (q ? 'all' : 'pack')
}
