import { infiniteQueryOptions, mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { conflictMessage, getJson, getPage, nullOn404, sendJson } from '#src/browser/http-client.ts'
import { ORDERS_PER_PAGE } from '#src/features/orders/customer/orders-search-params.ts'
import type { Order, OrderCancellation, OrderDetails, Reorder } from './orders.contract.ts'

/** Everybody's orders for the maker, newest first. Its key begins those of all the others, so they are refreshed with it. */
export const ordersQuery = queryOptions<Order[]>({ queryKey: ['/api/orders'] })

/** The shopper's own orders, newest first, page by page: also the maker finds only their own here. */
export const customerOrdersQuery = infiniteQueryOptions({
  queryKey: ['/api/orders', 'own'],
  queryFn: ({ pageParam }) => getPage<Order>(pageParam),
  initialPageParam: `/api/orders?own=true&limit=${ORDERS_PER_PAGE}`,
  getNextPageParam: ({ next }) => next,
})

/** Asks anew for as many pages as are shown; never for fewer than somebody is looking at already. */
export function loadCustomerOrders(queryClient: QueryClient, shown: number) {
  const loaded = queryClient.getQueryData(customerOrdersQuery.queryKey)?.pages.length ?? 0
  const pages = Math.max(loaded, Math.ceil(shown / ORDERS_PER_PAGE))
  return queryClient.fetchInfiniteQuery({ ...customerOrdersQuery, pages, staleTime: 0 })
}

/** One order with all that happened to it; null when there is none, or it is somebody else's. */
export const orderQuery = (id: Order['id']) =>
  queryOptions<OrderDetails | null>({
    queryKey: ['/api/orders', id],
    queryFn: () => getJson<OrderDetails>(`/api/orders/${id}`).catch(nullOn404),
  })

type Done = { success: true }
const TRY_AGAIN = 'Please try again.'

/** The shopper takes an order back. */
export const requestOrderCancellation = mutationOptions({
  mutationFn: ({ id, ...reason }: OrderCancellation & { id: Order['id'] }) =>
    sendJson<Done>('POST', `/api/orders/${id}/cancel`, reason),
  meta: {
    success: {
      title: 'Order Cancelled',
      description: 'Nothing will be sent. Money that you paid goes back to you in full.',
    },
    failure: (error) => ({ title: 'Not Cancelled', description: conflictMessage(error) ?? TRY_AGAIN }),
    refreshes: [ordersQuery.queryKey, ['/api/products']],
  },
})

/** The shopper says that the parcel is there. */
export const confirmOrderDelivery = mutationOptions({
  mutationFn: (id: Order['id']) => sendJson<Done>('POST', `/api/orders/${id}/received`),
  meta: {
    success: { title: 'Order Delivered', description: 'Thank you for telling us. Enjoy your chocolates!' },
    failure: (error) => ({ title: 'Update Failed', description: conflictMessage(error) ?? TRY_AGAIN }),
    refreshes: [ordersQuery.queryKey],
  },
})

/** Asks what of an order can be bought again. The cart is filled by whoever asks. */
export const requestReorder = mutationOptions({
  mutationFn: (id: Order['id']) => sendJson<Reorder>('POST', `/api/orders/${id}/reorder`),
  meta: { failure: (error) => ({ title: 'Not Reordered', description: conflictMessage(error) ?? TRY_AGAIN }) },
})
