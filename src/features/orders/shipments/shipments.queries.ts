import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { serverMessage } from '#src/browser/form-errors.ts'
import { getJson, sendJson } from '#src/browser/http-client.ts'
import type { AdminShipment, NewShipment, ShipmentProblem, ShipmentRates } from './shipments.contract.ts'

const KEY = '/api/admin/orders'
const pathOf = (orderId: string) => `/api/admin/orders/${encodeURIComponent(orderId)}`

export const shipmentQuery = (orderId: string) =>
  queryOptions<AdminShipment>({
    queryKey: [KEY, orderId, 'shipment'],
    queryFn: () => getJson<AdminShipment>(`${pathOf(orderId)}/shipment`),
  })

export const ratesQuery = (orderId: string, grams: number) =>
  queryOptions<ShipmentRates>({
    queryKey: ['/api/admin/courier-rates', orderId, grams],
    queryFn: () => getJson<ShipmentRates>(`${pathOf(orderId)}/rates?grams=${grams}`),
    staleTime: ({ state }) => (state.data?.problem ? 0 : 60_000),
    gcTime: 60_000,
  })

const refreshes = [[KEY], ['/api/orders'], ['/api/admin/today']]

export const bookShipment = mutationOptions({
  mutationFn: ({ orderId, ...wanted }: NewShipment & { orderId: string }) =>
    sendJson<AdminShipment>('POST', `${pathOf(orderId)}/shipment`, wanted),
  meta: { success: { title: 'Courier Booked' }, refreshes },
})

export const requestPickup = mutationOptions({
  mutationFn: (orderId: string) => sendJson<AdminShipment>('POST', `${pathOf(orderId)}/shipment/pickup`),
  meta: { success: { title: 'Pickup Requested' }, refreshes },
})

export const endShipment = mutationOptions({
  mutationFn: (orderId: string) => sendJson<AdminShipment>('POST', `${pathOf(orderId)}/shipment/end`),
  meta: { success: { title: 'Booking Ended', description: 'The parcel can be booked again.' }, refreshes },
})

export const noteProblem = mutationOptions({
  mutationFn: ({ id, problem }: Pick<ShipmentProblem, 'id' | 'problem'>) =>
    sendJson<AdminShipment>('POST', `/api/admin/shipments/${id}/noted`, { problem }),
  meta: { success: { title: 'Noted', description: 'It is off the to-do list.' }, refreshes },
})

export const labelPath = (orderId: string) => `${pathOf(orderId)}/label.pdf`

export const courierProblem = (error: Error): string =>
  serverMessage(error) ?? 'The shop did not answer. Please look again before you try once more.'
