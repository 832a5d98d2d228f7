import { describe, expect, it } from 'vitest'
import type { Db } from '#src/db/database.server.ts'
import { quoteSlaText } from '#src/features/custom-orders/custom-order-options.ts'
import { submitCustomOrder } from '#src/features/custom-orders/submit-custom-order.server.ts'
import { getSmsMode } from '#src/features/notifications/channels/channels.server.ts'
import { outboxMessages } from '#src/features/notifications/outbox/outbox.table.server.ts'
import { readVersionedSection } from '#src/features/settings/read-settings.server.ts'
import { changeSection, readPublicSettings } from '#src/features/settings/settings.server.ts'
import { readEnv } from '#src/server/config/env.server.ts'
import { inTestTransaction, testDatabase } from '#src/testing/test-database.ts'
import { TEST_ADMIN, TEST_ADMIN_EMAIL } from '#tests/factories/custom-orders.ts'
import { createFullApi } from '#tests/factories/full-api.ts'

const LIVE = { SHOP_MODE: 'live' } as const
const WITH_KEY = { ...LIVE, MSG91_AUTH_KEY: 'key of MSG91' }
const SPECIFIED =
  'You receive a detailed quotation with pricing and delivery timeline within 30 minutes by SMS and e-mail.'

async function register(db: Db, templates: Record<string, string>) {
  const { version, value } = await readVersionedSection(db, 'sms')
  await changeSection(db, 'sms', { version, value: { ...value, templates }, by: TEST_ADMIN })
}

/** The message to the customer about a new request. */
async function receiptMail(db: Db, smsMode: ReturnType<typeof getSmsMode>): Promise<string> {
  const order = {
    flavor: 'dark',
    concentration: 70,
    name: '',
    ingredients: [],
    occasion: '',
    shape: 'bar',
    packaging: 'simple',
    message: '',
    quantity: 1,
    neededBy: '',
    customerMobile: '+919876543210',
    customerEmail: 'asha@shopper.example',
  } as const
  await submitCustomOrder(db, {
    order: { ...order, ingredients: [] },
    adminEmail: TEST_ADMIN_EMAIL,
    receivedAt: new Date(),
    smsMode,
  })
  const written = await db.select().from(outboxMessages)
  return written.find(({ to, channel }) => channel === 'email' && to === order.customerEmail)?.text ?? ''
}

describe('only channels that work are promised', () => {
  it('a live shop without an MSG91 key promises e-mail only, on its pages and in its mails', () =>
    inTestTransaction(async (db) => {
      const way = getSmsMode(LIVE)
      await register(db, { 'quote-ready-on': '65f0a1b2c3d4e5f6a7b8c9d0' })
      const { quotesBySms } = await readPublicSettings(db, { smsMode: way })
      expect(quotesBySms).toBe(false)
      expect(quoteSlaText(quotesBySms)).toBe(
        'You receive a detailed quotation with pricing and delivery timeline within 30 minutes by e-mail.',
      )
      const mail = await receiptMail(db, way)
      expect(mail).toContain('delivery timeline by e-mail, by ')
      expect(mail).not.toContain('SMS')
    }))

  it('with a key it promises SMS once the quotation template is registered, not before', () =>
    inTestTransaction(async (db) => {
      const way = getSmsMode(WITH_KEY)
      await register(db, { 'order-paid': '65f0a1b2c3d4e5f6a7b8c9d0' })
      expect((await readPublicSettings(db, { smsMode: way })).quotesBySms).toBe(false)
      await register(db, { 'quote-ready': '65f0a1b2c3d4e5f6a7b8c9d0' })
      expect((await readPublicSettings(db, { smsMode: way })).quotesBySms).toBe(true)
      expect(await receiptMail(db, way)).toContain('delivery timeline by SMS and e-mail, by ')
    }))

  it('a demo uses the exact text of the specification', async () => {
    const database = await testDatabase()
    const api = createFullApi(database)
    const { quotesBySms } = await (await api.request('/api/settings/public')).json()
    expect(quotesBySms).toBe(true)
    expect(quoteSlaText(quotesBySms)).toBe(SPECIFIED)
    expect(getSmsMode(readEnv({}))).toBe('mailbox')
  })
})
