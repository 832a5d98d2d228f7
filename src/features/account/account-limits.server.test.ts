import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import type { Db } from '#src/platform/database.server.ts'
import { rateLimits } from '#src/platform/rate-limit.table.server.ts'
import { inTestTransaction, testDatabase } from '#src/platform/testing/test-database.ts'
import {
  forgetWrongPasswords,
  forgivePasswordTry,
  limitCodeSending,
  limitNewcomers,
  limitPasswordTrying,
  unlock,
} from './account-limits.server.ts'

const maker = { email: 'maker@golconda.example', address: '203.0.113.7' }

const tryOnce = (db: Db, who = maker) =>
  limitPasswordTrying(db, who).then(
    () => 'tried',
    (error) => error.details.retryAfterSeconds as number,
  )

async function tryTimes(db: Db, times: number) {
  const answers = []
  for (let i = 0; i < times; i++) answers.push(await tryOnce(db))
  return answers
}

/** As if so much time had gone by. */
const passMinutes = (db: Db, minutes: number) =>
  db.update(rateLimits).set({ windowEnds: sql`${rateLimits.windowEnds} - make_interval(mins => ${minutes})` })

it('locks an account for a quarter of an hour, counted from the fifth wrong password', () =>
  inTestTransaction(async (db) => {
    expect(await tryTimes(db, 4)).toEqual(Array(4).fill('tried'))
    await passMinutes(db, 14)
    expect(await tryOnce(db)).toBe('tried')
    const wait = await tryOnce(db)
    expect(wait).toBeGreaterThan(14 * 60)
    expect(wait).toBeLessThanOrEqual(15 * 60)
    await passMinutes(db, 14)
    expect(await tryOnce(db)).toBeLessThanOrEqual(60)
    await passMinutes(db, 1)
    expect(await tryOnce(db)).toBe('tried')
  }))

it('a try during the lock does not make it longer', () =>
  inTestTransaction(async (db) => {
    await tryTimes(db, 5)
    await passMinutes(db, 10)
    expect(await tryOnce(db)).toBeLessThanOrEqual(5 * 60)
    expect(await tryOnce(db)).toBeLessThanOrEqual(5 * 60)
  }))

it('forgets the wrong passwords after the right one', () =>
  inTestTransaction(async (db) => {
    await tryTimes(db, 4)
    await forgetWrongPasswords(db, maker.email)
    expect(await tryTimes(db, 6)).toEqual([...Array(5).fill('tried'), expect.any(Number)])
  }))

it('a password that was right, with its code still to come, is no wrong one', () =>
  inTestTransaction(async (db) => {
    await tryTimes(db, 5)
    await forgivePasswordTry(db, maker.email)
    expect(await tryTimes(db, 2)).toEqual(['tried', expect.any(Number)])
  }))

it('does not lock anybody else out', () =>
  inTestTransaction(async (db) => {
    await tryTimes(db, 6)
    expect(await tryOnce(db, { email: 'helper@golconda.example', address: '203.0.113.8' })).toBe('tried')
  }))

it('lets five new people of a household in within an hour; of an address that a network shares more', () =>
  inTestTransaction(async (db) => {
    const comeFrom = async (address: string, times: number) => {
      for (let i = 0; i < times; i++) await limitNewcomers(db, address)
    }
    await comeFrom('2001:db8:1:2', 5)
    await expect(comeFrom('2001:db8:1:2', 1)).rejects.toThrow('Too many requests')
    await comeFrom('203.0.113.7', 6)
  }))

it('lets five through, however many come at once', async () => {
  const { db } = await testDatabase()
  const answers = await Promise.all(Array.from({ length: 12 }, () => tryOnce(db)))
  expect(answers.filter((answer) => answer === 'tried')).toHaveLength(5)
})

it('sends one code, however many presses come at once', async () => {
  const { db } = await testDatabase()
  let sent = 0
  const press = () =>
    limitCodeSending(db, maker, async () => {
      sent += 1
    })
  const answers = await Promise.all(Array.from({ length: 10 }, press))
  expect(answers.toSorted()).toEqual([...Array(9).fill('just sent'), 'sent'])
  expect(sent).toBe(1)
})

it('H5: an operator unlocks an account, whatever was tried in its name', () =>
  inTestTransaction(async (db) => {
    await tryTimes(db, 6)
    await tryTimes(db, 1)
    expect(await unlock(db, ' Maker@golconda.example ')).toBe(1)
    expect(await tryOnce(db)).toBe('tried')
    expect(await unlock(db, 'nobody@golconda.example')).toBe(0)
  }))
