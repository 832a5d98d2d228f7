import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { refusalOf, sendJson } from '#src/platform/http.ts'
import type { Order, OrderStatusChange } from './orders.contract.ts'

/** The shopper's own orders, newest first; with the maker's session everybody's. */
export const ordersQuery = queryOptions<Order[]>({ queryKey: ['/api/orders'] })

/** The maker moves an order. A refusal is told in its own words: trying again would not help. */
export const changeOrderStatus = mutationOptions({
  mutationFn: ({ id, ...change }: OrderStatusChange & { id: Order['id'] }) =>
    sendJson<{ success: true }>('PUT', `/api/orders/${id}/status`, change),
  meta: {
    success: { title: 'Order Updated' },
    failure: (error) => ({
      title: 'Update Failed',
      description: refusalOf(error) ?? 'Failed to update order status. Please try again.',
    }),
    refreshes: [ordersQuery.queryKey, ['/api/dashboard/stats']],
  },
})
