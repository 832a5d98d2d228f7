import { and, asc, eq, sql } from 'drizzle-orm'
import { DomainError } from '#src/core/domain-error.ts'
import { type Db, inTransaction } from '#src/db/database.server.ts'
import { findProductsById } from '#src/features/catalog/products/products.server.ts'
import { savedItems } from './saved-items.table.server.ts'
import { MAX_SAVED_ITEMS, mergeSavedItems, type SavedItem, type SavedItemKey } from './saved-items.ts'

export async function listSavedItems(db: Db, userId: string): Promise<SavedItem[]> {
  return db
    .select({ productId: savedItems.productId, quantity: savedItems.quantity, kind: savedItems.kind })
    .from(savedItems)
    .where(eq(savedItems.userId, userId))
    .orderBy(asc(savedItems.createdAt), asc(savedItems.productId))
}

/** Adds items and returns all. The larger quantity wins, and products that are no longer sold are left out. */
export async function addSavedItems(
  db: Db,
  { userId, items }: { userId: string; items: readonly SavedItem[] },
): Promise<SavedItem[]> {
  return inTransaction(db, async (tx) => {
    const sold = await findProductsById(
      tx,
      items.map(({ productId }) => productId),
    )
    const wanted = mergeSavedItems([], items)
      .filter(({ productId }) => sold.has(productId))
      .sort((a, b) => a.productId - b.productId || a.kind.localeCompare(b.kind))
    if (wanted.length > 0)
      await tx
        .insert(savedItems)
        .values(wanted.map((item) => ({ ...item, userId })))
        .onConflictDoUpdate({
          target: [savedItems.userId, savedItems.productId, savedItems.kind],
          set: { quantity: sql`greatest(${savedItems.quantity}, excluded.quantity)` },
        })
    const saved = await listSavedItems(tx, userId)
    if (saved.length > MAX_SAVED_ITEMS)
      throw new DomainError('conflict', `You can save up to ${MAX_SAVED_ITEMS} items.`)
    return saved
  })
}

/** Removes one item; removing it twice is not an error. */
export async function removeSavedItem(
  db: Db,
  { userId, productId, kind }: SavedItemKey & { userId: string },
): Promise<void> {
  await db
    .delete(savedItems)
    .where(and(eq(savedItems.userId, userId), eq(savedItems.productId, productId), eq(savedItems.kind, kind)))
}
