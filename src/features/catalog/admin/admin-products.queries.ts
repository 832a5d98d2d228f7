import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { serverMessage } from '#src/browser/form-errors.ts'
import { getJson, HttpError, nullOn404, sendJson } from '#src/browser/http-client.ts'
import { pagedQuery } from '#src/browser/paged-list.ts'
import { isAbortError, uploadFile } from '#src/browser/upload-file.ts'
import type { TypedFacts } from '#src/features/catalog/facts-form/read-facts.ts'
import type { ImportPlan } from '#src/features/catalog/import/product-import.contract.ts'
import type { Product } from '#src/features/catalog/products/products.contract.ts'
import { categoriesQuery } from '#src/features/catalog/products/products.queries.ts'
import type { PriceTier } from '#src/features/catalog/tiers/price-tiers.contract.ts'
import type {
  AdminProduct,
  CreatedProduct,
  ProductTax,
  StockAdjustment,
  StockLedgerEntry,
} from './admin-products.contract.ts'
import { ADMIN_PRODUCTS_PER_PAGE } from './product-input.ts'

const LIST = '/api/admin/products'

export const adminProductsQuery = (filters: { q?: string; status?: string }) =>
  pagedQuery<AdminProduct>([LIST, 'list'], LIST, { ...filters, limit: ADMIN_PRODUCTS_PER_PAGE })

export const adminProductQuery = (id: Product['id']) =>
  queryOptions<AdminProduct | null>({
    queryKey: [LIST, 'one', id],
    queryFn: () => getJson<AdminProduct>(`${LIST}/${id}`).catch(nullOn404),
  })

export const stockHistoryQuery = (id: Product['id']) =>
  pagedQuery<StockLedgerEntry>([LIST, 'stock'], `${LIST}/${id}/stock`, { limit: 20 })

/** Not cached: the form starts from it. */
export const productTaxQuery = (id: Product['id']) =>
  queryOptions<ProductTax>({ queryKey: [LIST, String(id), 'tax'], gcTime: 0 })

const refreshes = [
  ['/api/products'],
  categoriesQuery.queryKey,
  ['/api/admin/categories'],
  [LIST],
  ['/api/dashboard/stats'],
  ['/api/admin/today'],
  ['/api/admin/opening'],
]

/** Unparsable numbers are sent as null, and the server explains them. */
export type ProductInput = Pick<
  AdminProduct,
  'name' | 'description' | 'stock' | 'minStock' | 'maxPerOrder' | 'meltClass' | 'sku' | 'imageUrl' | 'images'
> & {
  categoryId?: AdminProduct['categoryId']
  newCategory?: string
  price: string
  tiers: PriceTier[]
  facts: TypedFacts
  tax: { hsn: string; percent: number; validFrom: string } | null
  seen?: Pick<AdminProduct, 'updatedAt' | 'stock' | 'tiers'>
}

const saving = (title: string, failed: [title: string, verb: string], description?: string) => ({
  success: { title, description },
  failure: { title: failed[0], description: `Failed to ${failed[1]} product. Please try again.` },
  refreshes,
})
const updating = (description?: string) => saving('Product Updated', ['Update Failed', 'update'], description)

export const createProduct = mutationOptions({
  mutationFn: (product: ProductInput) => sendJson<CreatedProduct>('POST', '/api/products', product),
  meta: saving('Product Created', ['Creation Failed', 'create']),
})

export const updateProduct = mutationOptions({
  mutationFn: ({ id, ...product }: ProductInput & { id: Product['id'] }) =>
    sendJson<AdminProduct>('PUT', `/api/products/${id}`, product),
  meta: updating(),
})

export const deleteProduct = mutationOptions({
  mutationFn: (id: Product['id']) => sendJson<{ success: true; archived: boolean }>('DELETE', `/api/products/${id}`),
  meta: saving('Product Deleted', ['Delete Failed', 'delete']),
})

export const restoreProduct = mutationOptions({
  mutationFn: (id: Product['id']) => sendJson<AdminProduct>('POST', `${LIST}/${id}/restore`),
  meta: {
    ...updating('It is in the shop again.'),
    failure: (error) => ({
      title: 'Update Failed',
      description: serverMessage(error) ?? 'Failed to update product. Please try again.',
    }),
  },
})

export const adjustProductStock = mutationOptions({
  mutationFn: ({ id, ...change }: StockAdjustment & { id: Product['id'] }) =>
    sendJson<{ stock: number }>('POST', `${LIST}/${id}/stock`, change),
  meta: updating('Stock updated.'),
})

type UploadInput = { file: File; onProgress: (part: number) => void; signal: AbortSignal }

/** The contract reads `success` and `message` whatever the status. */
type UploadAnswer = { success: boolean; imageUrl: string; message: string }

export const uploadImage = mutationOptions({
  mutationFn: async ({ file, ...sending }: UploadInput) => {
    const body = new FormData()
    body.set('image', file)
    const answer = await uploadFile<UploadAnswer>({ path: '/api/upload', body, ...sending })
    if (!answer.success) throw new HttpError(200, JSON.stringify(answer))
    return answer.imageUrl
  },
  meta: {
    success: { title: 'Image Uploaded' },
    failure: (error) =>
      isAbortError(error)
        ? undefined
        : {
            title: 'Upload Failed',
            description: serverMessage(error) ?? 'Failed to upload image. Please try again.',
          },
  },
})

/** Without a plan a dry run; with the plan of the dry run it applies the changes. */
export const importProducts = mutationOptions({
  mutationFn: ({ file, plan, ...sending }: UploadInput & { plan?: string }) => {
    const wish = plan === undefined ? 'dryRun=true' : `plan=${plan}`
    return uploadFile<ImportPlan>({ path: `${LIST}/import?${wish}`, body: file, ...sending })
  },
  meta: { refreshes },
})
