import { eq } from 'drizzle-orm'
import { ShopError } from '#src/core/shop-error.ts'
import { emailsOf } from '#src/features/account/people.server.ts'
import { type Maker, recordChange } from '#src/features/audit/audit.server.ts'
import { productNames } from '#src/features/catalog/product-names.server.ts'
import { queueMessage, withdrawMessage } from '#src/features/notifications/notifications.server.ts'
import { finalFrom } from '#src/features/stories/moderation.rules.ts'
import { type Db, inTransaction } from '#src/platform/database.server.ts'
import { reviewPublishedMail } from './reviews.messages.ts'
import type { ReviewStatus } from './reviews.rules.ts'
import { reviews } from './reviews.table.server.ts'

type ReviewRow = typeof reviews.$inferSelect
type ReviewDecision = { id: string; status: ReviewStatus; reason?: string; by: Maker; now: Date; publicUrl: string }

/**
 * The maker has read a review and shows it, or not, or takes that back. Its buyer is told when the decision can no longer
 * be undone. The same decision again changes nothing.
 */
export async function moderateReview(db: Db, decision: ReviewDecision): Promise<void> {
  const { id, status, by } = decision
  await inTransaction(db, async (tx) => {
    const [review] = await tx.select().from(reviews).where(eq(reviews.id, id)).for('update')
    if (!review) throw new ShopError('not-found', 'There is no such review.')
    if (review.status === status) return
    const rejectionReason = status === 'rejected' ? (decision.reason ?? null) : null
    await tx.update(reviews).set({ status, rejectionReason }).where(eq(reviews.id, id))
    await recordChange(tx, {
      by,
      entity: 'review',
      entityId: id,
      action: 'update',
      before: { status: review.status, rejectionReason: review.rejectionReason },
      after: { status, rejectionReason },
    })
    if (status === 'published') await tellBuyer(tx, review, decision)
    else await withdrawMessage(tx, messageKey(id))
  })
}

async function tellBuyer(tx: Db, review: ReviewRow, { now, publicUrl }: ReviewDecision): Promise<void> {
  if (review.userId === null) return
  const email = (await emailsOf(tx, [review.userId])).get(review.userId)
  const product = (await productNames(tx, [review.productId])).get(review.productId)
  if (!email || !product) return
  await queueMessage(tx, {
    channel: 'email',
    to: email,
    ...reviewPublishedMail({ product, address: `${publicUrl}/product/${review.productId}` }),
    dedupeKey: messageKey(review.id),
    notBefore: finalFrom(now),
  })
}

const messageKey = (id: string) => `review-published:${id}`
