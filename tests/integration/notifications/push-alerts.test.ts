import { and, eq, isNull } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { addMinutes } from '#src/core/dates.ts'
import { paise } from '#src/core/money.ts'
import type { Db } from '#src/db/database.server.ts'
import { removeAdmin, setAdminPassword } from '#src/features/auth/admins/manage-admins.server.ts'
import { alertAdmins } from '#src/features/auth/alerts/alert-admins.server.ts'
import { adminAlertSettings, pushSubscriptions } from '#src/features/auth/alerts/alerts.table.server.ts'
import { pushDevices, sendTestPush } from '#src/features/auth/alerts/push-subscriptions.server.ts'
import { submitTicket } from '#src/features/contact/contact.server.ts'
import { listMailboxMessages } from '#src/features/notifications/outbox/outbox.server.ts'
import { outboxMessages } from '#src/features/notifications/outbox/outbox.table.server.ts'
import { createPushSender } from '#src/features/notifications/push/push-sender.server.ts'
import { newOrderMail, unmatchedPaymentMail } from '#src/features/payments/payments.messages.ts'
import { configureProcess } from '#src/server/config/process-settings.server.ts'
import { inTestTransaction } from '#src/testing/test-database.ts'
import { createAdmin } from '#tests/factories/admins.ts'
import { createAlertShop } from '#tests/factories/alert-shop.ts'
import { createMailedOrder } from '#tests/factories/mailed-order.ts'

const pushesIn = (db: Db) => db.select().from(outboxMessages).where(eq(outboxMessages.channel, 'push'))

describe('a paid order on the phone of an admin', () => {
  it('shows its number and amount, no name and no address, and opens the order', () =>
    inTestTransaction(async (db) => {
      const shop = await createAlertShop(db)
      const { reference, customerName } = await shop.sell()
      await shop.deliver()
      const [push, ...others] = shop.service.pushes
      expect([push?.title, others]).toEqual(['New order', []])
      expect(push?.text).toMatch(new RegExp(`^New order ₹390\\.00, 1 product, leaves on .+: ${reference}$`))
      expect(push?.path).toBe(`/admin?q=${reference}`)
      expect(push?.headers).toMatchObject({ urgency: 'high', ttl: '43200', 'content-encoding': 'aes128gcm' })
      for (const secret of [customerName, 'Charminar', '500002', '@']) expect(push?.plainText).not.toContain(secret)
      expect(shop.alertsTo()).toEqual([push?.text])
      expect(await db.select().from(pushSubscriptions)).toMatchObject([{ lastSentAt: expect.any(Date) }])
    }))

  it('arrives once, however often the event is repeated', () =>
    inTestTransaction(async (db) => {
      const shop = await createAlertShop(db)
      const mail = newOrderMail(createMailedOrder(), 'http://localhost:3000/admin?q=1')
      for (const _ of [1, 2, 3]) await alertAdmins(db, { mail, idempotencyKey: 'new-order:1' })
      await shop.deliver()
      await shop.deliver()
      expect([shop.service.pushes.length, shop.mails.length]).toEqual([1, 1])
    }))

  it('goes by the channels that each admin chose', () =>
    inTestTransaction(async (db) => {
      const shop = await createAlertShop(db)
      const other = await createAdmin(db)
      await shop.mute('new-order', { email: false, push: true })
      await shop.sell()
      await shop.deliver()
      expect([shop.service.pushes.length, shop.alertsTo(), shop.alertsTo(other.email).length]).toEqual([1, [], 1])
      await shop.mute('new-order', { email: true, push: false })
      await shop.sell()
      await shop.deliver()
      expect([shop.service.pushes.length, shop.alertsTo().length, shop.alertsTo(other.email).length]).toEqual([1, 1, 2])
    }))
})

describe('the push service', () => {
  it('is asked again when it is busy or broken, and the message is not lost', () =>
    inTestTransaction(async (db) => {
      const shop = await createAlertShop(db, { statuses: [429, 503, 201] })
      await shop.sell()
      for (const [minutes, received] of [
        [0, 0],
        [2, 0],
        [10, 1],
        [2000, 1],
      ] as const) {
        await shop.deliver(minutes)
        expect(shop.service.pushes).toHaveLength(received)
      }
      expect(shop.service.refused).toEqual(['429', '503'])
    }))

  it('that says the browser has unsubscribed makes the shop remove the device', () =>
    inTestTransaction(async (db) => {
      const shop = await createAlertShop(db)
      shop.service.unsubscribe(shop.phone.path)
      await shop.sell()
      await shop.sell()
      await shop.deliver()
      expect(await db.select().from(pushSubscriptions)).toEqual([])
      expect(shop.service.refused).toEqual(['no such device'])
      const pushes = await pushesIn(db)
      expect(pushes.map(({ failedAt, suppressedAt }) => [failedAt, suppressedAt !== null])).toEqual([
        [null, true],
        [null, true],
      ])
      await shop.sell()
      expect(await pushesIn(db)).toHaveLength(2)
    }))

  it('is not called at an address inside our own network', () =>
    inTestTransaction(async (db) => {
      const shop = await createAlertShop(db)
      const send = createPushSender({
        ...{ db, devices: pushDevices(db), contact: 'mailto:a@b.example', allowsAnyAddress: false },
      })
      const push = { device: shop.device.id, path: '/admin', tag: 'a', ttlSeconds: 60, isUrgent: false }
      const message = { channel: 'push', to: 'a', title: 'a', text: 'a', push } as const
      await expect(send(message)).rejects.toThrow('This is no push service.')
      await db.update(pushSubscriptions).set({ endpoint: 'https://localhost.localdomain/push' })
      await expect(send(message)).rejects.toThrow(/not public|ENOTFOUND|EAI_AGAIN|has no address/)
      expect([shop.service.pushes, shop.service.refused]).toEqual([[], []])
    }))

  it('cannot be used with the old keys after SESSION_SECRET changed: the device is removed, and can be added again', () =>
    inTestTransaction(async (db) => {
      const shop = await createAlertShop(db)
      try {
        configureProcess({ masterSecret: () => 'another secret of the shop' })
        await shop.sell()
        await shop.deliver()
        expect([shop.service.pushes, await db.select().from(pushSubscriptions)]).toEqual([[], []])
        await shop.subscribe(shop.admin)
        await shop.sell()
        await shop.deliver()
        expect(shop.service.pushes).toHaveLength(1)
      } finally {
        configureProcess({ masterSecret: () => 'a secret for tests' })
      }
    }))
})

describe('quiet hours', () => {
  const money = unmatchedPaymentMail({
    ...{ amount: paise(500_00), why: 'No payment has this number.', link: 'http://localhost:3000/admin/payments' },
    ...{ upiTxnId: null, reportedAt: new Date('2030-11-21T18:00:00Z'), reference: null },
  })
  const night = new Date('2030-11-21T23:30:00+05:30')
  const morning = new Date('2030-11-22T07:00:00+05:30')
  const NIGHT = { from: '22:00', to: '07:00' }

  it('delay the alerts of the night until the morning, on every channel', () =>
    inTestTransaction(async (db) => {
      const shop = await createAlertShop(db)
      await shop.choose({ quietHours: NIGHT })
      await alertAdmins(db, { mail: money, idempotencyKey: 'money:1', now: night })
      const rows = await db.select().from(outboxMessages).where(isNull(outboxMessages.sentAt))
      expect(rows.map(({ dueAt }) => dueAt)).toEqual([morning, morning])
      await shop.deliver(-1, morning)
      expect([shop.service.pushes, shop.mails]).toEqual([[], []])
      await shop.deliver(0, morning)
      expect([shop.service.pushes.length, shop.alertsTo().length]).toEqual([1, 1])
    }))

  it('let money pass if the admin chose so, and nothing else', () =>
    inTestTransaction(async (db) => {
      const shop = await createAlertShop(db)
      await shop.choose({ quietHours: NIGHT, urgentPasses: true })
      await alertAdmins(db, { mail: money, idempotencyKey: 'money:1', now: night })
      const order = newOrderMail(createMailedOrder(), 'http://localhost:3000/admin')
      await alertAdmins(db, { mail: order, idempotencyKey: 'new-order:1', now: night })
      await shop.deliver()
      expect(shop.service.pushes.map(({ title }) => title)).toEqual(['Money waits for you'])
      expect(shop.alertsTo()).toEqual([money.subject])
    }))
})

describe('the devices of an admin', () => {
  it('show nothing that a customer wrote', () =>
    inTestTransaction(async (db) => {
      const shop = await createAlertShop(db)
      const ticket = { name: 'Asha Rao', email: 'asha@example.com', subject: 'My secret', message: 'Hello', phone: '' }
      await submitTicket(db, { ...ticket, website: '' }, { adminEmail: 'maker@golconda.example' })
      await shop.deliver()
      expect(shop.service.pushes.map(({ text }) => text)).toEqual([
        expect.stringMatching(/^SC-\d+ needs a reply within \d+ hours$/),
      ])
      expect(shop.service.pushes[0]?.plainText).not.toMatch(/Asha|secret/)
    }))

  it('are tested one by one', () =>
    inTestTransaction(async (db) => {
      const shop = await createAlertShop(db)
      await sendTestPush(db, { id: shop.device.id, by: shop.admin, now: new Date() })
      await shop.deliver()
      expect(shop.service.pushes).toMatchObject([{ title: 'Notifications work', path: '/admin?view=alerts' }])
    }))

  it('are removed with a new password, with all that waits for them', () =>
    inTestTransaction(async (db) => {
      const shop = await createAlertShop(db)
      await shop.sell()
      const { email } = shop.admin
      await setAdminPassword(db, { email, password: 'dark-and-slow-73' }, shop.admin)
      expect([await db.select().from(pushSubscriptions), await pushesIn(db)]).toEqual([[], []])
      await shop.deliver()
      expect(shop.service.pushes).toEqual([])
    }))

  it('and the settings are removed with the admin, who gets no more alerts', () =>
    inTestTransaction(async (db) => {
      const shop = await createAlertShop(db)
      const by = await createAdmin(db)
      await shop.choose({ digest: false })
      await shop.sell()
      await removeAdmin(db, shop.admin.id, by)
      await shop.sell()
      const left = await pushesIn(db)
      expect([await db.select().from(pushSubscriptions), await db.select().from(adminAlertSettings), left]).toEqual([
        ...[[], [], []],
      ])
      const ofThem = and(eq(outboxMessages.to, shop.admin.email), eq(outboxMessages.channel, 'email'))
      const mails = await db.select().from(outboxMessages).where(ofThem).orderBy(outboxMessages.createdAt)
      expect(mails.map(({ subject }) => subject)).toEqual([
        expect.stringMatching(/^New order/),
        expect.stringMatching(/admin/i),
      ])
    }))

  it('do not appear in the mailbox of a demo, which really sends pushes', () =>
    inTestTransaction(async (db) => {
      const shop = await createAlertShop(db)
      await shop.sell()
      expect(await pushesIn(db)).toHaveLength(1)
      expect((await listMailboxMessages(db)).map(({ channel }) => channel)).not.toContain('push')
      await shop.deliver(0, addMinutes(new Date(), 1))
    }))
})
