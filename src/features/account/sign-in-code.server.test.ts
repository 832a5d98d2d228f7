import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { minutesLater } from '#src/core/dates.ts'
import { listKeptMessages } from '#src/features/notifications/notifications.server.ts'
import type { Db } from '#src/platform/database.server.ts'
import { inTestTransaction, testDatabase } from '#src/platform/testing/test-database.ts'
import { signInCodes, users } from './account.table.server.ts'
import { forgetExpiredCodes, redeemSignInCode, sendSignInCode } from './sign-in-code.server.ts'

const secret = 'a secret for tests'
const asha = { email: 'asha@example.com', secret }
const now = new Date('2026-11-21T10:00:00Z')

async function askForCode(db: Db, asking = asha, at = now): Promise<string> {
  await sendSignInCode(db, { ...asking, publicUrl: 'http://localhost:3000' }, at)
  const [newest] = await listKeptMessages(db, asking.email)
  const code = newest?.text.match(/\b\d{6}\b/)?.[0]
  if (!code) throw new Error('no code in the message')
  return code
}

const wrongFor = (code: string) => (code === '000000' ? '000001' : '000000')

it('opens an account for a new address and the same one the next time', () =>
  inTestTransaction(async (db) => {
    const first = await redeemSignInCode(db, { ...asha, code: await askForCode(db) }, now)
    const second = await redeemSignInCode(db, { ...asha, code: await askForCode(db) }, now)
    expect(first).toEqual(expect.any(String))
    expect(second).toBe(first)
    expect(await db.select().from(users)).toMatchObject([
      { id: first, email: 'asha@example.com', name: 'asha', isAdmin: false, passwordHash: null },
    ])
  }))

it('makes no account before the code is right', () =>
  inTestTransaction(async (db) => {
    const code = await askForCode(db)
    expect(await redeemSignInCode(db, { ...asha, code: wrongFor(code) }, now)).toBeUndefined()
    expect(await db.select().from(users)).toEqual([])
  }))

it('takes a code once', () =>
  inTestTransaction(async (db) => {
    const code = await askForCode(db)
    expect(await redeemSignInCode(db, { ...asha, code }, now)).toBeDefined()
    expect(await redeemSignInCode(db, { ...asha, code }, now)).toBeUndefined()
  }))

it('takes a code for ten minutes', () =>
  inTestTransaction(async (db) => {
    const code = await askForCode(db)
    expect(await redeemSignInCode(db, { ...asha, code }, minutesLater(now, 10))).toBeUndefined()
    expect(await redeemSignInCode(db, { ...asha, code }, minutesLater(now, 9.9))).toBeDefined()
  }))

it('takes only the last code that was asked for', () =>
  inTestTransaction(async (db) => {
    const old = await askForCode(db)
    const fresh = await askForCode(db)
    if (old !== fresh) expect(await redeemSignInCode(db, { ...asha, code: old }, now)).toBeUndefined()
    expect(await redeemSignInCode(db, { ...asha, code: fresh }, now)).toBeDefined()
  }))

it('takes a code only from the address it was sent to', () =>
  inTestTransaction(async (db) => {
    const code = await askForCode(db)
    await askForCode(db, { ...asha, email: 'ravi@example.com' })
    await db
      .update(signInCodes)
      .set({ codeHash: sql`(select code_hash from sign_in_codes where email = ${asha.email})` })
    expect(await redeemSignInCode(db, { email: 'ravi@example.com', secret, code }, now)).toBeUndefined()
    expect(await redeemSignInCode(db, { ...asha, code }, now)).toBeDefined()
  }))

it('gives five tries, and the right code is not taken as the sixth', () =>
  inTestTransaction(async (db) => {
    const code = await askForCode(db)
    for (const _ of Array(5)) await redeemSignInCode(db, { ...asha, code: wrongFor(code) }, now)
    expect(await redeemSignInCode(db, { ...asha, code }, now)).toBeUndefined()
    expect(await redeemSignInCode(db, { ...asha, code: await askForCode(db) }, now)).toBeDefined()
  }))

it('counts guesses that come at the same moment', async () => {
  const { db } = await testDatabase()
  for (const guesses of [4, 30]) {
    const code = await askForCode(db)
    await Promise.all(
      Array.from({ length: guesses }, () => redeemSignInCode(db, { ...asha, code: wrongFor(code) }, now)),
    )
    const [left] = await db.select().from(signInCodes)
    expect(left?.triesLeft).toBe(Math.max(0, 5 - guesses))
    const opened = await redeemSignInCode(db, { ...asha, code }, now)
    expect(opened !== undefined).toBe(guesses < 5)
  }
})

it('lets one of several right guesses at the same moment in', async () => {
  const { db } = await testDatabase()
  const code = await askForCode(db)
  const opened = await Promise.all(Array.from({ length: 5 }, () => redeemSignInCode(db, { ...asha, code }, now)))
  expect(opened.filter(Boolean)).toHaveLength(1)
  expect(await db.select().from(users)).toHaveLength(1)
})

it('keeps no code that could be read from the table of codes', () =>
  inTestTransaction(async (db) => {
    const code = await askForCode(db)
    const [row] = await db.select().from(signInCodes)
    expect(JSON.stringify(row)).not.toContain(code)
    expect(await redeemSignInCode(db, { ...asha, secret: 'another secret', code }, now)).toBeUndefined()
  }))

it('forgets codes that are over', () =>
  inTestTransaction(async (db) => {
    await askForCode(db)
    await forgetExpiredCodes(db, minutesLater(now, 9))
    expect(await db.select().from(signInCodes)).toHaveLength(1)
    await forgetExpiredCodes(db, minutesLater(now, 11))
    expect(await db.select().from(signInCodes)).toEqual([])
  }))
