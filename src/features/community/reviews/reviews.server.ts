import { and, asc, avg, count, desc, eq, inArray, min, ne, type SQL } from 'drizzle-orm'
import { DomainError } from '#src/core/domain-error.ts'
import type { Db } from '#src/db/database.server.ts'
import { isAfterCursor, toPage } from '#src/db/pages.server.ts'
import { getProduct } from '#src/features/catalog/products/products.server.ts'
import { listReviewablePurchases, type ReviewablePurchase } from '#src/features/orders/lookup/order-lines.server.ts'
import { formatAuthorName, REVIEWS_PER_PAGE } from './review.ts'
import type { MyReviews, NewReview, ProductReviews, Review, ReviewListParams } from './reviews.contract.ts'
import { reviews } from './reviews.table.server.ts'

type ReviewRow = typeof reviews.$inferSelect

/** Lists a page of published reviews of a product, with the figures of all. */
export async function listReviews(
  db: Db,
  { productId, ...page }: ReviewListParams & { productId: number },
): Promise<ProductReviews> {
  await getProduct(db, productId)
  const limit = page.limit ?? REVIEWS_PER_PAGE
  const isPublic = and(eq(reviews.productId, productId), eq(reviews.status, 'published'))
  const rows = await db
    .select()
    .from(reviews)
    .where(and(isPublic, isAfterCursor(page.cursor, { table: reviews, by: reviews.createdAt })))
    .orderBy(desc(reviews.createdAt), desc(reviews.id))
    .limit(limit + 1)
  const { items, nextCursor = null } = toPage(rows.map(toReview), limit)
  return { ...(await loadRatingSummary(db, isPublic)), items, nextCursor }
}

export async function listMyReviews(
  db: Db,
  { userId, productId }: { userId: string; productId: number },
): Promise<MyReviews> {
  const open = await listOpenPurchases(db, { userId, productId })
  const rows = await db
    .select()
    .from(reviews)
    .where(and(eq(reviews.productId, productId), eq(reviews.userId, userId)))
    .orderBy(desc(reviews.createdAt))
  return {
    orders: open.map(({ orderId, reference, customerName }) => ({
      orderId,
      reference,
      authorName: formatAuthorName(customerName),
    })),
    reviews: rows.map((row) => ({ ...toReview(row), status: row.status })),
  }
}

type CreateReviewInput = NewReview & { userId: string; productId: number }

export async function createReview(
  db: Db,
  { userId, productId, orderId, ...content }: CreateReviewInput,
): Promise<Review> {
  const purchases = await listReviewablePurchases(db, { userId, productId })
  const line = purchases.find((one) => one.orderId === orderId)
  if (!line) throw new DomainError('not-allowed', 'Only customers who received this chocolate from us can review it.')
  const [inserted] = await db
    .insert(reviews)
    .values({
      ...content,
      productId,
      userId,
      orderLineId: line.lineId,
      authorName: formatAuthorName(line.customerName),
    })
    .onConflictDoNothing({ target: reviews.orderLineId })
    .returning()
  if (!inserted) throw new DomainError('conflict', 'You have already reviewed this purchase.')
  return toReview(inserted)
}

const DELETED_AUTHOR = 'A buyer'

/** Erasure: deletes pending reviews and removes the name from published ones. */
export async function anonymiseReviews(tx: Db, userId: string): Promise<void> {
  await tx.delete(reviews).where(and(eq(reviews.userId, userId), ne(reviews.status, 'published')))
  await tx.update(reviews).set({ authorName: DELETED_AUTHOR }).where(eq(reviews.userId, userId))
}

function toReview(row: ReviewRow): Review {
  const { id, rating, title, text, authorName, isSample } = row
  return { id, rating, title, text, authorName, isSample, createdAt: row.createdAt.toISOString() }
}

async function loadRatingSummary(db: Db, filter: SQL | undefined) {
  const rows = await db
    .select({ rating: reviews.rating, count: count() })
    .from(reviews)
    .where(filter)
    .groupBy(reviews.rating)
    .orderBy(asc(reviews.rating))
  const [all] = await db
    .select({ average: avg(reviews.rating), count: count(), since: min(reviews.createdAt) })
    .from(reviews)
    .where(filter)
  const countOf = (rating: number) => rows.find((row) => row.rating === rating)?.count ?? 0
  return {
    average: all?.average ? Math.round(Number(all.average) * 10) / 10 : null,
    count: all?.count ?? 0,
    histogram: [countOf(5), countOf(4), countOf(3), countOf(2), countOf(1)] as ProductReviews['histogram'],
    since: all?.since?.toISOString() ?? null,
  }
}

async function listOpenPurchases(db: Db, filter: { userId: string; productId: number }): Promise<ReviewablePurchase[]> {
  const purchases = await listReviewablePurchases(db, filter)
  if (purchases.length === 0) return []
  const lineIds = purchases.map((line) => line.lineId)
  const inserted = await db
    .select({ lineId: reviews.orderLineId })
    .from(reviews)
    .where(inArray(reviews.orderLineId, lineIds))
  return purchases.filter((line) => !inserted.some(({ lineId }) => lineId === line.lineId))
}
