import { eq } from 'drizzle-orm'
import { TOTP } from 'otpauth'
import { expect, it } from 'vitest'
import { addMinutes } from '#src/core/dates.ts'
import { type Db, onlyRow } from '#src/db/database.server.ts'
import { authenticateAdmin } from '#src/features/auth/admin-sign-in/authenticate-admin.server.ts'
import { hashPassword } from '#src/features/auth/admin-sign-in/password-hash.server.ts'
import { authApi } from '#src/features/auth/auth.api.server.ts'
import { users } from '#src/features/auth/auth.table.server.ts'
import { listMailboxMessages } from '#src/features/notifications/outbox/outbox.server.ts'
import { rateLimits } from '#src/server/overload/rate-limit.table.server.ts'
import { createTestApi } from '#src/testing/test-api.ts'
import { startingWith, testDatabase } from '#src/testing/test-database.ts'
import { confirmTwoFactor, startTwoFactor } from './two-factor.server.ts'
import { attemptTwoFactor } from './two-factor-lock.server.ts'

const password = 'correct horse battery'
const passwordHash = hashPassword(password)
const began = new Date('2026-11-24T06:00:00Z')

async function anAdmin(db: Db) {
  const values = { email: 'maker@golconda.example', isAdmin: true, passwordHash: await passwordHash }
  const { id, email } = onlyRow(await db.insert(users).values(values).returning())
  const admin = { id, email }
  const { key } = await startTwoFactor(db, admin)
  const right = (at: Date) => new TOTP({ secret: key }).generate({ timestamp: at.getTime() })
  await confirmTwoFactor(db, { admin, code: right(began) }, began)
  const wrong = (at: Date) => right(addMinutes(at, 10))
  const tryCode = (code: string, { at, device }: { at: Date; device?: string }) =>
    attemptTwoFactor(db, { admin, code, device }, at).catch((error) => error.details.retryAfterSeconds / 60)
  return { admin, right, wrong, tryCode }
}

const asAdmin = startingWith(anAdmin)

const mails = async (db: Db) =>
  (await listMailboxMessages(db, 'maker@golconda.example')).filter(({ subject }) =>
    subject.startsWith('Wrong authenticator codes'),
  )

it('every fifth wrong code locks for longer: 15 minutes, 1 hour, 4 hours, a day, a day', () =>
  asAdmin(async ({ right, wrong, tryCode }, db) => {
    const locks = []
    let at = addMinutes(began, 60)
    for (let round = 0; round < 5; round++) {
      for (let nth = 0; nth < 5; nth++) expect(await tryCode(wrong(at), { at })).toBe(false)
      const minutes = await tryCode(right(at), { at })
      locks.push(minutes)
      at = addMinutes(at, Number(minutes))
    }
    expect(locks).toEqual([15, 60, 240, 1440, 1440])
    const notices = await mails(db)
    expect(notices).toHaveLength(5)
    expect(notices.map(({ text }) => text)).toContainEqual(
      expect.stringMatching(/5 wrong codes .* locked for 15 minutes/),
    )
    expect(await tryCode(right(at), { at })).toBe(true)
    for (let nth = 0; nth < 5; nth++) await tryCode(wrong(at), { at })
    expect(await tryCode(right(at), { at })).toBe(15)
  }))

it('the admin who signs in hears of wrong codes, and the fifth locks also against the right one', () =>
  asAdmin(async ({ admin, right, wrong }, db) => {
    const at = addMinutes(began, 60)
    const signIn = (code: string, nth: number) =>
      authenticateAdmin(db, { email: admin.email, password, code, address: `203.0.113.${nth}` }, at).catch(
        ({ code }) => code,
      )
    // The password's own limit comes first.
    const tries = async (code: string, nth: number) => {
      await db.delete(rateLimits)
      return signIn(code, nth)
    }
    for (let nth = 0; nth < 5; nth++) expect(await tries(wrong(at), nth)).toBe('not-signed-in')
    expect(await tries(right(at), 6)).toBe('too-many')
    expect(await mails(db)).toHaveLength(1)
  }))

it('a device in which the admin signed in before is not locked by a stranger, and has tries of its own', () =>
  asAdmin(async ({ right, wrong, tryCode }) => {
    const at = addMinutes(began, 60)
    for (let nth = 0; nth < 5; nth++) await tryCode(wrong(at), { at })
    expect(await tryCode(right(at), { at })).toBe(15)
    expect(await tryCode(right(at), { at, device: 'the one at home' })).toBe(true)
    expect(await tryCode(right(addMinutes(at, 1)), { at: addMinutes(at, 1) })).toBe(14)
    for (let nth = 1; nth < 20; nth++) expect(await tryCode(wrong(at), { at, device: 'the one at home' })).toBe(false)
    expect(await tryCode(wrong(at), { at, device: 'the one at home' })).toBeGreaterThan(60)
  }))

it('of thirty codes that come side by side five are looked at', async () => {
  const { db } = await testDatabase()
  const { admin, wrong, tryCode } = await anAdmin(db)
  const at = addMinutes(began, 60)
  const answers = await Promise.all(Array.from({ length: 30 }, () => tryCode(wrong(at), { at })))
  expect(answers.filter((answer) => answer === false)).toHaveLength(5)
  expect(await mails(db)).toHaveLength(1)
  expect(await db.$count(users, eq(users.id, admin.id))).toBe(1)
})

it('while strangers hold the lock, the admin signs in over HTTP with the browser that they signed in with before', () =>
  asAdmin(async ({ admin, right, wrong, tryCode }, db) => {
    const env = { SHOP_MODE: 'demo', PUBLIC_URL: 'http://localhost:3000' } as const
    const api = createTestApi(authApi({ db, env, secret: 'a secret for tests', onDelete: async () => {} }))
    const signIn = (code: string, cookie = '') =>
      api.request('/api/admin/login', {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin: 'http://localhost', cookie },
        body: JSON.stringify({ email: admin.email, password, code }),
      })
    const first = await signIn(right(new Date()))
    expect(first.status).toBe(200)
    const device = first.headers.getSetCookie().find((one) => one.startsWith('shop_device=')) ?? ''

    for (let nth = 0; nth < 5; nth++) await tryCode(wrong(new Date()), { at: new Date() })
    // Half a minute ahead is accepted, and was not used before.
    const next = () => right(new Date(Date.now() + 30_000))
    const stranger = await signIn(next())
    expect([stranger.status, await stranger.json()]).toMatchObject([
      429,
      { message: 'Too many requests. Please try again in 15 minutes.' },
    ])
    const madeUp = `shop_device=${'A'.repeat(22)}.${'A'.repeat(22)}`
    expect((await signIn(next(), madeUp)).status).toBe(429)
    expect((await signIn(wrong(new Date()), device.split(';')[0])).status).toBe(401)
    expect((await signIn(next(), device.split(';')[0])).status).toBe(200)
    expect((await signIn(next())).status).toBe(429)
  }))
