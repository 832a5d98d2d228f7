import { readProductId } from './product-id.rules.ts'

/** What `id` in the address of the maker's products can also name. */
export const NEW_PRODUCT = 'new'
export const THE_FILE = 'import'

const STOCK = 'stock-'

/** The address of a product's stock, beside the product's own. */
export const stockOfProduct = (id: number) => `${STOCK}${id}`

/** What the address opens over the list: a product, or the stock of one. */
export function readOpenProduct(id = ''): { product?: number; stockOf?: number } {
  if (id.startsWith(STOCK)) return { stockOf: readProductId(id.slice(STOCK.length)) }
  return { product: readProductId(id) }
}
