import { sql } from 'drizzle-orm'
import { DEMO_PENDING_REVIEWS, DEMO_REVIEWS } from '#db/demo/data/reviews.ts'
import { type Db, inTransaction } from '#src/db/database.server.ts'
import { listProducts } from '#src/features/catalog/products/products.server.ts'
import { reviews } from '#src/features/community/reviews/reviews.table.server.ts'

const ONE_DAY_MS = 86_400_000

/** Seeds sample reviews, unless there are any. */
export async function seedDemoReviews(db: Db, now: Date): Promise<void> {
  await inTransaction(db, async (tx) => {
    // Serializes processes that start together.
    await tx.execute(sql`lock table ${reviews} in share row exclusive mode`)
    if ((await tx.$count(reviews)) > 0) return
    const storage = await listProducts(tx)
    const samples = storage.flatMap(({ id, sku }) =>
      (DEMO_REVIEWS[sku] ?? []).map(({ author, daysAgo, ...words }) => ({
        ...words,
        productId: id,
        authorName: author,
        status: 'published' as const,
        isSample: true,
        createdAt: new Date(now.getTime() - daysAgo * ONE_DAY_MS),
      })),
    )
    const unread = DEMO_PENDING_REVIEWS.flatMap(({ sku, author, ...words }) => {
      const product = storage.find((offered) => offered.sku === sku)
      return product ? [{ ...words, productId: product.id, authorName: author, isSample: true, createdAt: now }] : []
    })
    if (samples.length > 0) await tx.insert(reviews).values([...samples, ...unread])
  })
}
