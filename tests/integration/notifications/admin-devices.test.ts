import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { addMinutes } from '#src/core/dates.ts'
import type { Db } from '#src/db/database.server.ts'
import { alertAdmins } from '#src/features/auth/alerts/alert-admins.server.ts'
import { pushSubscriptions } from '#src/features/auth/alerts/alerts.table.server.ts'
import { authApi } from '#src/features/auth/auth.api.server.ts'
import { sessions } from '#src/features/auth/auth.table.server.ts'
import { purgeExpiredSessions, startSession } from '#src/features/auth/sessions/sessions.server.ts'
import { outboxMessages } from '#src/features/notifications/outbox/outbox.table.server.ts'
import { newOrderMail } from '#src/features/payments/payments.messages.ts'
import { createTestApi } from '#src/testing/test-api.ts'
import { startingWith } from '#src/testing/test-database.ts'
import { createAdmin } from '#tests/factories/admins.ts'
import { createMailedOrder } from '#tests/factories/mailed-order.ts'

const keys = {
  p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
  auth: 'BTBZMqHH6r4Tts7J_aSIgg',
}
const BROWSERS = {
  phone: ['Chrome on Android', 'Mozilla/5.0 (Linux; Android 16) Chrome/142.0 Mobile Safari/537.36'],
  laptop: ['Firefox on Linux', 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0'],
} as const
type Browser = keyof typeof BROWSERS

/** An admin who signs in and subscribes with a phone and a laptop. */
async function openAdmin(db: Db) {
  const admin = await createAdmin(db)
  const env = { SHOP_MODE: 'demo', PUBLIC_URL: 'https://shop.example' } as const
  const api = createTestApi(authApi({ db, env, secret: 'a secret for tests', onDelete: async () => {} }))
  const signIn = (browser: Browser) =>
    startSession(db, { userId: admin.id, kind: 'admin', device: BROWSERS[browser][0] })
  const call = async (what: string, { token, browser }: { token: string; browser: Browser }, body?: unknown) => {
    const [method, path] = what.split(' ')
    const headers = { 'content-type': 'application/json', origin: 'http://localhost' }
    const answer = await api.request(`/api/admin/${path}`, {
      method,
      headers: { ...headers, 'user-agent': BROWSERS[browser][1], cookie: `shop_session=${token}` },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    return answer.status
  }
  const subscribe = (token: string, browser: Browser) => {
    const endpoint = `https://fcm.googleapis.com/fcm/send/${browser}`
    return call('POST me/push-subscriptions', { token, browser }, { endpoint, keys })
  }
  const devices = async () =>
    (await db.select().from(pushSubscriptions).orderBy(pushSubscriptions.device)).map(({ device }) => device)
  const [phone, laptop] = [await signIn('phone'), await signIn('laptop')]
  expect([await subscribe(phone, 'phone'), await subscribe(laptop, 'laptop')]).toEqual([201, 201])
  return { admin, phone, laptop, signIn, call, devices }
}

const asAdmin = startingWith(openAdmin)
const [PHONE, LAPTOP] = [BROWSERS.phone[0], BROWSERS.laptop[0]]

it('logging out removes the device and the pushes that wait for it; other devices stay', () =>
  asAdmin(async ({ phone, call, devices }, db) => {
    const mail = newOrderMail(createMailedOrder(), 'http://localhost:3000/admin')
    await alertAdmins(db, { mail, idempotencyKey: 'new-order:1' })
    const waiting = () => db.$count(outboxMessages, eq(outboxMessages.channel, 'push'))
    expect([await devices(), await waiting()]).toEqual([[PHONE, LAPTOP], 2])
    expect(await call('POST logout', { token: phone, browser: 'phone' })).toBe(200)
    expect([await devices(), await waiting()]).toEqual([[LAPTOP], 1])
  }))

it('ending the session of another device removes that device', () =>
  asAdmin(async ({ laptop, call, devices }, db) => {
    const [lost] = await db.select().from(sessions).where(eq(sessions.device, PHONE))
    const ending = `DELETE security/sessions/${lost?.id}`
    expect(await call(ending, { token: laptop, browser: 'laptop' })).toBe(200)
    expect(await devices()).toEqual([LAPTOP])
  }))

it('a device keeps its notifications when its session only expires, and loses them when it signs in and out again', () =>
  asAdmin(async ({ laptop, signIn, call, devices }, db) => {
    const now = new Date()
    await db
      .update(sessions)
      .set({ expiresAt: addMinutes(now, -1) })
      .where(eq(sessions.device, PHONE))
    await purgeExpiredSessions(db, now)
    expect(await devices()).toEqual([PHONE, LAPTOP])
    const again = await signIn('phone')
    expect(await devices()).toEqual([PHONE, LAPTOP])
    await call('POST logout', { token: again, browser: 'phone' })
    expect(await devices()).toEqual([LAPTOP])
    expect(await call('GET me/alerts', { token: laptop, browser: 'laptop' })).toBe(200)
  }))

it('a second device of the same name that is still signed in keeps its notifications', () =>
  asAdmin(async ({ signIn, call, devices }) => {
    const other = await signIn('phone')
    await call('POST logout', { token: other, browser: 'phone' })
    expect(await devices()).toEqual([PHONE, LAPTOP])
  }))
