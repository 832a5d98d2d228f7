import { infiniteQueryOptions, mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { conflictMessage, getJson, getPage, nullOn404, sendJson } from '#src/browser/http-client.ts'
import { ORDERS_PER_PAGE } from '#src/features/orders/customer/orders-search.ts'
import type { Order, OrderCancellation, OrderDetails } from '#src/features/orders/orders.contract.ts'
import type { CancelOrderRoute, OrderRoute, ReceivedRoute, ReorderRoute } from './orders.api.server.ts'

/** Its key is the prefix of all other order keys, so they are refreshed with it. */
export const ordersQuery = queryOptions<Order[]>({ queryKey: ['/api/orders'] })

/** An admin sees only their own orders here, too. */
export const customerOrdersQuery = infiniteQueryOptions({
  queryKey: ['/api/orders', 'own'],
  queryFn: ({ pageParam }) => getPage<Order>(pageParam),
  initialPageParam: `/api/orders?own=true&limit=${ORDERS_PER_PAGE}`,
  getNextPageParam: ({ next }) => next,
})

/**
 * Refetches as many pages as are shown, never fewer than before. What can be paid is loaded with its date, which the
 * customer sees before paying.
 */
export async function loadCustomerOrders(queryClient: QueryClient, shown: number): Promise<void> {
  const loaded = queryClient.getQueryData(customerOrdersQuery.queryKey)?.pages.length ?? 0
  const wanted = Math.max(loaded, Math.ceil(shown / ORDERS_PER_PAGE))
  const { pages } = await queryClient.fetchInfiniteQuery({ ...customerOrdersQuery, pages: wanted, staleTime: 0 })
  const payable = pages.flatMap(({ items }) => items.filter((order) => canBePaid(order, Date.now())))
  await Promise.all(payable.map(({ id }) => queryClient.fetchQuery({ ...orderQuery(id), staleTime: 0 })))
}

export const canBePaid = ({ paymentDeadline }: Pick<Order, 'paymentDeadline'>, now: number) =>
  paymentDeadline !== null && Date.parse(paymentDeadline) > now

/** Null if the order does not exist or belongs to another customer. */
export const orderQuery = (id: Order['id']) =>
  queryOptions<OrderDetails | null>({
    queryKey: ['/api/orders', id],
    queryFn: () => getJson<OrderRoute>(`/api/orders/${id}`).catch(nullOn404),
  })

const TRY_AGAIN = 'Please try again.'

export const requestOrderCancellation = mutationOptions({
  mutationFn: ({ id, ...reason }: OrderCancellation & { id: Order['id'] }) =>
    sendJson<CancelOrderRoute>('POST', `/api/orders/${id}/cancel`, reason),
  meta: {
    success: {
      title: 'Order Cancelled',
      description: 'We will not send it. If you paid, we will refund you in full.',
    },
    failure: (error) => ({ title: 'Not Cancelled', description: conflictMessage(error) ?? TRY_AGAIN }),
    refreshes: [ordersQuery.queryKey, ['/api/products']],
  },
})

export const requestParcelCancellation = mutationOptions({
  ...requestOrderCancellation,
  meta: {
    ...requestOrderCancellation.meta,
    success: { title: 'Parcel Cancelled', description: 'We will not send it, and refund what it cost.' },
  },
})

export const confirmOrderDelivery = mutationOptions({
  mutationFn: (id: Order['id']) => sendJson<ReceivedRoute>('POST', `/api/orders/${id}/received`),
  meta: {
    success: {
      title: 'Order Delivered',
      description:
        'Thank you for telling us. Enjoy your chocolates! If something is not well, report it in its details.',
    },
    failure: (error) => ({ title: 'Update Failed', description: conflictMessage(error) ?? TRY_AGAIN }),
    refreshes: [ordersQuery.queryKey],
  },
})

export const requestReorder = mutationOptions({
  mutationFn: (id: Order['id']) => sendJson<ReorderRoute>('POST', `/api/orders/${id}/reorder`),
  meta: { failure: (error) => ({ title: 'Not Reordered', description: conflictMessage(error) ?? TRY_AGAIN }) },
})
