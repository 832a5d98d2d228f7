import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { serverMessage } from '#src/browser/form-errors.ts'
import { getJson, sendJson } from '#src/browser/http-client.ts'
import type { CreatedProduct } from '#src/features/catalog/admin/admin-products.contract.ts'
import type { TypedFacts } from '#src/features/catalog/facts-form/read-facts.ts'
import type { ProductSizes, SizeOrder } from './admin-sizes.contract.ts'

const LIST = '/api/admin/products'

const pathOf = (id: number) => `${LIST}/${id}/sizes`

export const productSizesQuery = (id: number) =>
  queryOptions<ProductSizes>({ queryKey: [LIST, 'sizes', id], queryFn: () => getJson(pathOf(id)) })

const saving = (title: string) => ({
  success: { title },
  failure: (error: Error) => ({
    title: 'Not Saved',
    description: serverMessage(error) ?? 'The sizes could not be saved. Please try again.',
  }),
  refreshes: [['/api/products'], [LIST]],
})

/** As typed: the server validates it. */
type TypedSize = { id: number; family?: string; ownLabel?: string; label: string; sku: string }

export const addSize = mutationOptions({
  mutationFn: ({ id, ...size }: TypedSize & { price: string; stock: number } & { facts: Partial<TypedFacts> }) =>
    sendJson<CreatedProduct>('POST', pathOf(id), size),
  meta: saving('Size Added'),
})

export const joinSizes = mutationOptions({
  mutationFn: ({ id, ...size }: TypedSize) => sendJson<ProductSizes>('POST', `${pathOf(id)}/join`, size),
  meta: saving('Size Added'),
})

export const orderSizes = mutationOptions({
  mutationFn: ({ id, ...order }: SizeOrder & { id: number }) => sendJson<ProductSizes>('PUT', pathOf(id), order),
  meta: saving('Sizes Saved'),
})

export const leaveSizes = mutationOptions({
  mutationFn: (id: number) => sendJson<ProductSizes>('DELETE', pathOf(id)),
  meta: saving('Taken Out'),
})
