import { like, sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import type { Db } from '#src/db/database.server.ts'
import { inTestTransaction } from '#src/testing/test-database.ts'
import { anonymousLimitHits, consumeAnonymousLimit } from './anonymous-rate-limit.server.ts'
import { uncountLimits } from './rate-limit.server.ts'
import { rateLimits } from './rate-limit.table.server.ts'

const limit = { name: 'probe', max: 10, perSeconds: 3600 }
const ofEmail = { limit: { name: 'probe-email', max: 50, perSeconds: 3600 }, subject: 'asha@golconda.example' }

const write = (db: Db, address: string) =>
  consumeAnonymousLimit(db, limit, { address, also: [ofEmail] }).then(
    () => 'written',
    (error) => [error.code, error.details.retryAfterSeconds, error.details.rateLimit.max],
  )

/** How many of 12 tries an address gets through. */
async function writesOf(db: Db, address: string) {
  const answers = []
  for (let nth = 0; nth < 12; nth++) answers.push(await write(db, address))
  return answers.filter((answer) => answer === 'written').length
}

/** Sets how many writes others made this hour. */
async function othersWrote(db: Db, count: number) {
  await write(db, '192.0.2.1')
  await db.update(rateLimits).set({ count }).where(like(rateLimits.key, 'anonymous-writes:%'))
}

const countOf = async (db: Db, name: string) => {
  const rows = await db
    .select()
    .from(rateLimits)
    .where(like(rateLimits.key, `${name}:%`))
  return rows.reduce((sum, { count }) => sum + count, 0)
}

it('after a thousand anonymous writes in an hour an address has a fifth of its limit, and others can still write', () =>
  inTestTransaction(async (db) => {
    await othersWrote(db, 900)
    expect(await writesOf(db, '203.0.113.7')).toBe(10)
    await othersWrote(db, 1000)
    expect(await writesOf(db, '203.0.113.8')).toBe(2)
    expect(await writesOf(db, '203.0.113.9')).toBe(2)
    expect(await write(db, '203.0.113.9')).toEqual(['too-many', 3600, 2])
  }))

it('then all /64s of one /48 have a fifth of their limit, too', () =>
  inTestTransaction(async (db) => {
    await othersWrote(db, 1000)
    let written = 0
    for (let nth = 0; nth < 15; nth++) written += await writesOf(db, `2001:db8:7:${nth.toString(16)}`)
    expect(written).toBe(20)
  }))

it('a rejected write does not count, and the limit recovers after the hour', () =>
  inTestTransaction(async (db) => {
    await othersWrote(db, 1000)
    expect(await writesOf(db, '203.0.113.8')).toBe(2)
    expect([await countOf(db, 'probe-email'), await countOf(db, 'anonymous-writes')]).toEqual([3, 1002])
    const aged = sql`now() - interval '1 second'`
    await db.update(rateLimits).set({ windowEnds: aged }).where(like(rateLimits.key, 'anonymous-writes:%'))
    expect(await writesOf(db, '203.0.113.8')).toBe(8)
  }))

it('a refunded write is taken off the address and the total', () =>
  inTestTransaction(async (db) => {
    await write(db, '2001:db8:7:1')
    await uncountLimits(db, anonymousLimitHits(limit, '2001:db8:7:1'))
    const counts = [await countOf(db, 'probe'), await countOf(db, 'probe-48'), await countOf(db, 'anonymous-writes')]
    expect(counts).toEqual([0, 0, 0])
  }))
