import { asc, eq } from 'drizzle-orm'
import { ShopError } from '#src/core/shop-error.ts'
import { listProducts } from '#src/features/catalog/catalog.server.ts'
import type { Db } from '#src/platform/database.server.ts'
import type { Moderation, ReviewToModerate } from './reviews.contract.ts'
import type { ReviewStatus } from './reviews.rules.ts'
import { toReview } from './reviews.server.ts'
import { reviews } from './reviews.table.server.ts'

/** Reviews in one state, oldest first, each with what it is about. */
export async function listToModerate(db: Db, status: ReviewStatus): Promise<ReviewToModerate[]> {
  const rows = await db.select().from(reviews).where(eq(reviews.status, status)).orderBy(asc(reviews.createdAt))
  const names = new Map((await listProducts(db)).map(({ id, name }) => [id, name]))
  return rows.map((row) => ({
    ...toReview(row),
    status: row.status,
    product: { id: row.productId, name: names.get(row.productId) ?? 'No longer sold' },
  }))
}

/** The maker has read a review and lets the public read it, or not. */
export async function moderateReview(db: Db, { id, status }: Moderation & { id: string }): Promise<void> {
  const changed = await db.update(reviews).set({ status }).where(eq(reviews.id, id)).returning({ id: reviews.id })
  if (changed.length === 0) throw new ShopError('not-found', 'There is no such review.')
}
