export const ORDERS_PER_PAGE = 10

/** The order whose details are open, and how many orders are shown; or the token of a tracking link. */
export type OrdersSearch = { view?: string; shown?: number; track?: string }

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const MAX_SHOWN = 1000
const MAX_TOKEN = 100

export function parseOrdersSearch(typed: Record<string, unknown>): OrdersSearch {
  if (typeof typed.track === 'string' && typed.track !== '') return { track: typed.track.slice(0, MAX_TOKEN) }
  const shown = readShown(typed.shown)
  return {
    ...(typeof typed.view === 'string' && UUID.test(typed.view) && { view: typed.view.toLowerCase() }),
    ...(shown && shown > ORDERS_PER_PAGE && { shown }),
  }
}

/** Whole pages only, so that 'Load More' always adds one. */
function readShown(typed: unknown): number | undefined {
  const shown = Number(typed)
  if (!Number.isInteger(shown) || shown < 1 || shown > MAX_SHOWN) return undefined
  return Math.ceil(shown / ORDERS_PER_PAGE) * ORDERS_PER_PAGE
}
