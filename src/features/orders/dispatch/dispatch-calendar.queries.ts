import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { getJson, sendJson } from '#src/browser/http-client.ts'
import type { DayOfDispatch, DispatchedOrder, DispatchMonth, ShipDayChange } from './dispatch-calendar.contract.ts'

const API_PATH = '/api/admin/dispatch'

export const dispatchMonthQuery = (month: string) =>
  queryOptions<DispatchMonth>({
    queryKey: [API_PATH, 'months', month],
    queryFn: () => getJson(`${API_PATH}/months/${month}`),
  })

export const dispatchDayQuery = (day: string) =>
  queryOptions<DayOfDispatch>({
    queryKey: [API_PATH, 'days', day],
    queryFn: () => getJson(`${API_PATH}/days/${day}`),
  })

export const moveShipDay = mutationOptions({
  mutationFn: ({ id, ...change }: ShipDayChange & Pick<DispatchedOrder, 'id'>) =>
    sendJson<{ success: true }>('PUT', `/api/admin/orders/${id}/ship-day`, change),
  meta: {
    success: { title: 'Order Moved', description: 'We will tell the customer.' },
    failure: () => ({ title: 'Not Moved', description: 'Please check the day and the reason.' }),
    refreshes: [[API_PATH], ['/api/orders'], ['/api/admin/orders']],
  },
})
