import { parseProductId } from '#src/features/catalog/products/product-id.ts'

export const NEW_PRODUCT = 'new'
export const IMPORT_DIALOG = 'import'

const STOCK = 'stock-'

export const toStockDialogId = (id: number) => `${STOCK}${id}`

export function parseOpenDialog(id = ''): { product?: number; stockOf?: number } {
  if (id.startsWith(STOCK)) return { stockOf: parseProductId(id.slice(STOCK.length)) }
  return { product: parseProductId(id) }
}
