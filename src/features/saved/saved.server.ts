import { and, asc, eq, sql } from 'drizzle-orm'
import { ShopError } from '#src/core/shop-error.ts'
import { productsById } from '#src/features/catalog/catalog.server.ts'
import { type Db, inTransaction } from '#src/platform/database.server.ts'
import { MAX_SAVED, mergeSaved, type SavedItem, type SavedKey } from './saved.rules.ts'
import { savedItems } from './saved.table.server.ts'

/** What a person has saved, first saved first. */
export async function listSaved(db: Db, userId: string): Promise<SavedItem[]> {
  return db
    .select({ productId: savedItems.productId, quantity: savedItems.quantity, kind: savedItems.kind })
    .from(savedItems)
    .where(eq(savedItems.userId, userId))
    .orderBy(asc(savedItems.createdAt), asc(savedItems.productId))
}

/**
 * Adds to what a person has saved and gives back all of it. Of what is there already the larger quantity counts; what
 * the shop does not sell (any more) is left out, because a browser may have kept it for years.
 */
export async function keepSaved(
  db: Db,
  { userId, items }: { userId: string; items: readonly SavedItem[] },
): Promise<SavedItem[]> {
  return inTransaction(db, async (tx) => {
    const sold = await productsById(
      tx,
      items.map(({ productId }) => productId),
    )
    const wanted = mergeSaved([], items)
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
    const saved = await listSaved(tx, userId)
    if (saved.length > MAX_SAVED) throw new ShopError('conflict', `You can save up to ${MAX_SAVED} things.`)
    return saved
  })
}

/** Forgets one thing. Forgetting what is not there is done already. */
export async function forgetSaved(db: Db, { userId, productId, kind }: SavedKey & { userId: string }): Promise<void> {
  await db
    .delete(savedItems)
    .where(and(eq(savedItems.userId, userId), eq(savedItems.productId, productId), eq(savedItems.kind, kind)))
}
