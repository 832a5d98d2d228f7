import { z } from '@hono/zod-openapi'
import type { Db } from '#src/db/database.server.ts'
import { describeDevice } from '#src/features/auth/sessions/device-name.ts'
import { ADMIN } from '#src/features/auth/sessions/route-presets.server.ts'
import { readSessionToken } from '#src/features/auth/sessions/session-cookie.server.ts'
import { loadPushKeys } from '#src/features/notifications/push/push-keys.server.ts'
import { consumeLimit, type RateLimit } from '#src/server/overload/rate-limit.server.ts'
import { errorResponse, sendOk } from '#src/server/routes/api-helpers.server.ts'
import { createApiRouter } from '#src/server/routes/api-router.server.ts'
import { DONE, defineRoute } from '#src/server/routes/define-route.server.ts'
import { readAlertReach, readAlertSettings, saveAlertSettings } from './alert-settings.server.ts'
import { AlertDevice, AlertSettings, Alerts, NewPushSubscription, PushKey } from './alerts.contract.ts'
import { addDevice, listDevices, removeDevice, sendTestPush } from './push-subscriptions.server.ts'

const byId = { params: z.object({ id: z.uuid() }) }

const readRoute = defineRoute('get', '/admin/me/alerts', {
  ...ADMIN,
  summary: 'Get your alert settings and devices',
  ok: ['What you chose, or the defaults', Alerts],
})

const saveRoute = defineRoute('put', '/admin/me/alerts', {
  ...ADMIN,
  summary: 'Choose which alerts reach you, and how',
  json: AlertSettings,
  ok: ['The new settings', Alerts],
})

const keyRoute = defineRoute('post', '/admin/me/push-key', {
  ...ADMIN,
  summary: 'Get the key with which a browser subscribes; it is made at the first use',
  ok: ['The public key of the shop', PushKey],
})

const addRoute = defineRoute('post', '/admin/me/push-subscriptions', {
  ...ADMIN,
  summary: 'Send alerts to this browser too',
  json: NewPushSubscription,
  created: ['The device', AlertDevice],
  responses: { 409: errorResponse('The address is no push service, or there are too many devices.') },
})

const removeRoute = defineRoute('delete', '/admin/me/push-subscriptions/{id}', {
  ...ADMIN,
  summary: 'Send no more alerts to a device of yours',
  ...byId,
  ok: DONE,
})

const testRoute = defineRoute('post', '/admin/me/push-subscriptions/{id}/test', {
  ...ADMIN,
  summary: 'Send a test to a device of yours',
  ...byId,
  ok: DONE,
})

const TEST_LIMIT = { name: 'push-tests-of-admin', max: 20, perSeconds: 3600 } as const satisfies RateLimit

type AlertsApi = { db: Db /** For tests. */; allowsAnyAddress: boolean }

export function alertsApi({ db, allowsAnyAddress }: AlertsApi) {
  const api = createApiRouter()
  api.openapi(readRoute(db), async (c) => c.json(await readAlerts(db, c.var.user.id), 200))
  api.openapi(saveRoute(db), async (c) => {
    await saveAlertSettings(db, c.var.user.id, c.req.valid('json'))
    return c.json(await readAlerts(db, c.var.user.id), 200)
  })
  api.openapi(keyRoute(db), async (c) => c.json({ publicKey: (await loadPushKeys(db)).publicKey }, 200))
  api.openapi(addRoute(db), async (c) => {
    const name = describeDevice(c.req.header('user-agent'))
    const device = { subscription: c.req.valid('json'), name, allowsAnyAddress }
    return c.json(await addDevice(db, { ...device, by: c.var.user, token: readSessionToken(c) }), 201)
  })
  api.openapi(removeRoute(db), async (c) => {
    await removeDevice(db, { ...c.req.valid('param'), by: c.var.user })
    return sendOk(c)
  })
  api.openapi(testRoute(db), async (c) => {
    await consumeLimit(db, TEST_LIMIT, c.var.user.id)
    await sendTestPush(db, { ...c.req.valid('param'), by: c.var.user, now: new Date() })
    return sendOk(c)
  })
  return api
}

async function readAlerts(db: Db, userId: string): Promise<Alerts> {
  const [settings, devices] = [await readAlertSettings(db, userId), await listDevices(db, userId)]
  return { settings, devices, reachOfOthers: await readAlertReach(db, userId) }
}
