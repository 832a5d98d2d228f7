import { queryOptions } from '@tanstack/react-query'
import { getJson } from '#src/browser/http-client.ts'
import { formatDeliveryWindow, parsePincode } from '#src/core/delivery/delivery-window.ts'
import type { Delivery, DeliveryQuestion } from './delivery.contract.ts'

const MINUTE_MS = 60_000

export const deliveryKey = ['/api/delivery']

/** The server's promise for a PIN code as it was typed. Asked again each minute: the cut-off passes, and days fill. */
export function deliveryQuery({ pincode: typed, ...parcel }: DeliveryQuestion) {
  const pincode = parsePincode(typed)
  const search = new URLSearchParams({ pincode: pincode ?? '' })
  for (const [name, value] of Object.entries(parcel)) if (value !== undefined) search.set(name, String(value))
  return queryOptions<Delivery>({
    queryKey: [...deliveryKey, search.toString()],
    queryFn: () => getJson(`/api/delivery?${search}`),
    enabled: pincode !== undefined,
    staleTime: MINUTE_MS,
    refetchInterval: MINUTE_MS,
  })
}

/** 'expected on Thu, 26 Nov', or what is arranged with the customer. */
export function deliveryText(delivery: Delivery, prefix: string): string {
  return delivery.kind === 'days' ? `${prefix} ${formatDeliveryWindow(delivery)}` : delivery.text
}

/** As the question names products; undefined for none. */
export function listProductIds(ids: readonly number[]): string | undefined {
  const sorted = [...new Set(ids)].sort((a, b) => a - b)
  return sorted.length > 0 ? sorted.slice(0, MAX_PRODUCTS).join(',') : undefined
}

const MAX_PRODUCTS = 100
