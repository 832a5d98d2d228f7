import { eq, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { DomainError } from '#src/core/domain-error.ts'
import { paise, rupees } from '#src/core/money.ts'
import type { Db } from '#src/db/database.server.ts'
import type { FoodFacts } from '#src/features/catalog/food/food-facts.contract.ts'
import { products } from './products.table.server.ts'

export type ProductRow = Omit<typeof products.$inferSelect, 'searchText'>

export async function lockProduct(tx: Db, id: number): Promise<ProductRow> {
  const [row] = await tx.select().from(products).where(eq(products.id, id)).for('update')
  if (!row) throw productNotFound()
  return row
}

export const productNotFound = () => new DomainError('not-found', "The product you're looking for doesn't exist.")

/** Strictly increasing, because edits compare it. */
export const nextUpdatedAt = sql`greatest(clock_timestamp(), ${products.updatedAt} + interval '1 millisecond')`

/** The price of the product in this column of another table; null when it is not for sale. */
export const priceForSale = (productId: PgColumn) => sql<number>`(select ${products.pricePaise} from ${products}
  where ${products.id} = ${productId} and ${products.archivedAt} is null)`

/** As `priceForSale`; null also when it is sold out, or was changed after this time. */
export const steadyPriceForSale = (productId: PgColumn, unchangedSince: Date) => sql<number>`(
  select ${products.pricePaise} from ${products}
  where ${products.id} = ${productId} and ${products.archivedAt} is null and ${availableStock} > 0
    and ${products.updatedAt} <= ${unchangedSince}::timestamptz)`

export const productNameKey = sql`lower(${products.name})`

export const availableStock = sql<number>`${products.stock} - ${products.reserved}`

export function productAuditFields({ pricePaise, archivedAt, sizeLabel, ...row }: ProductRow, facts: FoodFacts) {
  const { name, description, stock, minStock, maxPerOrder, meltClass, sku, imageUrl, categoryId } = row
  const price = rupees(paise(pricePaise))
  return {
    name,
    description,
    price,
    stock,
    minStock,
    maxPerOrder,
    meltClass,
    sku,
    imageUrl,
    categoryId,
    archived: archivedAt !== null,
    ...(sizeLabel !== null && { size: sizeLabel }),
    ...facts,
  }
}
