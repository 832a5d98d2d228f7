import { mutationOptions } from '@tanstack/react-query'
import { sendJson } from '#src/platform/http.ts'
import type { CustomOrderReceipt, TypedCustomOrder } from './custom-orders.contract.ts'

/** Sends a composition to the maker. What goes wrong is said by the builder itself, in the specification's alerts. */
export const submitCustomOrder = mutationOptions({
  mutationFn: (order: TypedCustomOrder) => sendJson<CustomOrderReceipt>('POST', '/api/custom-orders', order),
})
