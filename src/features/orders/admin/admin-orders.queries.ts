import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { conflictMessage, getJson, nullOn404, sendJson } from '#src/browser/http-client.ts'
import { pagedQuery } from '#src/browser/paged-list.ts'
import type { OrderFilter } from '#src/features/orders/lookup/order-filters.ts'
import { ADMIN_ORDERS_PER_PAGE } from '#src/features/orders/order-status.ts'
import type { OrderStatusRoute } from '#src/features/orders/orders.api.server.ts'
import type {
  AdminOrder,
  HandOver,
  NewOrderNote,
  Order,
  OrderStatusChange,
  PackedInput,
  Tracking,
} from '#src/features/orders/orders.contract.ts'

export const adminOrdersQuery = ({ queue, q }: { queue: OrderFilter; q: string | undefined }) =>
  pagedQuery<Order>(['/api/orders', 'admin'], '/api/orders', { status: queue, q, limit: ADMIN_ORDERS_PER_PAGE })

/** Null if the order does not exist. */
export const adminOrderQuery = (id: Order['id']) =>
  queryOptions<AdminOrder | null>({
    queryKey: ['/api/admin/orders', id],
    queryFn: () => getJson<AdminOrder>(`/api/admin/orders/${encodeURIComponent(id)}`).catch(nullOn404),
  })

type Done = { success: true }
type OfOrder = { id: Order['id'] }

/** Shows the server's refusal, because trying again would not help. */
const updateMeta = {
  success: { title: 'Order Updated' },
  failure: (error: Error) => ({
    title: 'Update Failed',
    description: conflictMessage(error) ?? 'Failed to update order status. Please try again.',
  }),
  refreshes: [['/api/orders'], ['/api/admin/orders'], ['/api/admin/today'], ['/api/dashboard/stats']],
}

export const changeOrderStatus = mutationOptions({
  mutationFn: ({ id, ...change }: OrderStatusChange & OfOrder) =>
    sendJson<OrderStatusRoute>('PUT', `/api/orders/${id}/status`, change),
  meta: updateMeta,
})

export const markOrderPacked = mutationOptions({
  mutationFn: ({ id, ...packing }: PackedInput & OfOrder) =>
    sendJson<Done>('PUT', `/api/admin/orders/${id}/packed`, packing),
  meta: updateMeta,
})

export const handOverOrder = mutationOptions({
  mutationFn: ({ id, ...proof }: HandOver & OfOrder) =>
    sendJson<Done>('POST', `/api/admin/orders/${id}/hand-over`, proof),
  meta: { success: { title: 'Handed Over' }, refreshes: updateMeta.refreshes },
})

export const setOrderTracking = mutationOptions({
  mutationFn: ({ id, ...tracking }: Tracking & OfOrder) =>
    sendJson<Done>('PUT', `/api/admin/orders/${id}/tracking`, tracking),
  meta: {
    ...updateMeta,
    success: { title: 'Order Updated', description: 'We will send the tracking number to the customer.' },
    failure: (error) => ({ title: 'Update Failed', description: conflictMessage(error) ?? 'Please try again.' }),
  },
})

export const addOrderNote = mutationOptions({
  mutationFn: ({ id, ...note }: NewOrderNote & OfOrder) =>
    sendJson<Done>('POST', `/api/admin/orders/${id}/notes`, note),
  meta: {
    success: { title: 'Note Added' },
    failure: (error) => ({ title: 'Note Not Added', description: conflictMessage(error) ?? 'Please try again.' }),
    refreshes: [['/api/admin/orders']],
  },
})
