import { type Column, eq, type SQL, sql } from 'drizzle-orm'
import { paise, rupees } from '#src/core/money.ts'
import { ShopError } from '#src/core/shop-error.ts'
import type { Db } from '#src/platform/database.server.ts'
import { products } from './catalog.table.server.ts'

export type ProductRow = typeof products.$inferSelect

/** The product, held until the transaction ends: whoever sells it meanwhile waits. */
export async function lockProduct(tx: Db, id: number): Promise<ProductRow> {
  const [row] = await tx.select().from(products).where(eq(products.id, id)).for('update')
  if (!row) throw noSuchProduct()
  return row
}

export const noSuchProduct = () => new ShopError('not-found', "The product you're looking for doesn't exist.")

/** Later than the moment before also within one millisecond: whoever edits compares it. */
export const nextMoment = sql`greatest(clock_timestamp(), ${products.updatedAt} + interval '1 millisecond')`

export const byName = sql`lower(${products.name})`

/** What can be sold: running payments hold the rest. */
export const free = sql<number>`${products.stock} - ${products.reserved}`

/** What `findHolding` asks for. Not LIKE: what is typed is text, also where it has a % in it. */
export function sought(typed: string, { text, besideName }: { text: SQL; besideName: Column }) {
  const inSmall = sql`${typed.toLowerCase()}::text`
  const isFound = sql`(strpos(lower(${products.name}), ${inSmall}) > 0 or strpos(lower(${besideName}), ${inSmall}) > 0)`
  return { id: products.id, text, typed, inSmall, isFound }
}

/** What the log keeps of a product. */
export function auditedFields({ pricePaise, archivedAt, ...row }: ProductRow) {
  const { name, description, stock, minStock, maxPerOrder, sku, imageUrl, categoryId } = row
  const price = rupees(paise(pricePaise))
  return {
    name,
    description,
    price,
    stock,
    minStock,
    maxPerOrder,
    sku,
    imageUrl,
    categoryId,
    archived: archivedAt !== null,
  }
}
