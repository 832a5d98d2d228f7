import { inArray } from 'drizzle-orm'
import type { Db } from '#src/db/database.server.ts'
import { productFacts } from '#src/features/catalog/products/products.table.server.ts'
import { foodNotice } from './facts-text.ts'
import type { FoodFacts, ProductLabel } from './food-facts.contract.ts'
import { netQuantityText } from './food-facts.ts'

/** Finds the facts of products, archived ones included; a product without facts is missing. */
export async function findFoodFacts(db: Db, productIds: readonly (number | null)[]): Promise<Map<number, FoodFacts>> {
  const ids = new Set(productIds.filter((id) => id !== null))
  if (ids.size === 0) return new Map()
  const rows = await db
    .select({ id: productFacts.productId, facts: productFacts.facts })
    .from(productFacts)
    .where(inArray(productFacts.productId, [...ids]))
  return new Map(rows.map(({ id, facts }) => [id, facts]))
}

/** Finds what mails say about diet and allergens; a product of which nothing is known is missing. */
export async function findFoodNotices(db: Db, productIds: readonly (number | null)[]): Promise<Map<number, string>> {
  const facts = await findFoodFacts(db, productIds)
  return new Map(
    [...facts].map(([id, known]) => [id, foodNotice(known)] as const).filter(([, notice]) => notice !== ''),
  )
}

export const toProductLabel = ({ diet, net }: FoodFacts = {}): ProductLabel => ({
  ...(diet && { diet }),
  ...(net && { net: netQuantityText(net) }),
})
