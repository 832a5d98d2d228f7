import { eq } from 'drizzle-orm'
import { DomainError } from '#src/core/domain-error.ts'
import { type Db, inTransaction } from '#src/db/database.server.ts'
import { type Actor, recordChange } from '#src/features/audit/record-change.server.ts'
import { findUserEmails } from '#src/features/auth/accounts/users.server.ts'
import { findProductNames } from '#src/features/catalog/products/products.server.ts'
import { reviews } from '#src/features/community/reviews/reviews.table.server.ts'
import { stories } from '#src/features/community/stories/stories.table.server.ts'
import type { Mail } from '#src/features/notifications/mail/mail.ts'
import { cancelMessage, queueMessage } from '#src/features/notifications/outbox/outbox.server.ts'
import { reviewPublishedMail, storyPublishedMail } from './moderation.messages.ts'
import { undoDeadline } from './moderation-flags.ts'

type Decision = {
  id: string
  status: 'pending' | 'published' | 'rejected'
  reason?: string
  by: Actor
  now: Date
  publicUrl: string
}

type Moderated = { status: Decision['status']; rejectionReason: string | null }
type Kind<Row> = {
  entity: 'review' | 'story'
  notFound: string
  lock: (tx: Db) => Promise<Row[]>
  save: (tx: Db, change: Moderated, row: Row) => Promise<unknown>
  /** The mail to the author of what is published; undefined without an address. */
  mailOf: (tx: Db, row: Row) => Promise<({ to: string } & Mail) | undefined>
}

export function moderateReview(db: Db, decision: Decision): Promise<void> {
  const isReview = eq(reviews.id, decision.id)
  return applyDecision(db, decision, {
    entity: 'review',
    notFound: 'Review not found.',
    lock: (tx) => tx.select().from(reviews).where(isReview).for('update'),
    save: (tx, change) => tx.update(reviews).set(change).where(isReview),
    mailOf: async (tx, { userId, productId }) => {
      if (userId === null) return
      const to = (await findUserEmails(tx, [userId])).get(userId)
      const product = (await findProductNames(tx, [productId])).get(productId)
      if (!to || !product) return
      return { to, ...reviewPublishedMail({ product, address: `${decision.publicUrl}/product/${productId}` }) }
    },
  })
}

/** Publishes, rejects or resets a story. One that is published again keeps its first date. */
export function moderateStory(db: Db, decision: Decision): Promise<void> {
  const { id, now, publicUrl } = decision
  const isStory = eq(stories.id, id)
  return applyDecision(db, decision, {
    entity: 'story',
    notFound: 'Story not found.',
    lock: (tx) => tx.select().from(stories).where(isStory).for('update'),
    save: (tx, change, { publishedAt: first }) => {
      const publishedAt = change.status === 'pending' ? null : change.status === 'published' ? (first ?? now) : first
      return tx
        .update(stories)
        .set({ ...change, publishedAt })
        .where(isStory)
    },
    mailOf: async (_, { authorEmail: to }) =>
      to === null
        ? undefined
        : { to, ...storyPublishedMail({ address: `${publicUrl}/community-stories?story=${id}` }) },
  })
}

/** Applies a decision; the author is informed once it can no longer be undone. Repeats change nothing. */
async function applyDecision<Row extends Moderated>(db: Db, decision: Decision, kind: Kind<Row>): Promise<void> {
  const { id, status, by, now } = decision
  const { entity } = kind
  const messageKey = `${entity}-published:${id}`
  await inTransaction(db, async (tx) => {
    const [row] = await kind.lock(tx)
    if (!row) throw new DomainError('not-found', kind.notFound)
    if (row.status === status) return
    const after: Moderated = { status, rejectionReason: status === 'rejected' ? (decision.reason ?? null) : null }
    const before: Moderated = { status: row.status, rejectionReason: row.rejectionReason }
    await kind.save(tx, after, row)
    await recordChange(tx, { by, entity, entityId: id, action: 'update', before, after })
    if (status !== 'published') return cancelMessage(tx, messageKey)
    const mail = await kind.mailOf(tx, row)
    if (mail)
      await queueMessage(tx, { channel: 'email', ...mail, idempotencyKey: messageKey, notBefore: undoDeadline(now) })
  })
}
