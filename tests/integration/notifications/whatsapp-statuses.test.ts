import { expect, it } from 'vitest'
import { addMinutes } from '#src/core/dates.ts'
import { type Db, onlyRow } from '#src/db/database.server.ts'
import { outboxApi } from '#src/features/admin/outbox.api.server.ts'
import { alertFailures } from '#src/features/admin/todo/failure-alerts.server.ts'
import { createDelivery } from '#src/features/notifications/channels/channels.server.ts'
import { renderSms } from '#src/features/notifications/channels/sms-templates.ts'
import { deliverDueMessages } from '#src/features/notifications/outbox/deliver-outbox.server.ts'
import { queueMessage } from '#src/features/notifications/outbox/outbox.server.ts'
import { outboxMessages } from '#src/features/notifications/outbox/outbox.table.server.ts'
import { whatsAppApi } from '#src/features/notifications/whatsapp.api.server.ts'
import { slightlyLater } from '#src/testing/soon.ts'
import { createTestApi } from '#src/testing/test-api.ts'
import { startingWith } from '#src/testing/test-database.ts'
import { createAdminClient } from '#tests/factories/admin-client.ts'
import { mailOnlyEnv, UNLIMITED_CHANNELS } from '#tests/factories/channels.ts'
import { createTestPayments } from '#tests/factories/payments/payments.ts'
import { signatureOf, startFakeWhatsApp, whatsAppStatuses } from '#tests/fakes/whatsapp.ts'

const SECRETS = { appSecret: 'secret-of-the-app-at-meta', verifyToken: 'token-typed-at-meta' }
const WEBHOOK = '/api/whatsapp/statuses'
const EXPIRED = { code: 131049, title: 'Not delivered', details: 'Meta chose not to deliver it.' }
const NO_WHATSAPP = { code: 131026, title: 'Message undeliverable', details: 'Message Undeliverable.' }

/** A shop whose WhatsApp message with a pickup code was accepted by the double. */
async function createWhatsAppShop(db: Db) {
  const { url } = await startFakeWhatsApp()
  const env = { ...mailOnlyEnv('smtp://127.0.0.1:9'), WHATSAPP_TOKEN: 'token', WHATSAPP_PHONE_NUMBER_ID: '106540352' }
  const deliver = createDelivery(
    { ...env, WHATSAPP_API_URL: url },
    {
      ...UNLIMITED_CHANNELS,
      whatsAppTemplates: async () => ({ language: 'en', names: { 'pickup-ready': 'pickup_ready' } }),
    },
  )
  const text = renderSms('pickup-ready', { order: 'ORD_1', code: '482193' })
  await queueMessage(db, {
    ...{ channel: 'whatsapp', to: '+919876543210', ...text, secrets: ['482193'], idempotencyKey: 'ready' },
  })
  const sentAt = slightlyLater()
  await deliverDueMessages(db, deliver, sentAt)
  const api = createTestApi(whatsAppApi({ db, now: () => sentAt, ...SECRETS }))
  const report = async (...statuses: Parameters<typeof whatsAppStatuses>[0]) => {
    const { body, headers } = whatsAppStatuses(statuses, SECRETS.appSecret)
    return (await api.request(WEBHOOK, { method: 'POST', body, headers })).status
  }
  const row = async () => onlyRow(await db.select().from(outboxMessages))
  return { api, deliver, report, row, sentAt }
}

const inShop = startingWith(createWhatsAppShop)

it('Meta confirms the webhook with the token of the shop, and with no other', () =>
  inShop(async ({ api }) => {
    const ask = (token: string, mode = 'subscribe') =>
      api.request(`${WEBHOOK}?hub.mode=${mode}&hub.challenge=1158201444&hub.verify_token=${token}`)
    const answer = await ask(SECRETS.verifyToken)
    expect([answer.status, await answer.text()]).toEqual([200, '1158201444'])
    expect(answer.headers.get('content-type')).toMatch(/^text\/plain/)
    expect((await ask('another')).status).toBe(403)
    expect((await ask('')).status).toBe(403)
    expect((await ask(SECRETS.verifyToken, 'unsubscribe')).status).toBe(400)
    expect((await api.request(WEBHOOK)).status).toBe(400)
  }))

it('a message is delivered and read, whatever the order of the reports', () =>
  inShop(async ({ report, row, sentAt }) => {
    const [delivered, read] = [addMinutes(sentAt, 1), addMinutes(sentAt, 2)].map(inSeconds)
    if (!(delivered && read)) throw new Error('Two times')
    expect(await report({ status: 'sent', at: sentAt })).toBe(200)
    expect(await row()).toMatchObject({ sentAt, deliveredAt: null, readAt: null, encryptedText: expect.any(String) })
    expect(await report({ status: 'read', at: read })).toBe(200)
    expect(await row()).toMatchObject({ sentAt, deliveredAt: read, readAt: read, encryptedText: null })
    for (const _ of [1, 2]) expect(await report({ status: 'delivered', at: delivered })).toBe(200)
    expect(await row()).toMatchObject({ deliveredAt: read, readAt: read })
  }))

it('a message that fails after it was accepted is shown as failed with the words of Meta, alerted and resent', () =>
  inShop(async ({ report, row, deliver, sentAt }, db) => {
    const { call } = await createAdminClient(db, outboxApi({ db }))
    expect(await report({ status: 'failed', at: sentAt, error: EXPIRED })).toBe(200)
    expect(await row()).toMatchObject({ sentAt: null, unreportedFailure: 'other' })
    const [failed] = (await call('GET /api/admin/messages?status=failed')).answer
    expect(failed).toMatchObject({
      ...{ channel: 'whatsapp', status: 'failed', canResend: true, deliveredAt: null },
      lastError: 'WhatsApp refused it (131049): Meta chose not to deliver it.',
      text: expect.stringContaining('482193'),
    })
    const { gateway } = createTestPayments(db)
    const look = () => alertFailures(db, { gateway, fallback: 'maker@golconda.example', now: sentAt })
    await look()
    const alerts = async () =>
      (await db.select().from(outboxMessages)).filter(({ subject }) => subject === '1 message could not be delivered')
    expect(await alerts()).toHaveLength(1)
    await report({ status: 'failed', at: addMinutes(sentAt, 1), error: EXPIRED })
    expect((await call(`GET /api/admin/messages?status=failed`)).answer[0].at).toBe(failed.at)

    expect((await call(`POST /api/admin/messages/${failed.id}/resend`)).answer.status).toBe('waiting')
    await report({ status: 'failed', at: addMinutes(sentAt, -2), error: EXPIRED })
    await deliverDueMessages(db, deliver, addMinutes(slightlyLater(), 1))
    const [sent] = (await call('GET /api/admin/messages?status=sent')).answer
    expect(sent).toMatchObject({ id: failed.id, text: expect.not.stringContaining('482193') })
  }))

it('a number without WhatsApp is no failure of the shop, and a later delivery ends a failure', () =>
  inShop(async ({ report, row, sentAt }) => {
    await report({ status: 'failed', at: sentAt, error: NO_WHATSAPP })
    expect(await row()).toMatchObject({ unreportedFailure: 'address', failedAt: expect.any(Date) })
    await report({ status: 'delivered', at: sentAt })
    const delivered = {
      failedAt: null,
      unreportedFailure: null,
      sentAt: inSeconds(sentAt),
      deliveredAt: expect.any(Date),
    }
    expect(await row()).toMatchObject(delivered)
    await report({ status: 'failed', at: sentAt, error: NO_WHATSAPP })
    expect(await row()).toMatchObject(delivered)
  }))

it('a report of an unknown message is asked for again while its message may be on its way, and then ignored', () =>
  inShop(async ({ report, row, sentAt }) => {
    const before = await row()
    const unknown = { status: 'failed', id: 'wamid.of-another-tool', error: EXPIRED }
    expect(await report({ ...unknown, at: addMinutes(sentAt, 0) })).toBe(503)
    expect(await report({ ...unknown, at: addMinutes(sentAt, -2) })).toBe(200)
    expect(await row()).toEqual(before)
  }))

it('what Meta has not signed, or is no report, changes nothing', () =>
  inShop(async ({ api, row, sentAt }, db) => {
    const before = await row()
    const failed = [{ status: 'failed', at: sentAt, error: EXPIRED }]
    const { body, headers } = whatsAppStatuses(failed, SECRETS.appSecret)
    const post = async (changed: { body?: string; headers?: Record<string, string> }, to = api) =>
      (await to.request(WEBHOOK, { method: 'POST', body, headers, ...changed })).status
    expect(await post({ headers: { 'content-type': 'application/json' } })).toBe(401)
    expect(await post({ headers: { ...headers, 'x-hub-signature-256': 'sha256=00' } })).toBe(401)
    expect(await post({ body: body.replace('failed', 'read') })).toBe(401)
    expect(await post(whatsAppStatuses(failed, 'secret-of-another-app'))).toBe(401)
    const unset = createTestApi(whatsAppApi({ db, now: () => sentAt, appSecret: undefined, verifyToken: undefined }))
    expect(await post({}, unset)).toBe(401)
    expect(await post(whatsAppStatuses(failed, ''), unset)).toBe(401)
    expect(await row()).toEqual(before)
  }))

it('messages of customers and statuses that are not documented are received and change nothing', () =>
  inShop(async ({ api, report, row, sentAt }) => {
    const before = await row()
    expect(await report({ status: 'played', at: sentAt }, { status: 'sent', at: sentAt })).toBe(200)
    const signed = (body: string) => ({
      body,
      headers: { 'x-hub-signature-256': signatureOf(body, SECRETS.appSecret) },
    })
    const send = async (body: string) => (await api.request(WEBHOOK, { method: 'POST', ...signed(body) })).status
    const value = { messaging_product: 'whatsapp', messages: [{ from: '919876543210', type: 'text' }] }
    const entry = [{ id: '1', changes: [{ field: 'messages', value }] }]
    expect(await send(JSON.stringify({ object: 'whatsapp_business_account', entry }))).toBe(200)
    expect(await send(JSON.stringify({ object: 'page', entry: [] }))).toBe(400)
    expect(await send('no JSON')).toBe(400)
    expect(await row()).toEqual(before)
  }))

/** Meta's times have no milliseconds. */
const inSeconds = (at: Date) => new Date(Math.floor(at.getTime() / 1000) * 1000)
