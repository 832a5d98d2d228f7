import { queryOptions, useQuery } from '@tanstack/react-query'
import { getJson } from '#src/browser/http-client.ts'
import { formatDeliveryWindow, parsePincode } from '#src/core/delivery-promise.ts'
import { usePromises } from '#src/features/settings/settings.queries.ts'
import type { Delivery, DeliveryQuestion } from './delivery.contract.ts'

const MINUTE_MS = 60_000

export const deliveryKey = ['/api/delivery']

/** The server's promise for a PIN code as it was typed. Asked again each minute: the cut-off passes, and days fill. */
export function deliveryQuery({ pincode: typed, ...parcel }: DeliveryQuestion) {
  const pincode = parsePincode(typed)
  const search = new URLSearchParams({ pincode: pincode ?? '' })
  for (const [name, value] of Object.entries(parcel)) search.set(name, String(value))
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

type ExpectedDelivery = { text: string; shipOn: string | undefined }

/** The delivery date if the order were paid now, and its day of dispatch, which the order must keep. */
export function useExpectedDelivery(question: DeliveryQuestion): ExpectedDelivery {
  const { delivery } = usePromises()
  const { data } = useQuery(deliveryQuery(question))
  return data
    ? { text: deliveryText(data, 'Expected delivery'), shipOn: data.shipOn }
    : { text: `Expected delivery in ${delivery}`, shipOn: undefined }
}
