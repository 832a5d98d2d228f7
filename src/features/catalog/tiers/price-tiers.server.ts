import { isDeepStrictEqual } from 'node:util'
import { and, asc, eq, inArray, isNull, or, sql } from 'drizzle-orm'
import { type Db, prepareOnce } from '#src/db/database.server.ts'
import { type Actor, recordChanges } from '#src/features/audit/record-change.server.ts'
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

const ownerKey = ({ product: { id, familyId } }: { product: Owner }) =>
  familyId === null ? `product ${id}` : `family ${familyId}`

function ownedByAny(owners: readonly Owner[]) {
  const single = owners.filter(({ familyId }) => familyId === null).map(({ id }) => id)
  const families = owners.flatMap(({ familyId }) => familyId ?? [])
  return or(inArray(priceTiers.productId, single), inArray(priceTiers.familyId, families))
}

type NewTiers = { product: Owner; tiers: readonly PriceTier[] }

/** Replaces the tiers of products and of the other sizes of their families. Lock the families before. */
export async function savePriceTiers(tx: Db, given: readonly NewTiers[], by: Actor): Promise<void> {
  const known = await findPriceTiers(
    tx,
    given.map(({ product }) => product.id),
  )
  const changed = given
    .map((one) => ({ ...one, before: known.get(one.product.id) ?? [] }))
    .filter(({ before, tiers }) => !isDeepStrictEqual(before, tiers))
  const ofOwners = [...Map.groupBy(changed, ownerKey).values()].flatMap(([first]) => first ?? [])
  if (ofOwners.length === 0) return
  const columnsOf = ({ id, familyId }: Owner) => (familyId === null ? { productId: id } : { familyId })
  const owners = ofOwners.map(({ product }) => product)
  await tx.delete(priceTiers).where(ownedByAny(owners))
  const rows = ofOwners.flatMap(({ product, tiers }) =>
    tiers.map(({ from, percent }) => ({ fromQuantity: from, percent, ...columnsOf(product) })),
  )
  if (rows.length > 0) await tx.insert(priceTiers).values(rows)
  await recordChanges(
    tx,
    ofOwners.map(({ product, before, tiers }) => ({
      ...{ by, entity: 'product', entityId: product.id, action: 'update' },
      before: { tiers: before },
      after: { tiers },
    })),
  )
}

/** A product brings its tiers to a family without any; those of a family replace its own. */
export async function joinPriceTiers(tx: Db, { id, familyId }: { id: number; familyId: number }): Promise<void> {
  const own = eq(priceTiers.productId, id)
  if ((await tx.$count(priceTiers, eq(priceTiers.familyId, familyId))) > 0) await tx.delete(priceTiers).where(own)
  else await tx.update(priceTiers).set({ familyId, productId: null }).where(own)
}
