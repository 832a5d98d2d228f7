import { eq } from 'drizzle-orm'
import { DomainError } from '#src/core/domain-error.ts'
import { type Db, inTransaction } from '#src/db/database.server.ts'
import { type Actor, recordChange } from '#src/features/audit/record-change.server.ts'
import { stories } from '#src/features/community/stories/stories.table.server.ts'
import type { StoryStatus } from '#src/features/community/stories/story.ts'
import { cancelMessage, queueMessage } from '#src/features/notifications/outbox/outbox.server.ts'
import { undoDeadline } from './moderation-flags.ts'
import { storyPublishedMail } from './story-published.messages.ts'

type StoryRow = typeof stories.$inferSelect
type StoryDecision = { id: string; status: StoryStatus; reason?: string; by: Actor; now: Date; publicUrl: string }

/**
 * Publishes, rejects or resets a story; the author is informed once it can no longer be undone. Repeats change nothing.
 */
export async function moderateStory(db: Db, decision: StoryDecision): Promise<void> {
  const { id, status, by, now } = decision
  await inTransaction(db, async (tx) => {
    const [story] = await tx.select().from(stories).where(eq(stories.id, id)).for('update')
    if (!story) throw new DomainError('not-found', 'Story not found.')
    if (story.status === status) return
    const rejectionReason = status === 'rejected' ? (decision.reason ?? null) : null
    await tx
      .update(stories)
      .set({ status, rejectionReason, publishedAt: publishedAtAfter(story, status, now) })
      .where(eq(stories.id, id))
    await recordChange(tx, {
      by,
      entity: 'story',
      entityId: id,
      action: 'update',
      before: { status: story.status, rejectionReason: story.rejectionReason },
      after: { status, rejectionReason },
    })
    if (status === 'published') await tellAuthor(tx, story, decision)
    else await cancelMessage(tx, messageKey(id))
  })
}

/** A story that is published again keeps its first date. */
function publishedAtAfter({ publishedAt }: StoryRow, status: StoryStatus, now: Date): Date | null {
  if (status === 'pending') return null
  return status === 'published' ? (publishedAt ?? now) : publishedAt
}

async function tellAuthor(tx: Db, { id, authorEmail }: StoryRow, { now, publicUrl }: StoryDecision): Promise<void> {
  if (authorEmail === null) return
  await queueMessage(tx, {
    channel: 'email',
    to: authorEmail,
    ...storyPublishedMail({ address: `${publicUrl}/community-stories?story=${id}` }),
    idempotencyKey: messageKey(id),
    notBefore: undoDeadline(now),
  })
}

const messageKey = (id: string) => `story-published:${id}`
