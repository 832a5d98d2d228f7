import { and, inArray, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm'
import { type Db, onlyRow } from '#src/db/database.server.ts'
import { availableStock } from '#src/features/catalog/products/product-row.server.ts'
import { products } from '#src/features/catalog/products/products.table.server.ts'

/** Keeps of each family the cheapest size in stock, as far as sizes fulfil the condition. */
export function isBestOfFamily(db: Db, condition: SQL | undefined): SQL | undefined {
  const first = db
    .selectDistinctOn([products.familyId], { id: products.id })
    .from(products)
    .where(and(isNotNull(products.familyId), isNull(products.archivedAt), condition))
    .orderBy(products.familyId, sql`${availableStock} <= 0`, products.pricePaise, products.id)
  return or(isNull(products.familyId), inArray(products.id, first))
}

/** Leaves out the families of which a size fulfils the condition. */
export function hasFamilyWithout(db: Db, condition: SQL | undefined): SQL | undefined {
  const found = db
    .select({ id: products.familyId })
    .from(products)
    .where(and(isNotNull(products.familyId), isNull(products.archivedAt), condition))
  return or(isNull(products.familyId), sql`${products.familyId} not in ${found}`)
}

export async function countCards(db: Db, condition: SQL | undefined): Promise<number> {
  const counted = await db
    .select({
      count:
        sql<number>`count(*) filter (where ${products.familyId} is null) + count(distinct ${products.familyId})`.mapWith(
          Number,
        ),
    })
    .from(products)
    .where(and(isNull(products.archivedAt), condition))
  return onlyRow(counted).count
}
