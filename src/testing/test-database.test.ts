import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { inTransaction } from '#src/db/database.server.ts'
import { rateLimits } from '#src/server/overload/rate-limit.table.server.ts'
import { inTestTransaction, TEST_DATABASE, testDatabase } from './test-database.ts'

const row = { key: 'probe', count: 1, windowEnds: new Date() }

it('takes back what a test wrote, also in transactions inside it', async () => {
  for (const _ of [1, 2])
    await inTestTransaction(async (db) => {
      expect(await db.select().from(rateLimits)).toEqual([])
      await inTransaction(db, (tx) => tx.insert(rateLimits).values(row))
      expect(await db.select().from(rateLimits)).toHaveLength(1)
    })
})

it('undoes only the inner transaction that failed', () =>
  inTestTransaction(async (db) => {
    await db.insert(rateLimits).values(row)
    await expect(
      inTransaction(db, async (tx) => {
        await tx.insert(rateLimits).values({ ...row, key: 'other' })
        throw new Error('changed my mind')
      }),
    ).rejects.toThrow('changed my mind')
    expect(await db.select().from(rateLimits)).toHaveLength(1)
  }))

it('lets the failure of a test through', async () => {
  await expect(
    inTestTransaction(async () => {
      throw new Error('a failed expectation')
    }),
  ).rejects.toThrow('a failed expectation')
})

it.each(['first', 'second'])('gives the %s test an empty database of its own', async () => {
  const { db, kind } = await testDatabase()
  expect(kind).toBe(TEST_DATABASE)
  expect(await db.select().from(rateLimits)).toEqual([])
  await db.insert(rateLimits).values(row)
  expect((await db.execute(sql`select count(*)::int as count from rate_limits`)).rows).toEqual([{ count: 1 }])
})
