import { eq, sql } from 'drizzle-orm'
import { beforeEach, expect, it } from 'vitest'
import { type Db, onlyRow } from '#src/db/database.server.ts'
import { auditLog } from '#src/features/audit/audit.table.server.ts'
import { hashPassword } from '#src/features/auth/admin-sign-in/password-hash.server.ts'
import { authApi } from '#src/features/auth/auth.api.server.ts'
import { users } from '#src/features/auth/auth.table.server.ts'
import { startSession } from '#src/features/auth/sessions/sessions.server.ts'
import { listMailboxMessages } from '#src/features/notifications/outbox/outbox.server.ts'
import { configureProcess } from '#src/server/config/process-settings.server.ts'
import { createTestApi } from '#src/testing/test-api.ts'
import { startingWith, testDatabase } from '#src/testing/test-database.ts'
import { purgeExpiredInvitations } from './admin-invitations.server.ts'
import { adminInvitations } from './admins.table.server.ts'

beforeEach(() => configureProcess({ publicUrl: 'http://localhost:3000' }))

const password = 'correct horse battery'
/** Slow by design, so all tests share it. */
const passwordHash = hashPassword(password)
const ASHA = 'asha@golconda.example'
const KIRAN = 'kiran@golconda.example'

async function openAdmin(db: Db) {
  const env = { SHOP_MODE: 'demo', PUBLIC_URL: 'https://shop.example' } as const
  const api = createTestApi(authApi({ db, env, secret: 'a secret for tests', onDelete: async () => {} }))
  async function admin(email: string) {
    const values = { email, isAdmin: true, passwordHash: await passwordHash }
    const { id } = onlyRow(await db.insert(users).values(values).returning())
    const token = await startSession(db, { userId: id, kind: 'admin', device: 'Firefox on Linux' })
    return { id, token }
  }
  async function call(token: string, name: string, body?: unknown) {
    const [method, path] = name.split(' ')
    const answer = await api.request(`/api/admin/${path}`, {
      method,
      ...(body !== undefined && { body: JSON.stringify(body) }),
      headers: {
        'content-type': 'application/json',
        origin: 'http://localhost',
        cookie: `shop_session=${token}`,
      },
    })
    return { status: answer.status, body: await answer.json() }
  }
  const page = async (path: string, fields?: Record<string, string>) => {
    const headers = { origin: 'http://localhost' }
    const sent = fields && { method: 'POST', body: new URLSearchParams(fields) }
    const answer = await api.request(path, { ...sent, headers })
    return { status: answer.status, text: await answer.text() }
  }
  return { admin, call, page }
}

const asAdmin = startingWith(openAdmin)

async function linkTo(db: Db, email: string): Promise<string> {
  const [mail] = (await listMailboxMessages(db, email)).filter(({ subject }) => subject.startsWith('Become an admin'))
  const link = mail?.text.match(/https:\/\/shop\.example(\S+)/)?.[1]
  if (!link) throw new Error('no link')
  return link
}

const FORM = { name: 'Kiran Rao', password: 'milk-and-quick-27', again: 'milk-and-quick-27' }

it('invites an admin by mail, with a link that works once', () =>
  asAdmin(async ({ admin, call, page }, db) => {
    const { token } = await admin(ASHA)
    expect(await call(token, 'POST security/invitations', { email: KIRAN, password: 'guessed' })).toMatchObject({
      status: 409,
      body: {
        message: 'That is not your password.',
        issues: [{ path: 'password', message: 'That is not your password.' }],
      },
    })
    expect((await call(token, 'POST security/invitations', { email: 'kiran', password })).status).toBe(400)
    expect((await call(token, 'POST security/invitations', { email: KIRAN, password })).status).toBe(200)
    const link = await linkTo(db, KIRAN)
    expect(onlyRow(await db.select().from(adminInvitations)).tokenHash).not.toContain(link.slice(-43))
    expect((await call(token, 'GET security')).body.invitations).toMatchObject([{ email: KIRAN, by: ASHA }])

    expect(await page(link)).toMatchObject({ status: 200, text: expect.stringContaining(KIRAN) })
    const wrong = await page(link, { ...FORM, name: '', again: 'another-and-quick-27' })
    expect(wrong.status).toBe(422)
    expect(wrong.text).toContain('Please tell us your name.')
    const differ = await page(link, { ...FORM, again: 'another-and-quick-27' })
    expect([differ.status, differ.text.includes('The two passwords differ.')]).toEqual([422, true])
    const weak = await page(link, { ...FORM, password: 'aaaaaaaaaaaaa', again: 'aaaaaaaaaaaaa' })
    expect([weak.status, weak.text.includes('harder to guess')]).toEqual([422, true])

    expect((await page(link, FORM)).text).toContain('You are an admin now')
    expect((await call('', 'POST login', { email: KIRAN, password: FORM.password })).status).toBe(200)
    expect([(await page(link)).status, (await page(link, FORM)).status]).toEqual([404, 404])
    expect((await call(token, 'GET security')).body).toMatchObject({
      invitations: [],
      admins: [
        { email: ASHA, isYou: true, codesSince: null },
        { email: KIRAN, name: 'Kiran Rao', isYou: false, lastSeenAt: expect.any(String) },
      ],
    })
    expect((await listMailboxMessages(db, ASHA)).map(({ text }) => text.split('\n')[0])).toEqual([
      'kiran@golconda.example accepted the invitation and is an admin now.',
      'kiran@golconda.example was invited to become an admin. The invitation is valid for 48 hours.',
    ])
    expect(await db.select().from(auditLog).orderBy(auditLog.createdAt)).toMatchObject([
      { actorEmail: ASHA, entityId: KIRAN, after: { invitation: 'sent' } },
      { actorEmail: KIRAN, entityId: KIRAN, after: { admin: true } },
    ])
  }))

it('an invitation ends after 48 hours, by another, by cancelling it, and with who sent it', () =>
  asAdmin(async ({ admin, call, page }, db) => {
    const [asha, ravi] = [await admin(ASHA), await admin('ravi@golconda.example')]
    const invite = async (token = asha.token) => {
      expect((await call(token, 'POST security/invitations', { email: KIRAN, password })).status).toBe(200)
      return linkTo(db, KIRAN)
    }
    const statusOf = async (link: string) => (await page(link)).status
    const first = await invite()
    const second = await invite()
    expect([await statusOf(first), await statusOf(second)]).toEqual([404, 200])
    const { body } = await call(ravi.token, 'GET security')
    const cancelled = `DELETE security/invitations/${body.invitations[0].id}`
    expect((await call(ravi.token, cancelled)).status).toBe(200)
    expect([(await call(ravi.token, cancelled)).status, await statusOf(second)]).toEqual([404, 404])

    const third = await invite()
    await db.update(adminInvitations).set({ expiresAt: sql`now() - interval '1 second'` })
    expect([await statusOf(third), (await page(third, FORM)).status]).toEqual([404, 404])
    await purgeExpiredInvitations(db)
    expect(await db.$count(adminInvitations)).toBe(0)

    const fourth = await invite(ravi.token)
    const removed = await call(asha.token, `POST security/admins/${ravi.id}/remove`, { password })
    expect([removed.status, await statusOf(fourth)]).toEqual([200, 404])
    expect((await call(ravi.token, 'GET security')).status).toBe(401)
    expect((await call(asha.token, 'POST security/invitations', { email: ASHA, password })).status).toBe(409)
  }))

it('an invitation that two accept at once makes one admin', async () => {
  const { db } = await testDatabase()
  const { admin, call, page } = await openAdmin(db)
  const { token } = await admin(ASHA)
  await call(token, 'POST security/invitations', { email: KIRAN, password })
  const link = await linkTo(db, KIRAN)
  const answers = await Promise.all([page(link, FORM), page(link, { ...FORM, name: 'Somebody Else' })])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 404])
  expect(await db.$count(users, eq(users.email, KIRAN))).toBe(1)
})

it('an admin is removed for the password alone, and the last one never', () =>
  asAdmin(async ({ admin, call }) => {
    const [asha, kiran] = [await admin(ASHA), await admin(KIRAN)]
    const remove = (id: string, given = password) =>
      call(asha.token, `POST security/admins/${id}/remove`, { password: given })
    expect(await remove(kiran.id, 'guessed')).toMatchObject({ status: 409 })
    expect((await call(kiran.token, 'GET security')).status).toBe(200)
    expect((await remove(kiran.id)).status).toBe(200)
    expect((await call(kiran.token, 'GET security')).status).toBe(401)
    expect((await remove(kiran.id)).status).toBe(404)
    expect(await remove(asha.id)).toMatchObject({
      status: 409,
      body: { message: 'This is the last admin. Invite another one first.' },
    })
  }))

it('changes the own password for the present one, and ends the sessions elsewhere', () =>
  asAdmin(async ({ admin, call }, db) => {
    const { id, token } = await admin(ASHA)
    const elsewhere = await startSession(db, { userId: id, kind: 'admin' })
    const change = (given: string, newPassword: string) =>
      call(token, 'POST security/password', { password: given, newPassword })
    expect(await change('guessed', 'milk-and-quick-27')).toMatchObject({ status: 409 })
    expect(await change(password, 'short')).toMatchObject({ status: 400 })
    expect((await change(password, 'milk-and-quick-27')).status).toBe(200)
    expect((await call(elsewhere, 'GET security')).status).toBe(401)
    expect((await call(token, 'GET security')).status).toBe(200)
    expect((await call('', 'POST login', { email: ASHA, password })).status).toBe(401)
    expect((await call('', 'POST login', { email: ASHA, password: 'milk-and-quick-27' })).status).toBe(200)
  }))
