import { inArray } from 'drizzle-orm'
import { maxPerOrderText } from '#src/core/shop-policy.ts'
import type { Db } from '#src/db/database.server.ts'
import { products } from '#src/features/catalog/products/products.table.server.ts'
import type { StockLine } from './stock-reservations.server.ts'

/** Lists in words the products of which an order to several people holds too many pieces in all its parcels together. */
export async function listExcesses(db: Db, lines: readonly StockLine[]): Promise<string[]> {
  const byProduct = Map.groupBy(lines, ({ productId }) => productId)
  const { id, name, maxPerOrder } = products
  const rows = await db
    .select({ id, name, maxPerOrder })
    .from(products)
    .where(inArray(id, [...byProduct.keys()]))
    .orderBy(name)
  return rows.flatMap(({ id, name, maxPerOrder }) => {
    const pieces = (byProduct.get(id) ?? []).reduce((sum, { quantity }) => sum + quantity, 0)
    if (pieces <= maxPerOrder) return []
    const total = pieces.toLocaleString('en-IN')
    return [
      `${maxPerOrderText(maxPerOrder)}: ${name}. Your parcels have ${total} together. Please send them in several orders, or write to us.`,
    ]
  })
}
