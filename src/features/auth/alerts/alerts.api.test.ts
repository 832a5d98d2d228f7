import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import type { Db } from '#src/db/database.server.ts'
import { loadPushKeys } from '#src/features/notifications/push/push-keys.server.ts'
import { pushKeys } from '#src/features/notifications/push/push-keys.table.server.ts'
import { inTestTransaction } from '#src/testing/test-database.ts'
import { createAdminClient } from '#tests/factories/admin-client.ts'
import { createCustomer } from '#tests/factories/payments/payments.ts'
import { ALERT_KINDS } from './alert-kinds.ts'
import { alertsApi } from './alerts.api.server.ts'
import { type AlertSettings, Alerts } from './alerts.contract.ts'
import { pushSubscriptions } from './alerts.table.server.ts'

const OWN = '/api/admin/me/alerts'
const DEVICES = '/api/admin/me/push-subscriptions'
const keys = {
  p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
  auth: 'BTBZMqHH6r4Tts7J_aSIgg',
}
const subscription = (name: string) => ({ endpoint: `https://fcm.googleapis.com/fcm/send/${name}`, keys })

const open = (db: Db) => createAdminClient(db, alertsApi({ db, allowsAnyAddress: false }))

const CHOSEN = {
  channels: Object.fromEntries(ALERT_KINDS.map((kind) => [kind, { email: false, push: true }])),
  quietHours: { from: '22:00', to: '07:30' },
  urgentPasses: true,
  digest: false,
} as AlertSettings

it('an admin without settings gets every alert, and can change only their own settings', () =>
  inTestTransaction(async (db) => {
    const [asha, ravi] = [await open(db), await open(db)]
    const { status, answer } = await asha.call(`GET ${OWN}`)
    expect(status).toBe(200)
    const { settings, devices } = Alerts.parse(answer)
    expect([devices, settings.quietHours, settings.digest]).toEqual([[], null, true])
    expect(Object.values(settings.channels)).toEqual(ALERT_KINDS.map(() => ({ email: true, push: true })))
    expect((await asha.call(`PUT ${OWN}`, CHOSEN)).answer).toMatchObject({ settings: CHOSEN, devices: [] })
    expect((await asha.call(`GET ${OWN}`)).answer.settings).toEqual(CHOSEN)
    expect((await ravi.call(`GET ${OWN}`)).answer.settings).toEqual(settings)
  }))

it('the shop makes its key once, and the private part cannot be read in the database', () =>
  inTestTransaction(async (db) => {
    const { call } = await open(db)
    const { publicKey } = (await call('POST /api/admin/me/push-key')).answer
    expect(Buffer.from(publicKey, 'base64url')).toHaveLength(65)
    expect((await call('POST /api/admin/me/push-key')).answer).toEqual({ publicKey })
    const { privateKey } = await loadPushKeys(db)
    const secret = String(privateKey.export({ format: 'jwk' }).d)
    expect(secret).toHaveLength(43)
    expect(JSON.stringify(await db.select().from(pushKeys))).not.toContain(secret)
  }))

it('settings that make no sense change nothing', () =>
  inTestTransaction(async (db) => {
    const { call } = await open(db)
    const { 'new-order': _, ...others } = CHOSEN.channels
    for (const wrong of [
      { ...CHOSEN, quietHours: { from: '22:00', to: '22:00' } },
      { ...CHOSEN, quietHours: { from: '25:00', to: '07:00' } },
      { ...CHOSEN, channels: others },
      { ...CHOSEN, channels: { ...CHOSEN.channels, 'admin-change': { email: false, push: false } } },
      { ...CHOSEN, userId: 'somebody' },
    ])
      expect((await call(`PUT ${OWN}`, wrong)).status).toBe(400)
    expect((await call(`GET ${OWN}`)).answer.settings.digest).toBe(true)
  }))

it('says which urgent alerts other admins get, and counts a push only on a device', () =>
  inTestTransaction(async (db) => {
    const [asha, ravi] = [await open(db), await open(db)]
    const reachOfOthers = async () => Alerts.parse((await asha.call(`GET ${OWN}`)).answer).reachOfOthers
    expect(await reachOfOthers()).toEqual({ 'money-waits': ['email'], failures: ['email'] })
    const money = { ...CHOSEN.channels, failures: { email: false, push: false } }
    await ravi.call(`PUT ${OWN}`, { ...CHOSEN, channels: money })
    expect(await reachOfOthers()).toEqual({ 'money-waits': [], failures: [] })
    await ravi.call(`POST ${DEVICES}`, subscription('phone'))
    expect(await reachOfOthers()).toEqual({ 'money-waits': ['push'], failures: [] })
  }))

it('a browser is added once, with the name that an admin recognises, and removed by its own admin only', () =>
  inTestTransaction(async (db) => {
    const [asha, ravi] = [await open(db), await open(db)]
    const agent = { 'user-agent': 'Mozilla/5.0 (Linux; Android 16) Chrome/142.0 Mobile Safari/537.36' }
    const add = (name: string) => asha.ask(`POST ${DEVICES}`, subscription(name), agent)
    const first = await add('phone')
    expect(first.status).toBe(201)
    const { id, name } = await first.json()
    expect(name).toBe('Chrome on Android')
    expect((await (await add('phone')).json()).id).toBe(id)
    expect((await asha.call(`GET ${OWN}`)).answer.devices).toMatchObject([{ id, name, lastSentAt: null }])
    for (const call of [`DELETE ${DEVICES}/${id}`, `POST ${DEVICES}/${id}/test`])
      expect((await ravi.call(call)).status).toBe(404)
    expect((await asha.call(`DELETE ${DEVICES}/${id}`)).status).toBe(200)
    expect((await asha.call(`DELETE ${DEVICES}/${id}`)).status).toBe(404)
    expect((await asha.call(`GET ${OWN}`)).answer.devices).toEqual([])
  }))

it('a browser that another admin uses now belongs to them', () =>
  inTestTransaction(async (db) => {
    const [asha, ravi] = [await open(db), await open(db)]
    await asha.call(`POST ${DEVICES}`, subscription('shared'))
    await ravi.call(`POST ${DEVICES}`, subscription('shared'))
    expect((await asha.call(`GET ${OWN}`)).answer.devices).toEqual([])
    expect((await ravi.call(`GET ${OWN}`)).answer.devices).toHaveLength(1)
  }))

it('refuses addresses that are no push service, wrong keys, and the eleventh device', () =>
  inTestTransaction(async (db) => {
    const { admin, call } = await open(db)
    const localhost = 'https://localhost./a'
    for (const endpoint of ['https://127.0.0.1/push', 'http://fcm.googleapis.com/a', 'https://shop.local/a', localhost])
      expect((await call(`POST ${DEVICES}`, { endpoint, keys })).status).toBe(409)
    const noPoint = Buffer.alloc(65, 7).fill(4, 0, 1)
    for (const wrong of [
      { endpoint: 'no address', keys },
      { ...subscription('a'), keys: { ...keys, auth: 'short' } },
      { ...subscription('a'), keys: { ...keys, p256dh: keys.auth } },
      { ...subscription('a'), keys: { ...keys, p256dh: noPoint.toString('base64url') } },
      { ...subscription('a'), userId: admin.id },
    ])
      expect((await call(`POST ${DEVICES}`, wrong)).status).toBe(400)
    for (let nth = 1; nth <= 10; nth++)
      expect((await call(`POST ${DEVICES}`, subscription(`of-${nth}`))).status).toBe(201)
    expect((await call(`POST ${DEVICES}`, subscription('of-11'))).status).toBe(409)
    expect((await call(`POST ${DEVICES}`, subscription('of-3'))).status).toBe(201)
    expect(await db.$count(pushSubscriptions, eq(pushSubscriptions.userId, admin.id))).toBe(10)
  }))

it('customers are refused', () =>
  inTestTransaction(async (db) => {
    const { ask } = await open(db)
    const { cookie } = await createCustomer(db)
    expect((await ask(`GET ${OWN}`, undefined, { cookie })).status).toBe(403)
    expect((await ask(`POST ${DEVICES}`, subscription('a'), { cookie })).status).toBe(403)
    expect((await ask(`GET ${OWN}`, undefined, { cookie: '' })).status).toBe(401)
  }))
