import { parseProductId } from '#src/features/catalog/products/product-id.ts'

/** What `id` in the address of the maker's products can also name. */
export const NEW_PRODUCT = 'new'
export const IMPORT_DIALOG = 'import'

const STOCK = 'stock-'

/** The address of a product's stock, beside the product's own. */
export const toStockDialogId = (id: number) => `${STOCK}${id}`

/** What the address opens over the list: a product, or the stock of one. */
export function parseOpenDialog(id = ''): { product?: number; stockOf?: number } {
  if (id.startsWith(STOCK)) return { stockOf: parseProductId(id.slice(STOCK.length)) }
  return { product: parseProductId(id) }
}
