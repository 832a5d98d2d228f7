import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { addMinutes } from '#src/core/dates.ts'
import type { Db } from '#src/db/database.server.ts'
import { signInCodes, users } from '#src/features/auth/auth.table.server.ts'
import { listMailboxMessages } from '#src/features/notifications/outbox/outbox.server.ts'
import { outboxMessages } from '#src/features/notifications/outbox/outbox.table.server.ts'
import { rateLimits } from '#src/server/overload/rate-limit.table.server.ts'
import { inTestTransaction, testDatabase } from '#src/testing/test-database.ts'
import { purgeExpiredSignInCodes, redeemSignInCode, requestSignInCode } from './sign-in-code.server.ts'

const secret = 'a secret for tests'
const asha = {
  email: 'asha@example.com',
  secret,
  nonce: 'the browser of Asha',
  address: '203.0.113.7',
  publicUrl: 'http://localhost:3000',
}
const opened = { userId: expect.any(String) }
const now = new Date('2026-11-21T10:00:00Z')

async function askForCode(db: Db, asking = asha, at = now): Promise<string> {
  await requestSignInCode(db, asking, at)
  const [newest] = await listMailboxMessages(db, asking.email)
  const code = newest?.text.match(/\b\d{6}\b/)?.[0]
  if (!code) throw new Error('no code in the message')
  return code
}

const wrongFor = (code: string) => (code === '000000' ? '000001' : '000000')

it('opens an account for a new address and the same one the next time', () =>
  inTestTransaction(async (db) => {
    const first = await redeemSignInCode(db, { ...asha, code: await askForCode(db) }, now)
    const second = await redeemSignInCode(db, { ...asha, code: await askForCode(db) }, now)
    expect(first).toEqual(opened)
    expect(second).toEqual(first)
    expect(await db.select().from(users)).toMatchObject([
      { email: 'asha@example.com', name: 'asha', isAdmin: false, passwordHash: null },
    ])
  }))

it('makes no account before the code is right', () =>
  inTestTransaction(async (db) => {
    const code = await askForCode(db)
    expect(await redeemSignInCode(db, { ...asha, code: wrongFor(code) }, now)).toBe('wrong')
    expect(await db.select().from(users)).toEqual([])
  }))

it('takes a code once', () =>
  inTestTransaction(async (db) => {
    const code = await askForCode(db)
    expect(await redeemSignInCode(db, { ...asha, code }, now)).toEqual(opened)
    expect(await redeemSignInCode(db, { ...asha, code }, now)).toBe('wrong-browser')
  }))

it('takes a code for ten minutes', () =>
  inTestTransaction(async (db) => {
    const code = await askForCode(db)
    expect(await redeemSignInCode(db, { ...asha, code }, addMinutes(now, 10))).toBe('wrong')
    expect(await redeemSignInCode(db, { ...asha, code }, addMinutes(now, 9.9))).toEqual(opened)
  }))

it('mails a code only while it works', () =>
  inTestTransaction(async (db) => {
    await askForCode(db)
    expect(await db.select().from(outboxMessages)).toMatchObject([{ expiresAt: addMinutes(now, 10) }])
  }))

it('takes only the last code that was asked for', () =>
  inTestTransaction(async (db) => {
    const old = await askForCode(db)
    const later = addMinutes(now, 1)
    const fresh = await askForCode(db, asha, later)
    if (old !== fresh) expect(await redeemSignInCode(db, { ...asha, code: old }, later)).toBe('wrong')
    expect(await redeemSignInCode(db, { ...asha, code: fresh }, later)).toEqual(opened)
  }))

it('accepts a code only for the address it was sent to', () =>
  inTestTransaction(async (db) => {
    const code = await askForCode(db)
    await askForCode(db, { ...asha, email: 'ravi@example.com' })
    await db
      .update(signInCodes)
      .set({ codeHash: sql`(select code_hash from sign_in_codes where email = ${asha.email})` })
    expect(await redeemSignInCode(db, { ...asha, email: 'ravi@example.com', code }, now)).toBe('wrong')
    expect(await redeemSignInCode(db, { ...asha, code }, now)).toEqual(opened)
  }))

it('gives five tries, and the right code is not taken as the sixth', () =>
  inTestTransaction(async (db) => {
    const code = await askForCode(db)
    for (const _ of Array(5)) await redeemSignInCode(db, { ...asha, code: wrongFor(code) }, now)
    expect(await redeemSignInCode(db, { ...asha, code }, now)).toBe('wrong')
    const later = addMinutes(now, 1)
    expect(await redeemSignInCode(db, { ...asha, code: await askForCode(db, asha, later) }, later)).toEqual(opened)
  }))

it('counts guesses that come at the same moment', async () => {
  const { db } = await testDatabase()
  for (const guesses of [4, 30]) {
    const asking = { ...asha, nonce: `a browser that guesses ${guesses} times` }
    const code = await askForCode(db, asking)
    await Promise.all(
      Array.from({ length: guesses }, () => redeemSignInCode(db, { ...asking, code: wrongFor(code) }, now)),
    )
    const [left] = await db.select().from(signInCodes)
    expect(left?.attemptsLeft).toBe(Math.max(0, 5 - guesses))
    expect(await redeemSignInCode(db, { ...asking, code }, now)).toEqual(guesses < 5 ? opened : 'wrong')
  }
})

it('lets one of several right guesses at the same moment in', async () => {
  const { db } = await testDatabase()
  const code = await askForCode(db)
  const answers = await Promise.all(Array.from({ length: 5 }, () => redeemSignInCode(db, { ...asha, code }, now)))
  expect(answers.filter((answer) => typeof answer === 'object')).toHaveLength(1)
  expect(await db.select().from(users)).toHaveLength(1)
})

it('thirty parallel guesses in the browser of a stranger leave the code of its owner as it was', async () => {
  const { db } = await testDatabase()
  const code = await askForCode(db)
  const stranger = { ...asha, nonce: 'the browser of a stranger', address: '198.51.100.9' }
  await requestSignInCode(db, stranger, now)
  const guesses = Array.from({ length: 30 }, (_, nth) =>
    redeemSignInCode(db, { ...stranger, code: String(nth).padStart(6, '0') }, now),
  )
  const [mine] = await Promise.all([redeemSignInCode(db, { ...asha, code }, now), ...guesses])
  expect(mine).toEqual(opened)
  expect(await db.select().from(signInCodes)).toMatchObject([{ attemptsLeft: 0 }])
})

it('guesses in a browser that asked for nothing are not counted, and no code opens there', () =>
  inTestTransaction(async (db) => {
    const code = await askForCode(db)
    for (const nonce of [undefined, 'another browser'])
      for (const guess of [wrongFor(code), code])
        expect(await redeemSignInCode(db, { ...asha, nonce, code: guess }, now)).toBe('wrong-browser')
    expect(await db.select().from(signInCodes)).toMatchObject([{ attemptsLeft: 5 }])
    expect(await redeemSignInCode(db, { ...asha, code }, now)).toEqual(opened)
  }))

it('sends one code, however many presses of one browser come at once', async () => {
  const { db } = await testDatabase()
  const answers = await Promise.all(Array.from({ length: 10 }, () => requestSignInCode(db, asha, now)))
  expect(answers.toSorted()).toEqual([...Array(9).fill('already-sent'), 'sent'])
  expect(await listMailboxMessages(db, asha.email)).toHaveLength(1)
  const counted = await db.select().from(rateLimits)
  expect(counted.map(({ count }) => count)).toEqual(counted.map(() => 1))
})

it('keeps no code that could be read from the table of codes', () =>
  inTestTransaction(async (db) => {
    const code = await askForCode(db)
    const [row] = await db.select().from(signInCodes)
    expect(JSON.stringify(row)).not.toContain(code)
    expect(JSON.stringify(row)).not.toContain(asha.nonce)
    expect(await redeemSignInCode(db, { ...asha, secret: 'another secret', code }, now)).toBe('wrong')
  }))

it('purges expired codes', () =>
  inTestTransaction(async (db) => {
    await askForCode(db)
    await purgeExpiredSignInCodes(db, addMinutes(now, 9))
    expect(await db.select().from(signInCodes)).toHaveLength(1)
    await purgeExpiredSignInCodes(db, addMinutes(now, 11))
    expect(await db.select().from(signInCodes)).toEqual([])
  }))
