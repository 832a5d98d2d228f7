import { and, asc, desc, eq, inArray, isNotNull, lt, ne, or, type SQL, sql } from 'drizzle-orm'
import { addMinutes } from '#src/core/dates.ts'
import { DomainError } from '#src/core/domain-error.ts'
import { RETENTION } from '#src/core/retention.ts'
import { type Db, inTransaction, onlyRow } from '#src/db/database.server.ts'
import { countCapped, toPage } from '#src/db/pages.server.ts'
import { type AccountOwner, isSentByAccount, isSentWithEmail } from '#src/features/auth/accounts/users.server.ts'
import type { NewStory, Story, StoryListParams, SubmittedStory, ToggledLike } from './stories.contract.ts'
import { stories, storyLikes } from './stories.table.server.ts'
import { STORIES_PER_PAGE } from './story.ts'

/** The most pending stories: no one could review more, and a flood would fill the disk. */
export const MAX_PENDING_STORIES = 1000
const FOR_SIGNED_IN = 200

/** `addressHash` is set for visitors without a cookie: their likes count once per address and story. */
export type Visitor = { visitorHash: string; addressHash?: string }

const counted = sql<number>`count(distinct coalesce(${storyLikes.addressHash}, ${storyLikes.visitorHash}))::int`

const PUBLISHED = eq(stories.status, 'published')

export async function listPublishedStories(
  db: Db,
  { limit = STORIES_PER_PAGE, cursor, emotion }: StoryListParams = {},
): Promise<{ items: Story[]; total: number | undefined; nextCursor: string | undefined }> {
  const filter = and(PUBLISHED, emotion && eq(stories.emotion, emotion))
  const rows = await readPublished(db)
    .where(and(filter, cursor === undefined ? undefined : await isAfter(db, cursor)))
    .orderBy(desc(stories.publishedAt), asc(stories.id))
    .limit(limit + 1)
  const page = toPage(rows, limit)
  return { ...page, items: await withLikes(db, page.items), total: await countCapped(db, stories, filter) }
}

export async function getPublishedStory(db: Db, id: Story['id']): Promise<Story> {
  const rows = await readPublished(db).where(and(PUBLISHED, eq(stories.id, id)))
  if (rows.length === 0) throw new DomainError('not-found', 'Story not found.')
  return onlyRow(await withLikes(db, rows))
}

const readPublished = (db: Db) =>
  db
    .select({
      id: stories.id,
      title: stories.title,
      content: stories.content,
      authorName: stories.authorName,
      chocolateType: stories.chocolateType,
      emotion: stories.emotion,
      location: stories.location,
      isSample: stories.isSample,
      createdAt: stories.createdAt,
    })
    .from(stories)

/** Compares in the database, because its timestamps are finer than JavaScript's. */
async function isAfter(db: Db, cursor: Story['id']): Promise<SQL> {
  const seen = and(PUBLISHED, eq(stories.id, cursor))
  if (!(await db.$count(stories, seen))) throw new DomainError('invalid', 'This page is no longer available.')
  const at = db.select({ at: stories.publishedAt }).from(stories).where(seen)
  return sql`(${stories.publishedAt} < (${at}) or (${stories.publishedAt} = (${at}) and ${stories.id} > ${cursor}))`
}

async function withLikes(db: Db, rows: Awaited<ReturnType<typeof readPublished>>): Promise<Story[]> {
  const ids = rows.map(({ id }) => id)
  const counts = await db
    .select({ id: storyLikes.storyId, likes: counted })
    .from(storyLikes)
    .where(inArray(storyLikes.storyId, ids))
    .groupBy(storyLikes.storyId)
  const likes = new Map(counts.map((row) => [row.id, row.likes]))
  return rows.map((row) => ({ ...row, likes: likes.get(row.id) ?? 0, createdAt: row.createdAt.toISOString() }))
}

export async function submitStory(
  db: Db,
  input: NewStory,
  { userId }: { userId?: string | undefined } = {},
): Promise<SubmittedStory> {
  const atMost = userId ? MAX_PENDING_STORIES : MAX_PENDING_STORIES - FOR_SIGNED_IN
  if ((await db.$count(stories, eq(stories.status, 'pending'))) >= atMost)
    throw new DomainError('unavailable', 'Too many stories are waiting for review. Please try again tomorrow.')
  const { id } = onlyRow(
    await db
      .insert(stories)
      .values({ ...input, userId })
      .returning({ id: stories.id }),
  )
  return { id, status: 'pending' }
}

/** Adds or removes a like. Locks the story, so that concurrent toggles give correct counts. */
export function toggleLike(db: Db, storyId: Story['id'], visitor: Visitor): Promise<ToggledLike> {
  const { visitorHash, addressHash = null } = visitor
  return inTransaction(db, async (tx) => {
    const [story] = await tx
      .select({ id: stories.id })
      .from(stories)
      .where(and(eq(stories.id, storyId), eq(stories.status, 'published')))
      .for('no key update')
    if (!story) throw new DomainError('not-found', 'Story not found.')
    const like = { storyId, visitorHash, addressHash }
    const inserted = await tx.insert(storyLikes).values(like).onConflictDoNothing().returning()
    if (inserted.length === 0)
      await tx.delete(storyLikes).where(and(eq(storyLikes.storyId, storyId), eq(storyLikes.visitorHash, visitorHash)))
    const [{ likes } = { likes: 0 }] = await tx
      .select({ likes: counted })
      .from(storyLikes)
      .where(eq(storyLikes.storyId, storyId))
    return { liked: inserted.length > 0, likes }
  })
}

export async function listLikedStories(db: Db, visitorHash: string): Promise<Story['id'][]> {
  const rows = await db
    .select({ id: storyLikes.storyId })
    .from(storyLikes)
    .innerJoin(stories, eq(stories.id, storyLikes.storyId))
    .where(and(eq(storyLikes.visitorHash, visitorHash), eq(stories.status, 'published')))
    .orderBy(asc(storyLikes.createdAt), asc(storyLikes.storyId))
  await db
    .update(storyLikes)
    .set({ addressHash: null })
    .where(and(eq(storyLikes.visitorHash, visitorHash), isNotNull(storyLikes.addressHash)))
  return rows.map(({ id }) => id)
}

const SENDER = { userId: stories.userId, email: stories.authorEmail }

export const isStoryOfAccount = (customer: AccountOwner): SQL => isSentByAccount(SENDER, customer)

export const isStoryWithEmail = (customer: AccountOwner): SQL | undefined => isSentWithEmail(SENDER, customer)

/** Erasure: keeps published texts without their author and deletes the rest. */
export async function anonymiseStories(db: Db, customer: AccountOwner): Promise<void> {
  const ownStories = or(isStoryOfAccount(customer), isStoryWithEmail(customer))
  await db.delete(stories).where(and(ownStories, ne(stories.status, 'published')))
  await db.update(stories).set({ authorName: 'A guest', authorEmail: null, location: null }).where(ownStories)
}

/** Retention job: deletes old rejected stories and the addresses of old ones. */
export async function purgeOldStories(db: Db, now: Date): Promise<void> {
  const before = (days: number) => lt(stories.createdAt, addMinutes(now, -days * 24 * 60))
  const rejected = and(
    eq(stories.status, 'rejected'),
    eq(stories.isSample, false),
    before(RETENTION.rejectedStories.days),
  )
  const withEmail = and(PUBLISHED, isNotNull(stories.authorEmail), before(RETENTION.storyEmails.days))
  await db.delete(stories).where(rejected)
  await db.update(stories).set({ authorEmail: null }).where(withEmail)
}
