import { isDeepStrictEqual } from 'node:util'
import { and, asc, eq, inArray, isNull, or, sql } from 'drizzle-orm'
import { type Db, prepareOnce } from '#src/db/database.server.ts'
import { type Actor, recordChange } from '#src/features/audit/record-change.server.ts'
import type { ProductRow } from '#src/features/catalog/products/product-row.server.ts'
import { products } from '#src/features/catalog/products/products.table.server.ts'
import type { PriceTier } from './price-tiers.contract.ts'
import { priceTiers } from './price-tiers.table.server.ts'

const isOfProduct = or(
  eq(priceTiers.familyId, products.familyId),
  and(isNull(products.familyId), eq(priceTiers.productId, products.id)),
)

/** The tiers of the selected product, for a query that joins products; null without any. */
export const storedTiers = sql<PriceTier[] | null>`(
  select jsonb_agg(jsonb_build_object('from', ${priceTiers.fromQuantity}, 'percent', ${priceTiers.percent})
    order by ${priceTiers.fromQuantity})
  from ${priceTiers} where ${isOfProduct})`

const selectTiers = prepareOnce((db) =>
  db
    .select({ id: products.id, from: priceTiers.fromQuantity, percent: priceTiers.percent })
    .from(priceTiers)
    .innerJoin(products, isOfProduct)
    .where(sql`${products.id} = any(${sql.placeholder('ids')})`)
    .orderBy(asc(products.id), asc(priceTiers.fromQuantity))
    .prepare('price_tiers_of'),
)

/** Finds the tiers of products; a product without any is missing. */
export async function findPriceTiers(db: Db, ids: readonly number[]): Promise<Map<number, PriceTier[]>> {
  const rows = await selectTiers(db).execute({ ids })
  const tiers = new Map<number, PriceTier[]>()
  for (const { id, ...tier } of rows) tiers.set(id, [...(tiers.get(id) ?? []), tier])
  return tiers
}

/** Finds the family of each product that has one: its pieces count together. */
export async function findFamilies(db: Db, ids: readonly number[]): Promise<Map<number, number | null>> {
  const { id, familyId } = products
  const rows = await db
    .select({ id, familyId })
    .from(products)
    .where(inArray(id, [...ids]))
  return new Map(rows.map((row) => [row.id, row.familyId]))
}

type Owner = Pick<ProductRow, 'id' | 'familyId'>

const ownedBy = ({ id, familyId }: Owner) =>
  familyId === null ? eq(priceTiers.productId, id) : eq(priceTiers.familyId, familyId)

type SavedTiers = { product: Owner; tiers: readonly PriceTier[]; by: Actor }

/** Replaces the tiers of a product and of the other sizes of its family. Lock the family before. */
export async function savePriceTiers(tx: Db, { product, tiers, by }: SavedTiers): Promise<void> {
  const before = (await findPriceTiers(tx, [product.id])).get(product.id) ?? []
  if (isDeepStrictEqual(before, tiers)) return
  const { id, familyId } = product
  await tx.delete(priceTiers).where(ownedBy(product))
  if (tiers.length > 0)
    await tx.insert(priceTiers).values(
      tiers.map(({ from, percent }) => ({
        ...{ fromQuantity: from, percent },
        ...(familyId === null ? { productId: id } : { familyId }),
      })),
    )
  await recordChange(tx, {
    ...{ by, entity: 'product', entityId: id, action: 'update' },
    before: { tiers: before },
    after: { tiers },
  })
}

/** A product brings its tiers to a family without any; those of a family replace its own. */
export async function joinPriceTiers(tx: Db, { id, familyId }: { id: number; familyId: number }): Promise<void> {
  const own = eq(priceTiers.productId, id)
  if ((await tx.$count(priceTiers, eq(priceTiers.familyId, familyId))) > 0) await tx.delete(priceTiers).where(own)
  else await tx.update(priceTiers).set({ familyId, productId: null }).where(own)
}
