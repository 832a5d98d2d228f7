/** How the maker's orders can be filtered: by the work that they make. */
export const ORDER_FILTERS = ['pack', 'ready', 'shipped', 'unpaid', 'hold', 'done', 'cancelled', 'all'] as const
export type OrderFilter = (typeof ORDER_FILTERS)[number]

export const ORDER_FILTER_LABELS: Record<OrderFilter, string> = {
  pack: 'To pack',
  ready: 'Ready to ship',
  shipped: 'Shipped',
  unpaid: 'Awaiting payment',
  hold: 'On hold',
  done: 'Done',
  cancelled: 'Cancelled',
  all: 'All',
}

/** What an empty list says. */
export const EMPTY_FILTER_TEXTS: Record<OrderFilter, string> = {
  pack: 'Nothing to pack. An order appears here as soon as it is paid.',
  ready: 'No parcel waits for the courier.',
  shipped: 'Nothing is on its way.',
  unpaid: 'Nobody is paying right now.',
  hold: 'No paid order is on hold.',
  done: 'No order has arrived yet.',
  cancelled: 'No order was cancelled.',
  all: 'No orders yet.',
}

/** Who waited longest is packed first; everywhere else the newest is what somebody looks for. */
export function isOldestFirst(queue: OrderFilter): boolean {
  return queue === 'pack' || queue === 'ready'
}

/** What the address says; what makes no sense counts as not given. A search looks everywhere unless told otherwise. */
export function parseOrderFilter(typed: string | undefined, q: string | undefined): OrderFilter {
  return ORDER_FILTERS.find((queue) => queue === typed) ?? (q ? 'all' : 'pack')
}
