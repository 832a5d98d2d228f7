import { and, eq, getTableColumns, isNotNull, isNull, lte, type SQL } from 'drizzle-orm'
import { DomainError } from '#src/core/domain-error.ts'
import { paise, rupees } from '#src/core/money.ts'
import { type Db, databaseErrorCode, inTransaction, onlyRow } from '#src/db/database.server.ts'
import { isAfterCursor, toPage } from '#src/db/pages.server.ts'
import { containsText } from '#src/db/search.server.ts'
import { type Actor, recordChange } from '#src/features/audit/record-change.server.ts'
import {
  availableStock,
  lockProduct,
  nextUpdatedAt,
  type ProductRow,
  productAuditFields,
  productNameKey,
  productNotFound,
} from '#src/features/catalog/products/product-row.server.ts'
import type { Category } from '#src/features/catalog/products/products.contract.ts'
import { categories, products, stockLedger } from '#src/features/catalog/products/products.table.server.ts'
import { saveTaxRate } from '#src/features/catalog/products/tax-rates.server.ts'
import { recordStockAdjustment } from '#src/features/catalog/stock/stock-adjustments.server.ts'
import type { AdminProduct, AdminProductPageQuery, ProductEdit, ProductFields } from './admin-products.contract.ts'
import type { ProductStatusFilter } from './product-input.ts'

/** Lists a page of the admin's products by name, after the product of `cursor`. */
export async function listAdminProducts(db: Db, { q, status, limit, cursor }: AdminProductPageQuery) {
  const wanted = and(filters[status ?? 'all'], q ? containsText(products.searchText, q, { before: 1 }) : undefined)
  const after = isAfterCursor(cursor, { table: products, by: productNameKey, ascending: true })
  const rows = await selectAdminProducts(db)
    .where(and(wanted, after))
    .orderBy(productNameKey, products.id)
    .limit(limit + 1)
  return { ...toPage(rows.map(toAdminProduct), limit), total: await db.$count(products, wanted) }
}

/** Finds a product, archived or not. */
export async function getAdminProduct(db: Db, id: number): Promise<AdminProduct> {
  const [row] = await selectAdminProducts(db).where(eq(products.id, id))
  if (!row) throw productNotFound()
  return toAdminProduct(row)
}

/** Creates a product; its stock opens the ledger. */
export function createProduct(db: Db, { by, tax, ...fields }: ProductFields & { by: Actor }): Promise<AdminProduct> {
  return withFieldErrors(() =>
    inTransaction(db, async (tx) => {
      const row = onlyRow(await tx.insert(products).values(columnsOf(fields)).returning())
      if (row.stock > 0)
        await tx
          .insert(stockLedger)
          .values({ productId: row.id, change: row.stock, reason: 'opening', actorEmail: by.email })
      await recordProductChange(tx, by, { after: row })
      if (tax) await saveTaxRate(tx, { productId: row.id, rate: tax, by })
      return getAdminProduct(tx, row.id)
    }),
  )
}

/** Changes a product; a different stock counts as a recount. */
export function updateProduct(
  db: Db,
  { id, by, seen, tax, ...fields }: ProductEdit & { id: number; by: Actor },
): Promise<AdminProduct> {
  return withFieldErrors(() =>
    inTransaction(db, async (tx) => {
      const before = await lockProduct(tx, id)
      if (seen && seen.updatedAt !== before.updatedAt.toISOString()) throw changedMeanwhile()
      const stock = seen ? resolveStock(fields.stock, seen.stock, before.stock) : fields.stock
      await recordStockAdjustment(tx, before, { to: stock, reason: 'counted', by })
      const after = onlyRow(
        await tx
          .update(products)
          .set({ ...columnsOf({ ...fields, stock }), updatedAt: nextUpdatedAt })
          .where(eq(products.id, id))
          .returning(),
      )
      await recordProductChange(tx, by, { before, after })
      if (tax) await saveTaxRate(tx, { productId: id, rate: tax, by })
      return getAdminProduct(tx, id)
    }),
  )
}

/** Deletes a product, or archives it when orders or reviews refer to it. */
export function removeProduct(db: Db, { id, by }: { id: number; by: Actor }): Promise<'deleted' | 'archived'> {
  return inTransaction(db, async (tx) => {
    const before = await lockProduct(tx, id)
    if (await deleteUnreferenced(tx, id)) {
      await recordProductChange(tx, by, { before })
      return 'deleted'
    }
    await setArchived(tx, before, { archivedAt: before.archivedAt ?? new Date(), by })
    return 'archived'
  })
}

export function restoreProduct(db: Db, { id, by }: { id: number; by: Actor }): Promise<AdminProduct> {
  return inTransaction(db, async (tx) => {
    await setArchived(tx, await lockProduct(tx, id), { archivedAt: null, by })
    return getAdminProduct(tx, id)
  })
}

type ProductChange = { before?: ProductRow; after?: ProductRow }

async function recordProductChange(tx: Db, by: Actor, { before, after }: ProductChange) {
  await recordChange(tx, {
    by,
    entity: 'product',
    entityId: before?.id ?? after?.id ?? 0,
    action: before ? (after ? 'update' : 'delete') : 'create',
    before: before && productAuditFields(before),
    after: after && productAuditFields(after),
  })
}

async function setArchived(tx: Db, before: ProductRow, { archivedAt, by }: { archivedAt: Date | null; by: Actor }) {
  await tx.update(products).set({ archivedAt, updatedAt: nextUpdatedAt }).where(eq(products.id, before.id))
  await recordProductChange(tx, by, { before, after: { ...before, archivedAt } })
}

const FOREIGN_KEY_VIOLATION = '23503'
const UNIQUE_VIOLATION = '23505'

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
  )

/** Unchanged stock means no change; another value must be based on the current stock. */
function resolveStock(typed: number, shown: number, now: number): number {
  if (typed === shown) return now
  if (shown === now) return typed
  const message = `The stock changed from ${shown} to ${now} in the meantime. Please count again.`
  throw withIssue('conflict', 'stock', message)
}

function columnsOf({ price, ...fields }: Omit<ProductFields, 'tax'>) {
  return { ...fields, pricePaise: price }
}

const filters: Record<ProductStatusFilter | 'all', SQL | undefined> = {
  all: isNull(products.archivedAt),
  low: and(isNull(products.archivedAt), lte(availableStock, products.minStock)),
  'sold-out': and(isNull(products.archivedAt), lte(availableStock, 0)),
  archived: isNotNull(products.archivedAt),
}

const { searchText: _, ...PRODUCT_COLUMNS } = getTableColumns(products)

function selectAdminProducts(db: Db) {
  return db
    .select({ ...PRODUCT_COLUMNS, category: { id: categories.id, name: categories.name } })
    .from(products)
    .innerJoin(categories, eq(categories.id, products.categoryId))
}

function toAdminProduct({
  pricePaise,
  archivedAt,
  updatedAt,
  createdAt: _,
  ...row
}: ProductRow & { category: Category }) {
  return {
    ...row,
    price: rupees(paise(pricePaise)),
    archivedAt: archivedAt?.toISOString() ?? null,
    updatedAt: updatedAt.toISOString(),
  }
}
