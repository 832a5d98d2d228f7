import { eq } from 'drizzle-orm'
import { TOTP } from 'otpauth'
import { beforeEach, expect, it } from 'vitest'
import { type Db, databaseErrorCode, onlyRow } from '#src/db/database.server.ts'
import { auditLog } from '#src/features/audit/audit.table.server.ts'
import { authApi } from '#src/features/auth/auth.api.server.ts'
import { twoFactorSecrets, users } from '#src/features/auth/auth.table.server.ts'
import { findSessionUser, startSession } from '#src/features/auth/sessions/sessions.server.ts'
import { confirmTwoFactor, startTwoFactor } from '#src/features/auth/two-factor/two-factor.server.ts'
import { listMailboxMessages } from '#src/features/notifications/outbox/outbox.server.ts'
import { configureProcess } from '#src/server/config/process-settings.server.ts'
import { createTestApi } from '#src/testing/test-api.ts'
import { inTestTransaction } from '#src/testing/test-database.ts'
import { ensureAdmin } from './admins.server.ts'
import { adminInvitations } from './admins.table.server.ts'

beforeEach(() => configureProcess({ publicUrl: 'http://localhost:3000' }))

const admin = { email: 'maker@golconda.example', password: 'correct horse battery' }
const start = { ADMIN_EMAIL: admin.email, ADMIN_PASSWORD: admin.password }
const secret = 'a secret for tests'

function shop(db: Db) {
  const env = { SHOP_MODE: 'demo', PUBLIC_URL: 'https://shop.example' } as const
  const api = createTestApi(authApi({ db, env, secret, onDelete: async () => {} }))
  const send = (method: string, path: string, { body, cookie = '' }: { body?: unknown; cookie?: string } = {}) =>
    api.request(`/api${path}`, {
      method,
      ...(body !== undefined && { body: JSON.stringify(body) }),
      headers: { 'content-type': 'application/json', origin: 'http://localhost', cookie },
    })
  const post = (fields: Record<string, string>) =>
    api.request('/api/login', {
      method: 'POST',
      body: new URLSearchParams(fields),
      headers: { origin: 'http://localhost' },
    })
  return { send, post }
}

async function anAdminWithCodes(db: Db) {
  await ensureAdmin(db, start)
  const { id } = onlyRow(await db.select().from(users).where(eq(users.email, admin.email)))
  const by = { id, email: admin.email }
  const { key } = await startTwoFactor(db, by)
  await confirmTwoFactor(db, { admin: by, code: new TOTP({ secret: key }).generate() })
  const cookie = `shop_session=${await startSession(db, { userId: id, kind: 'admin' })}`
  return { id, cookie }
}

it('a code by e-mail opens no admin account, and the page says to strangers what it says to all', () =>
  inTestTransaction(async (db) => {
    await anAdminWithCodes(db)
    const { post } = shop(db)
    const [ofAdmin, ofStranger] = [await post({ email: admin.email }), await post({ email: 'asha@example.com' })]
    expect(ofAdmin.status).toBe(ofStranger.status)
    const named = (text: string, email: string) =>
      text.replaceAll(email, 'X').replaceAll(encodeURIComponent(email), 'X')
    expect(named(await ofAdmin.text(), admin.email)).toBe(named(await ofStranger.text(), 'asha@example.com'))
    const [mail, ...others] = await listMailboxMessages(db, admin.email)
    expect(others).toEqual([])
    expect(mail?.subject).toMatch(/^Sign in to .* as an admin$/)
    expect(mail?.text).toContain('https://shop.example/admin-login')
    expect(`${mail?.subject} ${mail?.text}`).not.toMatch(/\d{6}/)
    const guessed = await post({ email: admin.email, code: '123456' })
    expect([guessed.status, guessed.headers.getSetCookie()]).toEqual([422, []])
  }))

it('a customer session ends when its account becomes an admin', () =>
  inTestTransaction(async (db) => {
    const asha = onlyRow(await db.insert(users).values({ email: 'asha@example.com' }).returning())
    const token = await startSession(db, { userId: asha.id, kind: 'customer' })
    expect(await findSessionUser(db, token)).toMatchObject({ id: asha.id })
    await db.update(users).set({ isAdmin: true }).where(eq(users.id, asha.id))
    expect(await findSessionUser(db, token)).toBeUndefined()
    expect((await shop(db).send('DELETE', '/auth/delete-account', { cookie: `shop_session=${token}` })).status).toBe(
      401,
    )
  }))

it('an admin cannot delete their account, and is told what to do instead', () =>
  inTestTransaction(async (db) => {
    const { cookie } = await anAdminWithCodes(db)
    const { send } = shop(db)
    const answer = await send('DELETE', '/auth/delete-account', { cookie })
    expect([answer.status, await answer.json()]).toMatchObject([
      409,
      { message: 'An admin account cannot be deleted. Another admin can remove it first, under Security.' },
    ])
    expect((await send('POST', '/admin/login', { body: admin })).status).toBe(401)
    expect(await (await send('POST', '/admin/login', { body: admin })).json()).toMatchObject({ codeNeeded: true })
    expect(await (await send('GET', '/auth/user', { cookie })).json()).toMatchObject({ isAdmin: true })
  }))

it('no deletion of an account takes a second factor along', () =>
  inTestTransaction(async (db) => {
    const { id } = await anAdminWithCodes(db)
    const code = await db
      .transaction((tx) => tx.delete(users).where(eq(users.id, id)))
      .then(() => 'deleted', databaseErrorCode)
    expect(['23001', '23503']).toContain(code)
    expect(await db.$count(twoFactorSecrets)).toBe(1)
  }))

it('the start gives no password-only access to an address whose second factor was on', () =>
  inTestTransaction(async (db) => {
    const { id } = await anAdminWithCodes(db)
    const { send } = shop(db)
    const signIn = async () => {
      const answer = await send('POST', '/admin/login', { body: admin })
      return [answer.status, await answer.json()]
    }
    const asCustomer = `shop_session=${await startSession(db, { userId: id, kind: 'customer' })}`
    await send('DELETE', '/auth/delete-account', { cookie: asCustomer })
    await ensureAdmin(db, start)
    expect(await signIn()).toMatchObject([401, { codeNeeded: true }])
    // As a direct change in the database would do.
    await db.update(users).set({ isAdmin: false, passwordHash: null })
    expect(await ensureAdmin(db, start)).toEqual({ email: admin.email })
    expect(await signIn()).toMatchObject([401, { codeNeeded: true }])
  }))

it('the log says that a customer deleted their account, and nothing about who they are', () =>
  inTestTransaction(async (db) => {
    const { id: invitedBy } = await anAdminWithCodes(db)
    const asha = onlyRow(await db.insert(users).values({ email: 'asha@example.com', name: 'Asha Rao' }).returning())
    const expiresAt = new Date('2100-01-01')
    await db.insert(adminInvitations).values({ email: asha.email, tokenHash: 'of a link', invitedBy, expiresAt })
    const cookie = `shop_session=${await startSession(db, { userId: asha.id, kind: 'customer' })}`
    expect((await shop(db).send('DELETE', '/auth/delete-account', { cookie })).status).toBe(200)
    const entry = onlyRow(await db.select().from(auditLog).where(eq(auditLog.entity, 'account')))
    expect(entry).toMatchObject({ entity: 'account', entityId: asha.id, action: 'delete', actorEmail: 'customer' })
    expect(JSON.stringify(entry)).not.toMatch(/asha/i)
    expect(await db.$count(adminInvitations)).toBe(0)
  }))
