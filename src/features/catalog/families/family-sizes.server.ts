import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { paise, rupees } from '#src/core/money.ts'
import type { Db } from '#src/db/database.server.ts'
import { unitPriceText } from '#src/features/catalog/food/facts-text.ts'
import { availableStock } from '#src/features/catalog/products/product-row.server.ts'
import { productFacts, productFamilies, products } from '#src/features/catalog/products/products.table.server.ts'
import type { FamilySize, ProductFamily } from './families.contract.ts'

const siblings = alias(products, 'siblings')

/** The family of the selected product, for a query of products. Null while it has one size for sale. */
export const familyForSale = sql<ProductFamily | null>`case when ${products.familyId} is not null then (
  select jsonb_build_object('id', ${productFamilies.id}, 'name', ${productFamilies.name}, 'label', ${products.sizeLabel},
    'sizes', count(*), 'first', (array_agg(${siblings.id}
      order by (${siblings.stock} - ${siblings.reserved} <= 0), ${siblings.pricePaise}, ${siblings.id}))[1])
  from ${productFamilies} join ${products} as siblings on ${siblings.familyId} = ${productFamilies.id}
  where ${productFamilies.id} = ${products.familyId} and ${siblings.archivedAt} is null
  group by ${productFamilies.id} having count(*) > 1) end`

/** Lists the sizes of a family that are for sale, in their order. */
export async function listSizesForSale(db: Db, familyId: number): Promise<FamilySize[]> {
  const rows = await db
    .select({
      id: products.id,
      label: products.sizeLabel,
      pricePaise: products.pricePaise,
      stock: availableStock,
      facts: productFacts.facts,
    })
    .from(products)
    .leftJoin(productFacts, eq(productFacts.productId, products.id))
    .where(and(eq(products.familyId, familyId), isNull(products.archivedAt)))
    .orderBy(asc(products.sizePosition), asc(products.id))
  return rows.map(({ pricePaise, label, facts, ...size }) => {
    const price = rupees(paise(pricePaise))
    const unitPrice = facts?.net && unitPriceText(price, facts.net)
    return { ...size, label: label ?? '', price, ...(unitPrice && { unitPrice }) }
  })
}
