import { eq, like, sql } from 'drizzle-orm'
import { afterEach, expect, it } from 'vitest'
import { DomainError } from '#src/core/domain-error.ts'
import { configureProcess } from '#src/server/config/process-settings.server.ts'
import { inTestTransaction, testDatabase } from '#src/testing/test-database.ts'
import {
  consumeIpLimit,
  consumeLimit,
  consumeLimits,
  deleteExpiredLimits,
  resetSubjectLimits,
  tooManyRequestsMessage,
} from './rate-limit.server.ts'
import { rateLimits } from './rate-limit.table.server.ts'

const limit = { name: 'probe', max: 5, perSeconds: 60 }

afterEach(() => configureProcess({ rateLimits: 'strict' }))

it('a burst of parallel requests stays within the limit', async () => {
  const { db } = await testDatabase()
  const tries = await Promise.allSettled(Array.from({ length: 60 }, () => consumeLimit(db, limit, 'asha')))
  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(5)
  const refusals = tries.filter((one) => one.status === 'rejected').map(({ reason }) => reason)
  expect(refusals.every((reason) => reason instanceof DomainError && reason.code === 'too-many')).toBe(true)
})

it('the error says how long to wait, as text and as a number', () =>
  inTestTransaction(async (db) => {
    const once = { ...limit, max: 1 }
    await consumeLimit(db, once, 'asha')
    const refusal = await consumeLimit(db, once, 'asha').catch((error) => error)
    expect(refusal).toMatchObject({
      code: 'too-many',
      message: 'Too many requests. Please try again in 1 minute.',
      details: {
        retryAfterSeconds: 60,
        rateLimit: { name: 'probe', max: 1, perSeconds: 60, remaining: 0, resetSeconds: 60 },
      },
    })
  }))

it.each([
  [1, '1 second'],
  [59, '59 seconds'],
  [61, '2 minutes'],
  [900, '15 minutes'],
  [3600, '60 minutes'],
  [5401, 'about 2 hours'],
  [86_400, 'about 24 hours'],
])('a wait of %i seconds reads "%s"', (seconds, words) =>
  expect(tooManyRequestsMessage(seconds)).toBe(`Too many requests. Please try again in ${words}.`),
)

it('a new window starts counting from one', () =>
  inTestTransaction(async (db) => {
    const once = { ...limit, max: 1 }
    await consumeLimit(db, once, 'asha')
    await expect(consumeLimit(db, once, 'asha')).rejects.toThrow('Too many')
    await db.update(rateLimits).set({ windowEnds: sql`now() - interval '1 second'` })
    await consumeLimit(db, once, 'asha')
    const [row] = await db.select().from(rateLimits)
    expect(row?.count).toBe(1)
    expect(row?.windowEnds.getTime()).toBeGreaterThan(Date.now() + 50_000)
  }))

it('a window does not move with further requests', () =>
  inTestTransaction(async (db) => {
    await consumeLimit(db, limit, 'asha')
    await db.update(rateLimits).set({ windowEnds: sql`now() + interval '10 seconds'` })
    await consumeLimit(db, limit, 'asha')
    const [row] = await db.select().from(rateLimits)
    expect(row?.windowEnds.getTime()).toBeLessThan(Date.now() + 15_000)
  }))

it('keys and limits do not affect each other', () =>
  inTestTransaction(async (db) => {
    const once = { ...limit, max: 1 }
    await consumeLimit(db, once, 'asha')
    await consumeLimit(db, once, 'ravi')
    await consumeLimit(db, { ...once, name: 'other' }, 'asha')
  }))

it('stores no key, only a hash', () =>
  inTestTransaction(async (db) => {
    await consumeLimit(db, limit, 'asha@golconda.example')
    expect(await db.select().from(rateLimits).where(like(rateLimits.key, '%asha%'))).toEqual([])
  }))

it('test runs have a thousand times the limit', () =>
  inTestTransaction(async (db) => {
    configureProcess({ rateLimits: 'relaxed' })
    await consumeLimit(db, { ...limit, max: 1 }, 'asha')
    await db.update(rateLimits).set({ count: 999 })
    await consumeLimit(db, { ...limit, max: 1 }, 'asha')
    await expect(consumeLimit(db, { ...limit, max: 1 }, 'asha')).rejects.toThrow('Too many')
  }))

it('purges expired windows, and only those', () =>
  inTestTransaction(async (db) => {
    await consumeLimit(db, limit, 'asha')
    await consumeLimit(db, { ...limit, name: 'over' }, 'asha')
    await db
      .update(rateLimits)
      .set({ windowEnds: sql`now() - interval '1 second'` })
      .where(like(rateLimits.key, 'over:%'))
    await deleteExpiredLimits(db)
    expect(await db.select().from(rateLimits).where(eq(rateLimits.count, 1))).toHaveLength(1)
  }))

const isTaken = (attempt: Promise<unknown>) =>
  attempt.then(
    () => true,
    () => false,
  )

it('thirty /64s of one /48 have the limit of ten', () =>
  inTestTransaction(async (db) => {
    const tries = []
    for (let nth = 0; nth < 30; nth++)
      for (let time = 0; time < 6; time++)
        tries.push(await isTaken(consumeIpLimit(db, limit, `2001:db8:7:${nth.toString(16)}`)))
    expect(tries.filter(Boolean)).toHaveLength(50)
    expect(await isTaken(consumeIpLimit(db, limit, '2001:db8:8:1'))).toBe(true)
    expect(await isTaken(consumeIpLimit(db, limit, '203.0.113.7'))).toBe(true)
  }))

it('of several limits an exhausted one leaves the others unchanged', () =>
  inTestTransaction(async (db) => {
    const few = { ...limit, name: 'few', max: 1 }
    const both = [
      { limit: few, subject: ['asha', 'phone'] },
      { limit, subject: 'everybody' },
    ]
    expect(await consumeLimits(db, both)).toMatchObject([{ left: 0 }, { left: 4 }])
    for (const _ of Array(9)) await expect(consumeLimits(db, both)).rejects.toThrow('Too many')
    expect(await consumeLimits(db, [{ limit, subject: 'everybody' }])).toEqual([{ count: 2, left: 3 }])
  }))

it('of several limits an exhausted one leaves the others unchanged, also in a burst', async () => {
  const { db } = await testDatabase()
  const of = (nth: number) => [
    { limit: { ...limit, name: 'few', max: 2 }, subject: `address ${nth}` },
    { limit: { ...limit, max: 100 }, subject: 'everybody' },
  ]
  const tries = await Promise.all(Array.from({ length: 60 }, (_, nth) => isTaken(consumeLimits(db, of(nth % 3)))))
  expect(tries.filter(Boolean)).toHaveLength(6)
  expect(await consumeLimits(db, of(99))).toMatchObject([{ left: 1 }, { left: 93 }])
})

it('erases the counters of a customer from all sources, and nothing else', () =>
  inTestTransaction(async (db) => {
    for (const subject of ['asha', ['asha', 'phone'], ['asha', 'laptop'], 'ravi', ['ravi', 'phone']])
      await consumeLimit(db, limit, subject)
    await consumeLimit(db, { ...limit, name: 'other' }, 'asha')
    expect(await resetSubjectLimits(db, 'asha', [limit])).toBe(3)
    expect(await db.$count(rateLimits)).toBe(3)
  }))
