import { readTypedRupees } from '#src/core/typed-numbers.ts'
import { parseProductId } from '#src/features/catalog/products/product-params.ts'

export const PRODUCT_STATUS_FILTERS = ['low', 'sold-out', 'incomplete', 'archived'] as const
export type ProductStatusFilter = (typeof PRODUCT_STATUS_FILTERS)[number]

export const ADMIN_PRODUCTS_PER_PAGE = 50

export const PRODUCT_TEXT_LIMITS = { name: 120, description: 5000, sku: 64, imageUrl: 2000, note: 200 }

/** 99,999.99 rupees: UPI transfers at most a lakh. */
const MAX_PAISE = 9_999_999

export function parsePrice(typed: string | number): number | undefined {
  const price = readTypedRupees(String(typed))
  return price !== undefined && price > 0 && price <= MAX_PAISE ? price : undefined
}

/** Plain file names only: another path (such as /api/logout) would be called by every visitor's browser. */
const OWN_PICTURE = /^\/(pictures|uploads)\/[\w-]+(\.[\w-]+)*$/

export const BAD_PICTURE = 'Please upload a picture or enter an address that starts with https://.'

export function isImageUrl(typed: string): boolean {
  if (OWN_PICTURE.test(typed)) return true
  return URL.canParse(typed) && new URL(typed).protocol === 'https:'
}

export const NEW_PRODUCT = 'new'
export const IMPORT_DIALOG = 'import'

const STOCK = 'stock-'
const SIZES = 'sizes-'

export const toStockDialogId = (id: number) => `${STOCK}${id}`

export const toSizesDialogId = (id: number) => `${SIZES}${id}`

export function parseOpenDialog(id = ''): { product?: number; stockOf?: number; sizesOf?: number } {
  if (id.startsWith(SIZES)) return { sizesOf: parseProductId(id.slice(SIZES.length)) }
  if (id.startsWith(STOCK)) return { stockOf: parseProductId(id.slice(STOCK.length)) }
  return { product: parseProductId(id) }
}
