import { expect, it } from 'vitest'
import { type Db, onlyRow } from '#src/db/database.server.ts'
import { testDatabase } from '#src/testing/test-database.ts'
import { listLikedStories, listPublishedStories, toggleLike } from './stories.server.ts'
import { stories, storyLikes } from './stories.table.server.ts'

async function aPublishedStory(db: Db): Promise<string> {
  const story = { title: 'First bar', content: 'Dark and slow.', authorName: 'Asha' }
  const published = { ...story, status: 'published' as const, publishedAt: new Date() }
  return onlyRow(await db.insert(stories).values(published).returning()).id
}

it('counts a hundred visitors who like a story at once as a hundred, each with another count', async () => {
  const { db } = await testDatabase()
  const id = await aPublishedStory(db)
  const answers = await Promise.all(
    Array.from({ length: 100 }, (_, i) => toggleLike(db, id, { visitorHash: `visitor ${i}` })),
  )
  expect(answers.every(({ liked }) => liked)).toBe(true)
  expect(answers.map(({ likes }) => likes).sort((a, b) => a - b)).toEqual(Array.from({ length: 100 }, (_, i) => i + 1))
  expect((await listPublishedStories(db)).items[0]?.likes).toBe(100)
  expect(await db.$count(storyLikes)).toBe(100)
})

it('counts 51 concurrent presses of one visitor as one like', async () => {
  const { db } = await testDatabase()
  const id = await aPublishedStory(db)
  const answers = await Promise.all(Array.from({ length: 51 }, () => toggleLike(db, id, { visitorHash: 'visitor' })))
  // Every second like is withdrawn by the next press.
  expect(answers.filter(({ liked }) => liked)).toHaveLength(26)
  for (const { liked, likes } of answers) expect(likes).toBe(liked ? 1 : 0)
  expect((await listPublishedStories(db)).items[0]?.likes).toBe(1)
  expect(await listLikedStories(db, 'visitor')).toEqual([id])
})

it('counts 50 concurrent presses of one visitor as no like', async () => {
  const { db } = await testDatabase()
  const id = await aPublishedStory(db)
  await Promise.all(Array.from({ length: 50 }, () => toggleLike(db, id, { visitorHash: 'visitor' })))
  expect(await db.$count(storyLikes)).toBe(0)
})
