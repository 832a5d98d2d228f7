import { eq } from 'drizzle-orm'
import { DomainError } from '#src/core/domain-error.ts'
import { type Db, inTransaction } from '#src/db/database.server.ts'
import { type Actor, recordChange } from '#src/features/audit/record-change.server.ts'
import { findUserEmails } from '#src/features/auth/accounts/users.server.ts'
import { findProductNames } from '#src/features/catalog/products/product-names.server.ts'
import type { ReviewStatus } from '#src/features/community/reviews/review.ts'
import { reviews } from '#src/features/community/reviews/reviews.table.server.ts'
import { cancelMessage, queueMessage } from '#src/features/notifications/outbox/outbox.server.ts'
import { undoDeadline } from './moderation-flags.ts'
import { reviewPublishedMail } from './review-published.messages.ts'

type ReviewRow = typeof reviews.$inferSelect
type ReviewDecision = { id: string; status: ReviewStatus; reason?: string; by: Actor; now: Date; publicUrl: string }

/**
 * Publishes, rejects or resets a review; the author is informed once it can no longer be undone. Repeats change
 * nothing.
 */
export async function moderateReview(db: Db, decision: ReviewDecision): Promise<void> {
  const { id, status, by } = decision
  await inTransaction(db, async (tx) => {
    const [review] = await tx.select().from(reviews).where(eq(reviews.id, id)).for('update')
    if (!review) throw new DomainError('not-found', 'Review not found.')
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
    else await cancelMessage(tx, messageKey(id))
  })
}

async function tellBuyer(tx: Db, review: ReviewRow, { now, publicUrl }: ReviewDecision): Promise<void> {
  if (review.userId === null) return
  const email = (await findUserEmails(tx, [review.userId])).get(review.userId)
  const product = (await findProductNames(tx, [review.productId])).get(review.productId)
  if (!email || !product) return
  await queueMessage(tx, {
    channel: 'email',
    to: email,
    ...reviewPublishedMail({ product, address: `${publicUrl}/product/${review.productId}` }),
    idempotencyKey: messageKey(review.id),
    notBefore: undoDeadline(now),
  })
}

const messageKey = (id: string) => `review-published:${id}`
