import type { QueryClient } from '@tanstack/react-query'
import { notFoundOn } from '#src/browser/http-client.ts'
import { addressesQuery } from '#src/features/addresses/addresses.queries.ts'
import { customerRequestsQuery } from '#src/features/custom-orders/customer/quotes.queries.ts'
import { loadCustomerOrders, orderQuery } from '#src/features/orders/orders.queries.ts'
import { trackedOrderQuery } from '#src/features/orders/tracking/tracking.queries.ts'
import { ORDERS_PER_PAGE, type OrdersSearch } from './orders-search.ts'

/** Orders change without the customer, so every visit refetches. */
export async function loadOrdersPage(
  queryClient: QueryClient,
  { shown = ORDERS_PER_PAGE, view, track }: OrdersSearch,
): Promise<void> {
  if (track) return loadTrackedOrder(queryClient, track)
  await Promise.all([
    loadCustomerOrders(queryClient, shown),
    queryClient.fetchQuery({ ...customerRequestsQuery, staleTime: 0 }),
    queryClient.fetchQuery({ ...addressesQuery, staleTime: 0 }),
    view && queryClient.fetchQuery({ ...orderQuery(view), staleTime: 0 }),
  ])
}

/** An unknown or expired link is a page that does not exist. */
async function loadTrackedOrder(queryClient: QueryClient, token: string): Promise<void> {
  await queryClient.fetchQuery({ ...trackedOrderQuery(token), staleTime: 0 }).catch(notFoundOn(404))
}
