import { isDeepStrictEqual } from 'node:util'
import { eq, sql } from 'drizzle-orm'
import { shopDay } from '#src/core/dates.ts'
import { DomainError } from '#src/core/domain-error.ts'
import { paise, rupees } from '#src/core/money.ts'
import { type Db, inTransaction } from '#src/db/database.server.ts'
import { type Actor, recordChange } from '#src/features/audit/record-change.server.ts'
import type { CreatedProduct } from '#src/features/catalog/admin/admin-products.contract.ts'
import { createProduct } from '#src/features/catalog/admin/admin-products.server.ts'
import { getAdminProduct } from '#src/features/catalog/admin/read-admin-products.server.ts'
import { findFoodFacts } from '#src/features/catalog/food/product-facts.server.ts'
import type { SaleRules } from '#src/features/catalog/food/stored-facts.server.ts'
import { listPictures } from '#src/features/catalog/images/product-pictures.server.ts'
import { nextUpdatedAt, type ProductRow, productNotFound } from '#src/features/catalog/products/product-row.server.ts'
import { productFamilies, products } from '#src/features/catalog/products/products.table.server.ts'
import { getProductTax } from '#src/features/catalog/products/tax-rates.server.ts'
import type { JoiningSize, NewSize, ProductSizes, SizeOrder } from './admin-sizes.contract.ts'
import {
  deleteEmptyFamilies,
  type Family,
  getFamily,
  insertFamily,
  listMembers,
  lockSizes,
  refusal,
  refuseBadLabels,
  refuseKnownFamily,
  saveSize,
} from './family-rows.server.ts'
import { nameOfSize } from './size-names.ts'

export async function getSizes(db: Db, productId: number): Promise<ProductSizes> {
  const [product] = await db.select().from(products).where(eq(products.id, productId))
  if (!product) throw productNotFound()
  const { name, familyId } = product
  if (familyId === null) return { family: name, sizes: [] }
  const family = await getFamily(db, familyId)
  const sizes = (await listMembers(db, familyId)).map(({ id, sizeLabel, sku, pricePaise, stock, archivedAt }) => ({
    ...{ id, sku, stock, label: sizeLabel ?? '' },
    price: rupees(paise(pricePaise)),
    archived: archivedAt !== null,
  }))
  return { family: family.name, sizes }
}

type By = { id: number; by: Actor }

/** Copies a product with its text, pictures, facts and tax. What differs by size is not copied. */
export function addSize(db: Db, { id, mode, by, ...size }: NewSize & SaleRules & By): Promise<CreatedProduct> {
  return inTransaction(db, async (tx) => {
    const { label, price, stock, sku } = size
    const { product, family, position } = await openFamily(tx, { id, by, ...size })
    const { net: _, mrp: __, labelPicture: ___, ...copied } = (await findFoodFacts(tx, [id])).get(id) ?? {}
    const pictures = await listPictures(tx, id)
    const { isOwn, hsn, percent } = await getProductTax(tx, { id, now: new Date() })
    const { notice, ...created } = await createProduct(tx, {
      ...{ sku, price, stock, mode, by },
      name: nameOfSize(family.name, label),
      description: product.description,
      minStock: product.minStock,
      maxPerOrder: product.maxPerOrder,
      meltClass: product.meltClass,
      imageUrl: product.imageUrl,
      images: pictures.length > 0 ? pictures : undefined,
      categoryId: product.categoryId,
      facts: { ...copied, ...size.facts },
      tax: isOwn ? { hsn, percent, validFrom: shopDay(new Date()) } : null,
    })
    const before = { ...created, sizeLabel: null, sizePosition: 0 }
    await saveSize(tx, before, { family, label, position, by })
    return { ...(await getAdminProduct(tx, created.id)), notice }
  })
}

/** Makes another product a size of this one's family. */
export function joinSizes(db: Db, { id, by, sku, ...size }: JoiningSize & By): Promise<ProductSizes> {
  return inTransaction(db, async (tx) => {
    const { product, family, position } = await openFamily(tx, { id, by, ...size })
    const [joining] = await tx.select().from(products).where(eq(products.sku, sku)).for('update')
    if (!joining) throw refusal('sku', 'No product has this SKU.')
    if (joining.id === id || joining.familyId === family.id) throw refusal('sku', 'This is already one of the sizes.')
    if (joining.familyId !== null)
      throw refusal('sku', `${joining.name} is a size of another product. Please take it out there first.`)
    if (joining.categoryId !== product.categoryId)
      throw refusal('sku', `${joining.name} is in another category. Sizes share their category.`)
    await saveSize(tx, joining, { family, label: size.label, position, by })
    return getSizes(tx, id)
  })
}

type Opened = { product: ProductRow; family: Family; position: number }
type Opening = Pick<NewSize, 'family' | 'ownLabel' | 'label'> & By

/** Opens the family of a product for one more size. A product without family founds one and is its first size. */
async function openFamily(tx: Db, { id, by, label, ownLabel, ...named }: Opening): Promise<Opened> {
  const { product, members } = await lockSizes(tx, id)
  const added = { label, path: 'label' }
  if (product.familyId !== null) {
    const family = await getFamily(tx, product.familyId)
    const labels = members.map(({ sizeLabel }) => ({ label: sizeLabel ?? '', path: 'label' }))
    refuseBadLabels(family.name, [...labels, added])
    return { product, family, position: Math.max(...members.map(({ sizePosition }) => sizePosition)) + 1 }
  }
  if (!ownLabel) throw refusal('ownLabel', 'Please name the size of this product too, for example 110 g.')
  const name = named.family ?? product.name
  refuseBadLabels(name, [{ label: ownLabel, path: 'ownLabel' }, added])
  const family = await insertFamily(tx, name, 'family')
  await saveSize(tx, product, { family, label: ownLabel, position: 1, by })
  return { product, family, position: 2 }
}

/** Names the family, and names and orders its sizes. `sizes` lists all of them. */
export function orderSizes(db: Db, { id, by, family: name, sizes, seen }: SizeOrder & By): Promise<ProductSizes> {
  return inTransaction(db, async (tx) => {
    const { product, members } = await lockSizes(tx, id)
    if (product.familyId === null) throw noFamily()
    const known = await getFamily(tx, product.familyId)
    const current = members.map((member) => ({ id: member.id, label: member.sizeLabel }))
    if (seen && !isDeepStrictEqual(seen, { family: known.name, sizes: current })) throw changedMeanwhile()
    const byId = new Map(members.map((member) => [member.id, member]))
    if (sizes.length !== members.length || new Set(sizes.map((size) => size.id)).size !== members.length)
      throw changedMeanwhile()
    refuseBadLabels(
      name,
      sizes.map(({ label }, index) => ({ label, path: `sizes.${index}.label` })),
    )
    await refuseKnownFamily(tx, { id: product.familyId, name, path: 'family' })
    const family = { id: product.familyId, name }
    await tx.update(productFamilies).set({ name }).where(eq(productFamilies.id, family.id))
    await clearLabels(tx, family.id)
    for (const [index, size] of sizes.entries()) {
      const member = byId.get(size.id)
      if (!member) throw changedMeanwhile()
      await saveSize(tx, member, { family, label: size.label, position: index + 1, by })
    }
    return getSizes(tx, id)
  })
}

/** Labels may be exchanged, so the old ones make room first. */
async function clearLabels(tx: Db, familyId: number): Promise<void> {
  await tx
    .update(products)
    .set({ sizeLabel: sql`chr(1) || ${products.id}` })
    .where(eq(products.familyId, familyId))
}

/** Takes a product out of its family. It keeps its name, which can then be edited. */
export function leaveSizes(db: Db, { id, by }: By): Promise<ProductSizes> {
  return inTransaction(db, async (tx) => {
    const { product } = await lockSizes(tx, id)
    if (product.familyId === null) throw noFamily()
    await tx
      .update(products)
      .set({ familyId: null, sizeLabel: null, sizePosition: 0, updatedAt: nextUpdatedAt })
      .where(eq(products.id, id))
    await recordChange(tx, {
      ...{ by, entity: 'product', entityId: id, action: 'update' },
      before: { size: product.sizeLabel, sizePosition: product.sizePosition },
      after: { size: null, sizePosition: 0 },
    })
    await deleteEmptyFamilies(tx, [product.familyId])
    return getSizes(tx, id)
  })
}

const noFamily = () => new DomainError('conflict', 'This product has no other sizes.')
const changedMeanwhile = () =>
  new DomainError('conflict', 'The sizes have changed meanwhile. Nothing was saved: please open them again.', {
    code: 'changed-meanwhile',
  })
