import { eq } from 'drizzle-orm'
import { TOTP } from 'otpauth'
import { beforeEach, expect, it } from 'vitest'
import { addMinutes } from '#src/core/dates.ts'
import { type Db, onlyRow } from '#src/db/database.server.ts'
import { auditLog } from '#src/features/audit/audit.table.server.ts'
import { hashPassword } from '#src/features/auth/admin-sign-in/password-hash.server.ts'
import { pushSubscriptions } from '#src/features/auth/alerts/alerts.table.server.ts'
import { authApi } from '#src/features/auth/auth.api.server.ts'
import { sessions, users } from '#src/features/auth/auth.table.server.ts'
import { hashToken, startSession } from '#src/features/auth/sessions/sessions.server.ts'
import { outboxMessages } from '#src/features/notifications/outbox/outbox.table.server.ts'
import { configureProcess } from '#src/server/config/process-settings.server.ts'
import { createTestApi } from '#src/testing/test-api.ts'
import { startingWith } from '#src/testing/test-database.ts'

beforeEach(() => configureProcess({ publicUrl: 'http://localhost:3000' }))

const admin = { email: 'maker@golconda.example', password: 'correct horse battery' }
const PHONE = 'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 Chrome/150.0.0.0 Mobile Safari/537.36'
const shown = (key: string, inSeconds = 0) =>
  new TOTP({ secret: key }).generate({ timestamp: Date.now() + inSeconds * 1000 })

/** Slow by design, so all tests share it. */
const passwordHash = hashPassword(admin.password)

async function openAdmin(db: Db) {
  const values = { email: admin.email, isAdmin: true, passwordHash: await passwordHash }
  const { id } = onlyRow(await db.insert(users).values(values).returning())
  const here = await startSession(db, { userId: id, kind: 'admin', device: 'Firefox on Linux' })
  const env = { SHOP_MODE: 'demo', PUBLIC_URL: 'https://shop.example' } as const
  const api = createTestApi(authApi({ db, env, secret: 'a secret for these tests', onDelete: async () => {} }))
  const call = async (name: string, body?: unknown, token: string | undefined = here) => {
    const [method, path] = name.split(' ')
    const headers = { 'content-type': 'application/json', origin: 'http://localhost', 'user-agent': PHONE }
    const answer = await api.request(`/api/admin/${path}`, {
      method,
      ...(body !== undefined && { body: JSON.stringify(body) }),
      headers: { ...headers, cookie: `shop_session=${token}` },
    })
    return { status: answer.status, body: await answer.json(), headers: answer.headers }
  }
  return { id, here, call }
}

const asAdmin = startingWith(openAdmin)

async function withCodes(db: Db) {
  const client = await openAdmin(db)
  const { body } = await client.call('POST security/codes', { password: admin.password })
  const confirmed = await client.call('POST security/codes/confirm', { code: shown(body.key) })
  return { ...client, key: body.key as string, confirmed }
}

const asAdminWithCodes = startingWith(withCodes)

it('gives the key of an authenticator app only for the password', () =>
  asAdmin(async ({ call }) => {
    expect(await call('POST security/codes', { password: 'guessed' })).toMatchObject({
      status: 409,
      body: { message: 'That is not your password.' },
    })
    expect((await call('POST security/codes', {})).status).toBe(400)
    const { status, body, headers } = await call('POST security/codes', { password: admin.password })
    expect(status).toBe(200)
    expect(body.key).toMatch(/^[A-Z2-7]{32}$/)
    expect(body.qrCode).toMatch(/^data:image\/png;base64,/)
    expect(headers.get('cache-control')).toBe('private, no-store')
    expect((await call('GET security')).body).toMatchObject({ codesSince: null, recoveryCodesLeft: 0 })
  }))

it('switches codes on, and lets no other device show alerts', () =>
  asAdmin(async ({ id, here, call }, db) => {
    const keys = {
      p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
      auth: 'BTBZMqHH6r4Tts7J_aSIgg',
    }
    const [elsewhere, long] = [
      await startSession(db, { userId: id, kind: 'admin' }),
      await startSession(db, { userId: id, kind: 'admin' }),
    ]
    for (const [token, name] of [
      [here, 'here'],
      [elsewhere, 'elsewhere'],
      [long, 'long-ago'],
    ] as const)
      await call('POST me/push-subscriptions', { endpoint: `https://fcm.googleapis.com/${name}`, keys }, token)
    await db.delete(sessions).where(eq(sessions.tokenHash, hashToken(long)))
    expect(await db.$count(pushSubscriptions)).toBe(3)
    const { body } = await call('POST security/codes', { password: admin.password })
    await call('POST security/codes/confirm', { code: shown(body.key) })
    expect(await db.select().from(pushSubscriptions)).toMatchObject([{ endpoint: 'https://fcm.googleapis.com/here' }])
  }))

it('switches codes on with the first of them, and ends what was open elsewhere', () =>
  asAdmin(async ({ id, here, call }, db) => {
    const elsewhere = await startSession(db, { userId: id, kind: 'admin' })
    const { body } = await call('POST security/codes', { password: admin.password })
    expect((await call('POST security/codes/confirm', { code: '000000' })).status).toBe(409)
    expect((await call('GET security', undefined, elsewhere)).status).toBe(200)
    const confirmed = await call('POST security/codes/confirm', { code: shown(body.key) })
    expect(confirmed.status).toBe(200)
    expect(confirmed.body.recoveryCodes).toHaveLength(10)
    expect((await call('GET security', undefined, elsewhere)).status).toBe(401)
    expect((await call('GET security', undefined, here)).body).toMatchObject({
      codesSince: expect.any(String),
      recoveryCodesLeft: 10,
    })
    const entries = await db.select().from(auditLog).orderBy(auditLog.createdAt)
    expect(entries.map(({ action, after }) => [action, after])).toEqual([
      ['update', { signInCodes: 'on' }],
      ['delete', null],
    ])
  }))

it('tells every admin by mail that one of them switched codes on or off', () =>
  asAdmin(async ({ call }, db) => {
    await db.insert(users).values({ email: 'kiran@golconda.example', isAdmin: true })
    const mails = async () => (await db.select().from(outboxMessages)).map(({ to, text }) => [to, text.split('\n')[0]])
    const toAll = (text: string) =>
      [admin.email, 'kiran@golconda.example'].map((to) => [to, expect.stringMatching(text)])
    const { body } = await call('POST security/codes', { password: admin.password })
    await call('POST security/codes/confirm', { code: '000000' })
    expect(await mails()).toEqual([])
    const confirmed = await call('POST security/codes/confirm', { code: shown(body.key) })
    const on = toAll(`^The authenticator app of ${admin.email} was switched on`)
    expect(await mails()).toEqual(expect.arrayContaining(on))
    const [code] = confirmed.body.recoveryCodes
    await call('POST security/codes/disable', { password: admin.password, code })
    const off = toAll(`^The authenticator app of ${admin.email} was switched off`)
    expect(await mails()).toEqual(expect.arrayContaining([...on, ...off]))
    expect(await mails()).toHaveLength(4)
  }))

it('signs an admin in with password and code, and says when a code is required', () =>
  asAdminWithCodes(async ({ call, key }) => {
    const needed = await call('POST login', admin)
    expect(needed).toMatchObject({ status: 401, body: { codeNeeded: true } })
    expect(needed.headers.getSetCookie()).toEqual([])
    expect(await call('POST login', { ...admin, code: '000000' })).toMatchObject({
      status: 401,
      body: { codeNeeded: true },
    })
    const code = shown(key, 30)
    const wrong = await call('POST login', { ...admin, password: 'guessed', code })
    expect(wrong).toMatchObject({ status: 401, body: { message: 'Invalid email or password. Please try again.' } })
    expect(wrong.body.codeNeeded).toBeUndefined()
    const signedIn = await call('POST login', { ...admin, code })
    expect([signedIn.status, signedIn.body]).toEqual([200, { success: true }])
    expect(signedIn.headers.getSetCookie()[0]).toMatch(/^shop_session=/)
    expect((await call('POST login', { ...admin, code })).status).toBe(401)
  }))

it('gives who has the password no more than five tries at the code', () =>
  asAdminWithCodes(async ({ call, key }) => {
    for (const code of ['000001', '000002', '000003', '000004', '000005'])
      expect((await call('POST login', { ...admin, code })).status).toBe(401)
    expect((await call('POST login', { ...admin, code: shown(key, 30) })).status).toBe(429)
  }))

it('switches codes off for the password and a code, both', () =>
  asAdminWithCodes(async ({ call, key, confirmed }) => {
    const [recovery] = confirmed.body.recoveryCodes
    expect((await call('POST security/codes/disable', { password: 'guessed', code: shown(key, 30) })).status).toBe(409)
    expect((await call('POST security/codes/disable', { password: admin.password, code: '000000' })).status).toBe(409)
    expect((await call('POST security/codes/disable', { password: admin.password })).status).toBe(400)
    expect((await call('GET security')).body.codesSince).not.toBeNull()
    expect((await call('POST security/codes/disable', { password: admin.password, code: recovery })).status).toBe(200)
    expect((await call('POST login', admin)).status).toBe(200)
  }))

it('lists the open admin sessions without their tokens', () =>
  asAdmin(async ({ id, here, call }, db) => {
    const phone = await startSession(db, { userId: id, kind: 'admin', device: 'Chrome on Android' })
    await startSession(db, { userId: id, kind: 'customer' })
    await startSession(db, { userId: id, kind: 'admin', device: 'Forgotten' }, addMinutes(new Date(), -31))
    const { body } = await call('GET security')
    expect(body.sessions).toHaveLength(2)
    expect(body.sessions).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ device: 'Firefox on Linux', isThisOne: true, email: admin.email }),
        expect.objectContaining({ device: 'Chrome on Android', isThisOne: false }),
      ]),
    )
    const hashes = (await db.select().from(sessions)).map(({ tokenHash }) => tokenHash)
    for (const word of [here, phone, ...hashes]) expect(JSON.stringify(body)).not.toContain(word)
  }))

it('ends a session elsewhere at once, and writes that down', () =>
  asAdmin(async ({ id, call }, db) => {
    const phone = await startSession(db, { userId: id, kind: 'admin', device: 'Chrome on Android' })
    const shopping = await startSession(db, { userId: id, kind: 'customer' })
    const found = (await call('GET security')).body.sessions as { id: string; device: string }[]
    const session = found.find(({ device }) => device === 'Chrome on Android')
    expect((await call(`DELETE security/sessions/${session?.id}`)).status).toBe(200)
    expect((await call('GET security', undefined, phone)).status).toBe(401)
    expect((await call('GET security')).status).toBe(200)
    expect((await call('GET security', undefined, shopping)).status).toBe(401)
    expect((await call(`DELETE security/sessions/${session?.id}`)).status).toBe(404)
    expect((await call('DELETE security/sessions/nonsense')).status).toBe(404)
    expect(await db.select().from(auditLog)).toMatchObject([
      { entity: 'admin', entityId: session?.id, action: 'delete', before: { session: 'Chrome on Android' } },
    ])
  }))

it('names the browser that signs in as people call it', () =>
  asAdmin(async ({ call }, db) => {
    await call('POST login', admin)
    const { body } = await call('GET security')
    // The sign-in replaced the session in the same browser.
    expect(body).toMatchObject({ message: expect.any(String) })
    expect(await db.select().from(sessions)).toMatchObject([{ device: 'Chrome on Android', kind: 'admin' }])
  }))
