import { and, asc, eq, inArray, ne, notExists, sql } from 'drizzle-orm'
import { DomainError } from '#src/core/domain-error.ts'
import { nameKey } from '#src/core/words.ts'
import { type Db, onlyRow } from '#src/db/database.server.ts'
import { type Actor, recordChange, recordChanges } from '#src/features/audit/record-change.server.ts'
import { PRODUCT_TEXT_LIMITS } from '#src/features/catalog/admin/product-input.ts'
import { nextUpdatedAt, type ProductRow, productNotFound } from '#src/features/catalog/products/product-row.server.ts'
import { productFamilies, products } from '#src/features/catalog/products/products.table.server.ts'
import { joinPriceTiers } from '#src/features/catalog/tiers/price-tiers.server.ts'
import { equalLabelText, findEqualLabel, MAX_SIZES, nameOfSize } from './size-names.ts'

export type Family = typeof productFamilies.$inferSelect

/** Changes of families wait for each other. Taken before the products are locked. */
export async function lockFamilies(tx: Db): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('product-families', 0))`)
}

/** Locks the family of a product, where it has one, before the product itself is locked. */
export async function lockFamilyOf(tx: Db, productId: number): Promise<void> {
  const hasFamily = and(eq(products.id, productId), sql`${products.familyId} is not null`)
  if ((await tx.$count(products, hasFamily)) > 0) await lockFamilies(tx)
}

/** Locks a product and all sizes of its family. */
export async function lockSizes(tx: Db, productId: number): Promise<{ product: ProductRow; members: ProductRow[] }> {
  await lockFamilies(tx)
  const family = tx.select({ id: products.familyId }).from(products).where(eq(products.id, productId))
  const rows = await tx
    .select()
    .from(products)
    .where(sql`${products.id} = ${productId} or ${products.familyId} = (${family})`)
    .orderBy(asc(products.id))
    .for('update')
  const product = rows.find(({ id }) => id === productId)
  if (!product) throw productNotFound()
  return { product, members: product.familyId === null ? [] : rows.toSorted(bySizePosition) }
}

const bySizePosition = (a: ProductRow, b: ProductRow) => a.sizePosition - b.sizePosition || a.id - b.id

export const getFamily = async (db: Db, id: number): Promise<Family> =>
  onlyRow(await db.select().from(productFamilies).where(eq(productFamilies.id, id)))

export function listMembers(db: Db, familyId: number) {
  return db
    .select()
    .from(products)
    .where(eq(products.familyId, familyId))
    .orderBy(asc(products.sizePosition), asc(products.id))
}

export async function insertFamily(tx: Db, name: string, path: string): Promise<Family> {
  await refuseKnownFamily(tx, { name, path })
  return onlyRow(await tx.insert(productFamilies).values({ name }).returning())
}

type FamilyName = { id?: number; name: string; path: string }

export async function refuseKnownFamily(tx: Db, { id, name, path }: FamilyName): Promise<void> {
  const all = await tx.select().from(productFamilies)
  if (all.some((family) => family.id !== id && nameKey(family.name) === nameKey(name)))
    throw refusal(path, 'Another product with several sizes has this name.')
}

/** A family goes with its last size. */
export async function deleteEmptyFamilies(tx: Db, ids: readonly (number | null)[]): Promise<void> {
  const known = ids.filter((id) => id !== null)
  if (known.length === 0) return
  const members = tx.select({ id: products.id }).from(products).where(eq(products.familyId, productFamilies.id))
  await tx.delete(productFamilies).where(and(inArray(productFamilies.id, known), notExists(members)))
}

type Size = { family: Family; label: string; position: number; by: Actor }

/** Makes a product a size of the family, with the name that follows from both. */
export async function saveSize(
  tx: Db,
  before: Pick<ProductRow, 'id' | 'name' | 'sizeLabel' | 'sizePosition'>,
  size: Size,
) {
  const { family, label, position, by } = size
  const name = nameOfSize(family.name, label)
  await tx
    .update(products)
    .set({ name, familyId: family.id, sizeLabel: label, sizePosition: position, updatedAt: nextUpdatedAt })
    .where(eq(products.id, before.id))
  await joinPriceTiers(tx, { id: before.id, familyId: family.id })
  await recordChange(tx, {
    ...{ by, entity: 'product', entityId: before.id, action: 'update' },
    before: { name: before.name, size: before.sizeLabel, sizePosition: before.sizePosition },
    after: { name, size: label, sizePosition: position },
  })
}

export async function moveOtherSizes(tx: Db, { familyId, categoryId }: ProductRow, by: Actor): Promise<void> {
  if (familyId === null) return
  const isElsewhere = and(eq(products.familyId, familyId), ne(products.categoryId, categoryId))
  const others = await tx.select().from(products).where(isElsewhere).orderBy(asc(products.id)).for('update')
  if (others.length === 0) return
  await tx.update(products).set({ categoryId, updatedAt: nextUpdatedAt }).where(isElsewhere)
  await recordChanges(
    tx,
    others.map((other) => ({
      ...{ by, entity: 'product', entityId: other.id, action: 'update' },
      before: { categoryId: other.categoryId },
      after: { categoryId },
    })),
  )
}

export type Labelled = { label: string; path: string }

/** Refuses two equal labels beside the second, and a name that becomes too long. */
export function refuseBadLabels(family: string, labels: readonly Labelled[]): void {
  const second = labels[findEqualLabel(labels.map(({ label }) => label))]
  if (second) throw refusal(second.path, equalLabelText(second.label))
  const long = labels.find(({ label }) => nameOfSize(family, label).length > PRODUCT_TEXT_LIMITS.name)
  if (long) throw refusal(long.path, `Name and size together have at most ${PRODUCT_TEXT_LIMITS.name} characters.`)
  if (labels.length > MAX_SIZES)
    throw refusal(labels.at(-1)?.path ?? 'label', `A product has at most ${MAX_SIZES} sizes.`)
}

export const refusal = (path: string, message: string) =>
  new DomainError('conflict', message, { issues: [{ path, message }] })
