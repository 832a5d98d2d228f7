import { and, asc, count, desc, eq } from 'drizzle-orm'
import { ShopError } from '#src/core/shop-error.ts'
import { type Db, inTransaction, onlyRow } from '#src/platform/database.server.ts'
import type { NewStory, Story, StoryPage, SubmittedStory, ToggledLike } from './stories.contract.ts'
import { stories, storyLikes } from './stories.table.server.ts'

/** How many unread stories wait at most: beyond it nobody would read them, and a flood would fill the disk. */
export const MAX_PENDING_STORIES = 1000

/** What everybody may read, the latest published first. */
export async function listPublishedStories(db: Db): Promise<Story[]> {
  const rows = await db
    .select({
      id: stories.id,
      title: stories.title,
      content: stories.content,
      authorName: stories.authorName,
      chocolateType: stories.chocolateType,
      emotion: stories.emotion,
      location: stories.location,
      likes: count(storyLikes.visitorHash),
      isSample: stories.isSample,
      createdAt: stories.createdAt,
    })
    .from(stories)
    .leftJoin(storyLikes, eq(storyLikes.storyId, stories.id))
    .where(eq(stories.status, 'published'))
    .groupBy(stories.id)
    .orderBy(desc(stories.publishedAt), asc(stories.id))
  return rows.map((row) => ({ ...row, createdAt: row.createdAt.toISOString() }))
}

export type PageOfStories = { stories: Story[]; total: number; nextCursor?: string }

/** A part of the list, from after the story that `cursor` names. */
export async function listStoryPage(db: Db, { limit, cursor }: StoryPage): Promise<PageOfStories> {
  const all = await listPublishedStories(db)
  const last = cursor === undefined ? -1 : all.findIndex((story) => story.id === cursor)
  if (cursor !== undefined && last === -1) throw new ShopError('invalid', 'That page is no longer there.')
  const rest = all.slice(last + 1)
  const page = rest.slice(0, limit)
  return { stories: page, total: all.length, nextCursor: page.length < rest.length ? page.at(-1)?.id : undefined }
}

/** A submitted story stays unpublished until a person has read it. */
export async function submitStory(db: Db, input: NewStory): Promise<SubmittedStory> {
  if ((await db.$count(stories, eq(stories.status, 'pending'))) >= MAX_PENDING_STORIES)
    throw new ShopError('unavailable', 'So many stories are waiting to be read that we cannot take more today.')
  const { id } = onlyRow(await db.insert(stories).values(input).returning({ id: stories.id }))
  return { id, status: 'pending' }
}

/**
 * Gives a visitor's like, or takes it back. The story's row makes toggles of the same story wait for each other, so that
 * every answer is true and two presses at once are two presses.
 */
export function toggleLike(db: Db, storyId: Story['id'], visitorHash: string): Promise<ToggledLike> {
  return inTransaction(db, async (tx) => {
    const [story] = await tx
      .select({ id: stories.id })
      .from(stories)
      .where(and(eq(stories.id, storyId), eq(stories.status, 'published')))
      .for('no key update')
    if (!story) throw new ShopError('not-found', 'There is no such story.')
    const like = { storyId, visitorHash }
    const given = await tx.insert(storyLikes).values(like).onConflictDoNothing().returning()
    if (given.length === 0)
      await tx.delete(storyLikes).where(and(eq(storyLikes.storyId, storyId), eq(storyLikes.visitorHash, visitorHash)))
    return { liked: given.length > 0, likes: await tx.$count(storyLikes, eq(storyLikes.storyId, storyId)) }
  })
}

/** The published stories that a visitor likes. */
export async function likedStories(db: Db, visitorHash: string): Promise<Story['id'][]> {
  const rows = await db
    .select({ id: storyLikes.storyId })
    .from(storyLikes)
    .innerJoin(stories, eq(stories.id, storyLikes.storyId))
    .where(and(eq(storyLikes.visitorHash, visitorHash), eq(stories.status, 'published')))
    .orderBy(asc(storyLikes.createdAt), asc(storyLikes.storyId))
  return rows.map(({ id }) => id)
}

/** What remains of a person's stories when their account is gone: the words, without who wrote them. */
export async function anonymiseStoriesBy(db: Db, email: string): Promise<void> {
  await db
    .update(stories)
    .set({ authorName: 'A guest', authorEmail: null, location: null })
    .where(eq(stories.authorEmail, email))
}
