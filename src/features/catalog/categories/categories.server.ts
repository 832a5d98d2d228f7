import { asc, eq, sql } from 'drizzle-orm'
import { DomainError } from '#src/core/domain-error.ts'
import { nameKey } from '#src/core/words.ts'
import { type Db, databaseErrorCode, FOREIGN_KEY_VIOLATION, inTransaction, onlyRow } from '#src/db/database.server.ts'
import { type Actor, recordChange, recordChanges } from '#src/features/audit/record-change.server.ts'
import { nextUpdatedAt } from '#src/features/catalog/products/product-row.server.ts'
import { categories, products } from '#src/features/catalog/products/products.table.server.ts'
import type { AdminCategory, CategoryEdit, NewCategory } from './categories.contract.ts'

type CategoryRow = typeof categories.$inferSelect

/** Lists all categories in their order, hidden ones included. */
export function listAdminCategories(db: Db): Promise<AdminCategory[]> {
  return selectCategories(db).orderBy(asc(categories.position), asc(categories.id))
}

/** Adds a category after all others. */
export function addCategory(
  db: Db,
  { by, hidden = false, ...fields }: NewCategory & { by: Actor },
): Promise<AdminCategory> {
  return inTransaction(db, async (tx) => {
    const all = await lockCategories(tx)
    refuseTakenName(all, fields.name)
    const position = Math.max(0, ...all.map((category) => category.position)) + 1
    const added = onlyRow(
      await tx
        .insert(categories)
        .values({ ...fields, position, hiddenAt: hidden ? new Date() : null })
        .returning(),
    )
    const after = auditFields(added)
    await recordChange(tx, { by, entity: 'category', entityId: added.id, action: 'create', after })
    return getAdminCategory(tx, added.id)
  })
}

/** Renames, describes, hides or shows a category. Its products stay in it. */
export function updateCategory(
  db: Db,
  { id, by, hidden, ...fields }: CategoryEdit & { id: number; by: Actor },
): Promise<AdminCategory> {
  return inTransaction(db, async (tx) => {
    const all = await lockCategories(tx)
    const before = findCategory(all, id)
    if (fields.name !== undefined)
      refuseTakenName(
        all.filter((category) => category !== before),
        fields.name,
      )
    const hiddenAt = hidden === false ? null : (before.hiddenAt ?? (hidden ? new Date() : null))
    const after = onlyRow(
      await tx
        .update(categories)
        .set({ ...fields, hiddenAt })
        .where(eq(categories.id, id))
        .returning(),
    )
    await recordChange(tx, {
      by,
      entity: 'category',
      entityId: id,
      action: 'update',
      before: auditFields(before),
      after: auditFields(after),
    })
    return getAdminCategory(tx, id)
  })
}

/** Orders the categories as `ids`, which names each of them once. */
export function orderCategories(db: Db, { ids, by }: { ids: number[]; by: Actor }): Promise<AdminCategory[]> {
  return inTransaction(db, async (tx) => {
    const all = await lockCategories(tx)
    const places = new Map(ids.map((id, index) => [id, index + 1]))
    if (ids.length !== all.length || all.some(({ id }) => !places.has(id)))
      throw new DomainError('conflict', 'The categories have changed meanwhile. Please order them again.', {
        code: 'changed-meanwhile',
      })
    const moved = all.flatMap(({ id, position: before }) => {
      const after = places.get(id) ?? before
      return after === before ? [] : [{ id, before, after }]
    })
    for (const { id, after } of moved) await tx.update(categories).set({ position: after }).where(eq(categories.id, id))
    await recordChanges(
      tx,
      moved.map(({ id, before, after }) => ({
        by,
        entity: 'category',
        entityId: id,
        action: 'update',
        before: { position: before },
        after: { position: after },
      })),
    )
    return listAdminCategories(tx)
  })
}

type Removal = { id: number; productsTo?: number | undefined; by: Actor }

/** Deletes a category. While it has products, archived or not, another category must take them. */
export async function removeCategory(db: Db, { id, productsTo, by }: Removal): Promise<{ moved: number }> {
  try {
    return await inTransaction(db, async (tx) => {
      const all = await lockCategories(tx)
      const before = findCategory(all, id)
      const target = all.find((category) => category.id === productsTo && category !== before)
      if (productsTo !== undefined && !target) throw refusal('invalid', 'Please choose another category.')
      const moved = await moveProducts(tx, { from: before, target, by })
      await tx.delete(categories).where(eq(categories.id, id))
      const change = { by, entity: 'category', entityId: id, action: 'delete' } as const
      await recordChange(tx, { ...change, before: auditFields(before), after: target && { productsTo: target.name } })
      return { moved }
    })
  } catch (error) {
    if (databaseErrorCode(error) === FOREIGN_KEY_VIOLATION)
      throw refusal('conflict', 'A product has just been added to this category. Please try again.')
    throw error
  }
}

type Move = { from: CategoryRow; target: CategoryRow | undefined; by: Actor }

/** Locks the products in the order in which orders lock them. */
async function moveProducts(tx: Db, { from, target, by }: Move): Promise<number> {
  const all = await tx
    .select({ id: products.id })
    .from(products)
    .where(eq(products.categoryId, from.id))
    .orderBy(asc(products.id))
    .for('update')
  if (all.length === 0) return 0
  if (!target) {
    const count = all.length === 1 ? 'a product' : `${all.length} products`
    throw refusal('conflict', `${from.name} has ${count}. Please choose the category that takes them.`)
  }
  const change = { categoryId: target.id, updatedAt: nextUpdatedAt }
  // More than the locked ones if another admin has just moved one here.
  const moved = await tx
    .update(products)
    .set(change)
    .where(eq(products.categoryId, from.id))
    .returning({ id: products.id })
  await recordChanges(
    tx,
    moved.map(({ id }) => ({
      by,
      entity: 'product',
      entityId: id,
      action: 'update',
      before: { categoryId: from.id },
      after: { categoryId: target.id },
    })),
  )
  return moved.length
}

async function lockCategories(tx: Db): Promise<CategoryRow[]> {
  await tx.execute(sql`lock table ${categories} in share row exclusive mode`)
  return tx.select().from(categories)
}

function findCategory(all: readonly CategoryRow[], id: number): CategoryRow {
  const found = all.find((category) => category.id === id)
  if (!found) throw new DomainError('not-found', 'This category no longer exists.')
  return found
}

/** Names that look the same would share an address. */
function refuseTakenName(others: readonly CategoryRow[], name: string): void {
  const known = others.find((category) => nameKey(category.name) === nameKey(name))
  if (!known) return
  const message = `The category ${known.name} already exists.`
  throw new DomainError('conflict', message, { issues: [{ path: 'name', message }] })
}

const refusal = (code: 'invalid' | 'conflict', message: string) =>
  new DomainError(code, message, { issues: [{ path: 'productsTo', message }] })

const auditFields = ({ name, description, imageUrl, hiddenAt }: CategoryRow) => ({
  name,
  description,
  imageUrl,
  hidden: hiddenAt !== null,
})

async function getAdminCategory(tx: Db, id: number): Promise<AdminCategory> {
  return onlyRow(await selectCategories(tx).where(eq(categories.id, id)))
}

function selectCategories(db: Db) {
  const count = (condition: 'is null' | 'is not null') =>
    sql<number>`count(${products.id}) filter (where ${products.archivedAt} ${sql.raw(condition)})`.mapWith(Number)
  return db
    .select({
      id: categories.id,
      name: categories.name,
      description: categories.description,
      imageUrl: categories.imageUrl,
      hidden: sql<boolean>`${categories.hiddenAt} is not null`,
      products: count('is null'),
      archived: count('is not null'),
    })
    .from(categories)
    .leftJoin(products, eq(products.categoryId, categories.id))
    .groupBy(categories.id)
}
