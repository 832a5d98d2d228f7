import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import type { Db } from '#src/db/database.server.ts'
import {
  limitPasswordAttempts,
  type PasswordAttempt,
  refundLoginAttempt,
  resetPasswordAttempts,
} from '#src/features/auth/admin-sign-in/password-limits.server.ts'
import { rateLimits } from '#src/server/overload/rate-limit.table.server.ts'
import { inTestTransaction, testDatabase } from '#src/testing/test-database.ts'
import { clearSignInLimits, limitSignups } from './account-limits.server.ts'

const admin = { email: 'maker@golconda.example', address: '203.0.113.7' }

const tryOnce = (db: Db, who: PasswordAttempt = admin) =>
  limitPasswordAttempts(db, who).then(
    () => 'tried',
    (error) => error.details.retryAfterSeconds as number,
  )

async function tryTimes(db: Db, times: number, who: PasswordAttempt = admin) {
  const answers = []
  for (let i = 0; i < times; i++) answers.push(await tryOnce(db, who))
  return answers
}

const passMinutes = (db: Db, minutes: number) =>
  db.update(rateLimits).set({ windowEnds: sql`${rateLimits.windowEnds} - make_interval(mins => ${minutes})` })

it('locks an account for an address for a quarter of an hour, counted from the fifth wrong password', () =>
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
    await resetPasswordAttempts(db, admin)
    expect(await tryTimes(db, 6)).toEqual([...Array(5).fill('tried'), expect.any(Number)])
  }))

it('a password that was right, with its code still to come, is no wrong one', () =>
  inTestTransaction(async (db) => {
    await tryTimes(db, 5)
    await refundLoginAttempt(db, admin)
    expect(await tryTimes(db, 2)).toEqual(['tried', expect.any(Number)])
  }))

it('does not lock anybody else out', () =>
  inTestTransaction(async (db) => {
    await tryTimes(db, 6)
    expect(await tryOnce(db, { email: 'helper@golconda.example', address: '203.0.113.8' })).toBe('tried')
  }))

it('lets 25 new people of one IPv6 /64 in within an hour; of an address that a network shares more', () =>
  inTestTransaction(async (db) => {
    const comeFrom = async (address: string, times: number) => {
      for (let i = 0; i < times; i++) await limitSignups(db, address)
    }
    await comeFrom('2001:db8:1:2', 25)
    await expect(comeFrom('2001:db8:1:2', 1)).rejects.toThrow('Too many requests')
    await comeFrom('203.0.113.7', 50)
    await expect(comeFrom('203.0.113.7', 1)).rejects.toThrow('Too many requests')
  }))

it('lets five through, however many come at once', async () => {
  const { db } = await testDatabase()
  const answers = await Promise.all(Array.from({ length: 12 }, () => tryOnce(db)))
  expect(answers.filter((answer) => answer === 'tried')).toHaveLength(5)
})

it('a locked address locks no other address out', () =>
  inTestTransaction(async (db) => {
    expect((await tryTimes(db, 6)).at(-1)).toEqual(expect.any(Number))
    expect(await tryOnce(db, { ...admin, address: '198.51.100.9' })).toBe('tried')
    expect(await tryOnce(db, { ...admin, device: 'a browser of the maker' })).toBe('tried')
  }))

it('strangers in ten networks who use up the day leave a known browser its own tries, and get 200 in all', () =>
  inTestTransaction(async (db) => {
    let tried = 0
    for (let network = 0; network < 12; network++)
      for (let nth = 0; nth < 10; nth++) {
        const answers = await tryTimes(db, 6, { ...admin, address: `198.51.${network}.${nth}` })
        tried += answers.filter((answer) => answer === 'tried').length
      }
    expect(tried).toBe(200)
    expect(await tryOnce(db, { ...admin, address: '203.0.113.200' })).toEqual(expect.any(Number))
    const known = { ...admin, device: 'a browser of the maker' }
    expect(await tryTimes(db, 6, known)).toEqual([...Array(5).fill('tried'), expect.any(Number)])
    expect(await tryOnce(db, { ...admin, device: 'another browser of the maker' })).toBe('tried')
    await passMinutes(db, 15)
    expect(await tryOnce(db, known)).toBe('tried')
  }))

it('known browsers together have a hundred tries a day, however many of them somebody makes', () =>
  inTestTransaction(async (db) => {
    const answers = []
    for (let nth = 0; nth < 25; nth++) answers.push(...(await tryTimes(db, 5, { ...admin, device: `browser ${nth}` })))
    expect(answers.filter((answer) => answer === 'tried')).toHaveLength(100)
    expect(await tryOnce(db)).toBe('tried')
  }))

it('an operator unlocks an account, whatever was tried in its name', () =>
  inTestTransaction(async (db) => {
    const known = { ...admin, device: 'a browser of the maker' }
    for (const who of [admin, known]) expect((await tryTimes(db, 6, who)).at(-1)).toEqual(expect.any(Number))
    expect(await clearSignInLimits(db, ' Maker@golconda.example ')).toBeGreaterThan(0)
    for (const who of [admin, known]) expect(await tryTimes(db, 5, who)).toEqual(Array(5).fill('tried'))
    expect(await clearSignInLimits(db, 'nobody@golconda.example')).toBe(0)
  }))
