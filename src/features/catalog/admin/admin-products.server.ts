import { isDeepStrictEqual } from 'node:util'
import { eq } from 'drizzle-orm'
import { DomainError } from '#src/core/domain-error.ts'
import {
  type Db,
  databaseErrorCode,
  FOREIGN_KEY_VIOLATION,
  inTransaction,
  onlyRow,
  UNIQUE_VIOLATION,
} from '#src/db/database.server.ts'
import { type Actor, recordChange } from '#src/features/audit/record-change.server.ts'
import { addCategory } from '#src/features/catalog/categories/categories.server.ts'
import { deleteEmptyFamilies, lockFamilyOf, moveOtherSizes } from '#src/features/catalog/families/family-rows.server.ts'
import { SIZE_RENAMED } from '#src/features/catalog/families/size-names.ts'
import type { FoodFacts } from '#src/features/catalog/food/food-facts.contract.ts'
import { findFoodFacts } from '#src/features/catalog/food/product-facts.server.ts'
import {
  explainNotForSale,
  refuseIncompleteSale,
  refuseLostFacts,
  refuseLowMrp,
  type SaleRules,
  saveFacts,
} from '#src/features/catalog/food/stored-facts.server.ts'
import { savePictures } from '#src/features/catalog/images/product-pictures.server.ts'
import {
  lockProduct,
  nextUpdatedAt,
  type ProductRow,
  productAuditFields,
} from '#src/features/catalog/products/product-row.server.ts'
import { products, stockLedger } from '#src/features/catalog/products/products.table.server.ts'
import { saveTaxRates } from '#src/features/catalog/products/tax-rates.server.ts'
import { recordStockAdjustment } from '#src/features/catalog/stock/stock-adjustments.server.ts'
import type { PriceTier } from '#src/features/catalog/tiers/price-tiers.contract.ts'
import { findPriceTiers, savePriceTiers } from '#src/features/catalog/tiers/price-tiers.server.ts'
import {
  type AdminProduct,
  type CreatedProduct,
  NO_CATEGORY,
  type ProductEdit,
  type ProductFields,
} from './admin-products.contract.ts'
import type { CategoryChoice } from './product-form.contract.ts'
import { getAdminProduct } from './read-admin-products.server.ts'

type WithChoice<Fields extends ProductFields> = Omit<Fields, 'categoryId'> & CategoryChoice
type NewProduct = WithChoice<ProductFields> & SaleRules & { by: Actor }

/** Creates a product; its stock opens the ledger. Without its mandatory facts a live shop archives it at once. */
export function createProduct(
  db: Db,
  { by, mode, tax, tiers, facts = {}, categoryId, newCategory, ...fields }: NewProduct,
): Promise<CreatedProduct> {
  return withFieldErrors(() =>
    inTransaction(db, async (tx) => {
      refuseLowMrp(fields.price, facts)
      const category = { categoryId: await resolveCategory(tx, { categoryId, newCategory, by }) }
      const notice = explainNotForSale({ mode }, facts)
      const archivedAt = notice === null ? null : new Date()
      const row = onlyRow(
        await tx
          .insert(products)
          .values({ ...columnsOf({ ...fields, ...category }), archivedAt })
          .returning(),
      )
      if (row.stock > 0)
        await tx
          .insert(stockLedger)
          .values({ productId: row.id, change: row.stock, reason: 'opening', actorEmail: by.email })
      await saveFacts(tx, [{ productId: row.id, facts }])
      await recordProductChange(tx, by, { after: { row, facts } })
      await savePictures(tx, { productId: row.id, pictures: fields.images, by })
      if (tax) await saveTaxRates(tx, [{ productId: row.id, rate: tax }], by)
      if (tiers) await savePriceTiers(tx, [{ product: row, tiers }], by)
      return { ...(await getAdminProduct(tx, row.id)), notice }
    }),
  )
}

type ChangedProduct = WithChoice<ProductEdit> & SaleRules & { id: number; by: Actor }

/** Changes a product; a different stock counts as a recount. */
export function updateProduct(
  db: Db,
  { id, by, mode, seen, tax, tiers, facts: given, categoryId, newCategory, ...fields }: ChangedProduct,
): Promise<AdminProduct> {
  return withFieldErrors(() =>
    inTransaction(db, async (tx) => {
      const category = { categoryId: await resolveCategory(tx, { categoryId, newCategory, by }) }
      await lockFamilyOf(tx, id)
      const before = await lockWithFacts(tx, id)
      refuseRename(before.row, fields.name)
      if (seen && seen.updatedAt !== before.row.updatedAt.toISOString()) throw changedMeanwhile()
      const facts = given ?? before.facts
      refuseLowMrp(fields.price, facts)
      refuseLostFacts({ mode }, before, facts)
      const stock = seen ? resolveStock(fields.stock, seen.stock, before.row.stock) : fields.stock
      await recordStockAdjustment(tx, before.row, { to: stock, reason: 'counted', by })
      const row = onlyRow(
        await tx
          .update(products)
          .set({ ...columnsOf({ ...fields, ...category, stock }), updatedAt: nextUpdatedAt })
          .where(eq(products.id, id))
          .returning(),
      )
      if (given) await saveFacts(tx, [{ productId: id, facts }])
      await recordProductChange(tx, by, { before, after: { row, facts } })
      await moveOtherSizes(tx, row, by)
      await savePictures(tx, { productId: id, shown: before.row, pictures: fields.images, by })
      if (tax) await saveTaxRates(tx, [{ productId: id, rate: tax }], by)
      await changePriceTiers(tx, { product: row, tiers, seen: seen?.tiers, by })
      return getAdminProduct(tx, id)
    }),
  )
}

/** Deletes a product, or archives it when orders or reviews refer to it. */
export function removeProduct(db: Db, { id, by }: { id: number; by: Actor }): Promise<'deleted' | 'archived'> {
  return inTransaction(db, async (tx) => {
    await lockFamilyOf(tx, id)
    const before = await lockWithFacts(tx, id)
    if (await deleteUnreferenced(tx, id)) {
      await deleteEmptyFamilies(tx, [before.row.familyId])
      await recordProductChange(tx, by, { before })
      return 'deleted'
    }
    await setArchived(tx, before, { archivedAt: before.row.archivedAt ?? new Date(), by })
    return 'archived'
  })
}

/** Puts an archived product on sale again, in a live shop only with its mandatory facts. */
export function restoreProduct(db: Db, { id, mode, by }: SaleRules & { id: number; by: Actor }): Promise<AdminProduct> {
  return inTransaction(db, async (tx) => {
    const before = await lockWithFacts(tx, id)
    if (before.row.archivedAt) refuseIncompleteSale({ mode }, before.facts)
    await setArchived(tx, before, { archivedAt: null, by })
    return getAdminProduct(tx, id)
  })
}

/** A new category is added in the same transaction, so a refused product leaves none behind. */
async function resolveCategory(
  tx: Db,
  { categoryId, newCategory, by }: CategoryChoice & { by: Actor },
): Promise<number> {
  if (newCategory === undefined) {
    if (categoryId === undefined) throw withIssue('invalid', 'categoryId', NO_CATEGORY)
    return categoryId
  }
  try {
    return (await addCategory(tx, { name: newCategory, by })).id
  } catch (error) {
    throw error instanceof DomainError ? withIssue('conflict', 'newCategory', error.message) : error
  }
}

type ChangedTiers = { product: ProductRow; tiers: PriceTier[] | undefined; seen: PriceTier[] | undefined; by: Actor }

/** Another size may have changed the tiers meanwhile, which its own version does not tell. */
async function changePriceTiers(tx: Db, { product, tiers, seen, by }: ChangedTiers): Promise<void> {
  if (!tiers || isDeepStrictEqual(tiers, seen)) return
  const current = (await findPriceTiers(tx, [product.id])).get(product.id) ?? []
  if (seen && !isDeepStrictEqual(seen, current)) throw changedMeanwhile()
  await savePriceTiers(tx, [{ product, tiers }], by)
}

/** The name of a size follows from its family. */
function refuseRename({ familyId, name }: ProductRow, typed: string): void {
  if (familyId !== null && typed !== name) throw withIssue('conflict', 'name', SIZE_RENAMED)
}

type WithFacts = { row: ProductRow; facts: FoodFacts }
type ProductChange = { before?: WithFacts; after?: WithFacts }

async function lockWithFacts(tx: Db, id: number): Promise<WithFacts> {
  const row = await lockProduct(tx, id)
  return { row, facts: (await findFoodFacts(tx, [id])).get(id) ?? {} }
}

async function recordProductChange(tx: Db, by: Actor, { before, after }: ProductChange) {
  await recordChange(tx, {
    by,
    entity: 'product',
    entityId: before?.row.id ?? after?.row.id ?? 0,
    action: before ? (after ? 'update' : 'delete') : 'create',
    before: before && productAuditFields(before.row, before.facts),
    after: after && productAuditFields(after.row, after.facts),
  })
}

async function setArchived(
  tx: Db,
  { row, facts }: WithFacts,
  { archivedAt, by }: { archivedAt: Date | null; by: Actor },
) {
  await tx.update(products).set({ archivedAt, updatedAt: nextUpdatedAt }).where(eq(products.id, row.id))
  await recordProductChange(tx, by, { before: { row, facts }, after: { row: { ...row, archivedAt }, facts } })
}

/** Deletes a product and its ledger unless a foreign key refers to it. */
async function deleteUnreferenced(tx: Db, id: number): Promise<boolean> {
  try {
    await tx.transaction((savepoint) => savepoint.delete(products).where(eq(products.id, id)))
    return true
  } catch (error) {
    if (databaseErrorCode(error) === FOREIGN_KEY_VIOLATION) return false
    throw error
  }
}

/** Translates constraint violations into field errors. */
async function withFieldErrors<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write()
  } catch (error) {
    const code = databaseErrorCode(error)
    if (code === UNIQUE_VIOLATION) throw withIssue('conflict', 'sku', 'Another product already has this SKU.')
    if (code === FOREIGN_KEY_VIOLATION) throw withIssue('invalid', 'categoryId', 'This category no longer exists.')
    throw error
  }
}

function withIssue(code: 'conflict' | 'invalid', path: string, message: string): DomainError {
  return new DomainError(code, message, { issues: [{ path, message }] })
}

const changedMeanwhile = () =>
  new DomainError(
    'conflict',
    'Someone else has just changed this product. Nothing was saved: please open it again and check it.',
    { code: 'changed-meanwhile' },
  )

/** Unchanged stock means no change; another value must be based on the current stock. */
function resolveStock(typed: number, shown: number, now: number): number {
  if (typed === shown) return now
  if (shown === now) return typed
  const message = `The stock changed from ${shown} to ${now} in the meantime. Please count again.`
  throw withIssue('conflict', 'stock', message)
}

function columnsOf({ price, images, ...fields }: Omit<ProductFields, 'tax' | 'facts' | 'tiers'>) {
  const imageUrl = images ? (images[0]?.url ?? null) : fields.imageUrl
  return { ...fields, imageUrl, pricePaise: price }
}
