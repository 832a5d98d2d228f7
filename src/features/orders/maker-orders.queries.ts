import { infiniteQueryOptions, mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { getJson, getPage, nullIfUnknown, refusalOf, sendJson } from '#src/platform/http.ts'
import type { OrderQueue } from './order-queues.rules.ts'
import type { MakerOrder, NewOrderNote, Order, OrderStatusChange, Packing, Tracking } from './orders.contract.ts'
import { MAKER_ORDERS_PER_PAGE } from './orders.rules.ts'

type Wanted = { queue: OrderQueue; q: string | undefined }

/** Everybody's orders that make this work, or that carry these words, page by page. */
export const makerOrdersQuery = ({ queue, q }: Wanted) =>
  infiniteQueryOptions({
    queryKey: ['/api/orders', 'desk', queue, q ?? ''],
    queryFn: ({ pageParam }) => getPage<Order>(pageParam),
    initialPageParam: firstPage({ queue, q }),
    getNextPageParam: ({ next }) => next,
  })

function firstPage({ queue, q }: Wanted): string {
  const wanted = new URLSearchParams({ status: queue, ...(q && { q }), limit: String(MAKER_ORDERS_PER_PAGE) })
  return `/api/orders?${wanted}`
}

/** Asks anew for as many pages as are shown. */
export function loadMakerOrderList(queryClient: QueryClient, wanted: Wanted) {
  const query = makerOrdersQuery(wanted)
  const pages = queryClient.getQueryData(query.queryKey)?.pages.length ?? 1
  return queryClient.fetchInfiniteQuery({ ...query, pages, staleTime: 0 })
}

/** One order with all that the house knows about it; null when there is none. */
export const makerOrderQuery = (id: Order['id']) =>
  queryOptions<MakerOrder | null>({
    queryKey: ['/api/admin/orders', id],
    queryFn: () => getJson<MakerOrder>(`/api/admin/orders/${encodeURIComponent(id)}`).catch(nullIfUnknown),
  })

type Done = { success: true }
type OfOrder = { id: Order['id'] }

/** A refusal is told in its own words: trying again would not help. */
const told = {
  success: { title: 'Order Updated' },
  failure: (error: Error) => ({
    title: 'Update Failed',
    description: refusalOf(error) ?? 'Failed to update order status. Please try again.',
  }),
  refreshes: [['/api/orders'], ['/api/admin/orders'], ['/api/admin/today'], ['/api/dashboard/stats']],
}

export const changeOrderStatus = mutationOptions({
  mutationFn: ({ id, ...change }: OrderStatusChange & OfOrder) =>
    sendJson<Done>('PUT', `/api/orders/${id}/status`, change),
  meta: told,
})

export const packOrder = mutationOptions({
  mutationFn: ({ id, ...packing }: Packing & OfOrder) =>
    sendJson<Done>('PUT', `/api/admin/orders/${id}/packed`, packing),
  meta: told,
})

export const trackOrder = mutationOptions({
  mutationFn: ({ id, ...tracking }: Tracking & OfOrder) =>
    sendJson<Done>('PUT', `/api/admin/orders/${id}/tracking`, tracking),
  meta: {
    ...told,
    success: { title: 'Order Updated', description: 'The shopper is told the tracking number.' },
    failure: (error) => ({ title: 'Update Failed', description: refusalOf(error) ?? 'Please try again.' }),
  },
})

export const addOrderNote = mutationOptions({
  mutationFn: ({ id, ...note }: NewOrderNote & OfOrder) =>
    sendJson<Done>('POST', `/api/admin/orders/${id}/notes`, note),
  meta: {
    success: { title: 'Note Added' },
    failure: (error) => ({ title: 'Note Not Added', description: refusalOf(error) ?? 'Please try again.' }),
    refreshes: [['/api/admin/orders']],
  },
})
