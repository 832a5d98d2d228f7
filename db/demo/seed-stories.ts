import { sql } from 'drizzle-orm'
import { DEMO_PENDING_STORIES, DEMO_STORIES, type DemoStory } from '#db/demo/data/stories.ts'
import { addMinutes } from '#src/core/dates.ts'
import { type Db, inTransaction, onlyRow } from '#src/db/database.server.ts'
import { stories, storyLikes } from '#src/features/community/stories/stories.table.server.ts'

const MINUTES_A_DAY = 24 * 60

/** Seeds sample stories, unless there are any. */
export async function seedDemoStories(db: Db, now: Date): Promise<void> {
  await inTransaction(db, async (tx) => {
    // Serializes processes that start together.
    await tx.execute(sql`lock table ${stories} in share row exclusive mode`)
    if ((await tx.$count(stories)) > 0) return
    for (const story of DEMO_STORIES) await publishSample(tx, story, now)
    await tx.insert(stories).values(DEMO_PENDING_STORIES.map((story) => ({ ...story, isSample: true })))
  })
}

async function publishSample(tx: Db, { daysAgo, likes, ...story }: DemoStory, now: Date): Promise<void> {
  const createdAt = addMinutes(now, -daysAgo * MINUTES_A_DAY)
  const sample = { ...story, status: 'published' as const, isSample: true, createdAt, publishedAt: createdAt }
  const { id } = onlyRow(await tx.insert(stories).values(sample).returning({ id: stories.id }))
  const visitors = Array.from({ length: likes }, (_, number) => `sample visitor ${number + 1}`)
  await tx.insert(storyLikes).values(visitors.map((visitorHash) => ({ storyId: id, visitorHash })))
}
