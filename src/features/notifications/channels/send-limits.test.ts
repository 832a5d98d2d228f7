import { like } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { ChannelLimitReached } from '#src/features/notifications/outbox/outbox.server.ts'
import { rateLimits } from '#src/server/overload/rate-limit.table.server.ts'
import { expectConsoleError } from '#src/testing/expected-errors.ts'
import { inTestTransaction } from '#src/testing/test-database.ts'
import { createSendLimiter } from './send-limits.server.ts'
import { renderSms } from './sms-templates.ts'

const PAID = renderSms('order-paid', { amount: '2,149.00', order: 'ORD_1' })
const MESSAGE = { channel: 'whatsapp', to: '+919876543210', ...PAID } as const
const OTHER = { ...MESSAGE, to: '+919876543211' }

it('WhatsApp sends three messages an hour to one number; what was not accepted does not count', () =>
  inTestTransaction(async (db) => {
    expectConsoleError()
    const shop = { isThere: false, sent: [] as string[], alerts: [] as string[] }
    const send = createSendLimiter(
      db,
      async ({ mail }) => void shop.alerts.push(mail.subject),
    )(async ({ to }) => {
      if (!shop.isThere) throw new Error('away')
      shop.sent.push(to)
      return { providerId: 'wamid.1' }
    })
    await expect(send(MESSAGE)).rejects.toThrow('away')
    shop.isThere = true
    for (const to of ['+919876543210', '98765 43210', '+91 98765 43210'])
      expect(await send({ ...MESSAGE, to })).toEqual({ providerId: 'wamid.1' })
    await expect(send(MESSAGE)).rejects.toThrow(ChannelLimitReached)
    await send(OTHER)
    expect(shop.sent).toHaveLength(4)
    expect(shop.alerts).toEqual(['WhatsApp messages are held back'])
  }))

it('beyond 200 WhatsApp messages a day the admins are told once, and SMS have a limit of their own', () =>
  inTestTransaction(async (db) => {
    expectConsoleError()
    const alerts: unknown[] = []
    const limit = createSendLimiter(db, async ({ mail }) => void alerts.push(mail.body[0]))
    const [send, sendSms] = [limit(async () => undefined), limit(async () => undefined)]
    await send(MESSAGE)
    await db.update(rateLimits).set({ count: 200 }).where(like(rateLimits.key, 'whatsapp-in-all:%'))
    for (const _ of [1, 2]) await expect(send(OTHER)).rejects.toThrow('The limit of 200 WhatsApp messages a day')
    await sendSms({ ...MESSAGE, channel: 'sms' })
    expect(alerts).toEqual([expect.stringContaining('The limit of 200 WhatsApp messages a day is reached.')])
  }))
