import { readFile } from 'node:fs/promises'
import { runInNewContext } from 'node:vm'
import { expect, it } from 'vitest'
import { addMinutes } from '#src/core/dates.ts'
import type { Db } from '#src/db/database.server.ts'
import { alertAdmins } from '#src/features/auth/alerts/alert-admins.server.ts'
import { outboxMessages } from '#src/features/notifications/outbox/outbox.table.server.ts'
import { newOrderMail } from '#src/features/payments/payments.messages.ts'
import { slightlyLater } from '#src/testing/soon.ts'
import { inTestTransaction } from '#src/testing/test-database.ts'
import { createAlertShop } from '#tests/factories/alert-shop.ts'
import { createMailedOrder } from '#tests/factories/mailed-order.ts'

const alertOrders = async (db: Db, names: readonly string[], now = new Date()) => {
  const mail = newOrderMail(createMailedOrder(), 'http://localhost:3000/admin')
  for (const name of names) await alertAdmins(db, { mail, pushText: name, idempotencyKey: `new-order:${name}`, now })
}

type Shown = { title: string; body: string; tag: string; data: { count: number } }

/** A phone with the admin's service worker, and what its lock screen shows. */
async function openPhone() {
  const listeners: Record<string, (event: unknown) => void> = {}
  let shown: Shown[] = []
  const registration = {
    getNotifications: async ({ tag }: { tag: string }) => shown.filter((one) => one.tag === tag),
    showNotification: async (title: string, options: Omit<Shown, 'title'>) => {
      shown = [...shown.filter(({ tag }) => tag !== options.tag), { title, ...options }]
    },
  }
  const self = {
    registration,
    addEventListener: (name: string, on: (event: unknown) => void) => (listeners[name] = on),
  }
  runInNewContext(await readFile('public/admin-sw.js', 'utf8'), { self })
  const receive = async (plainText: string) => {
    let work: unknown
    listeners.push?.({ data: { json: () => JSON.parse(plainText) }, waitUntil: (done: unknown) => (work = done) })
    await work
  }
  return { receive, lines: () => shown.map(({ title, body }) => `${title}: ${body}`) }
}

it('at the end of quiet hours each device gets one notification with the number of orders', () =>
  inTestTransaction(async (db) => {
    const shop = await createAlertShop(db)
    await shop.choose({ quietHours: { from: '22:00', to: '07:00' } })
    const night = new Date('2030-11-21T23:30:00+05:30')
    await alertOrders(db, ['one', 'two', 'three'], night)
    await shop.deliver(0, new Date('2030-11-22T07:00:00+05:30'))
    expect(shop.service.pushes).toMatchObject([{ title: 'New order', text: 'three', count: 3 }])
    const phone = await openPhone()
    await phone.receive(shop.service.pushes[0]?.plainText ?? '')
    expect(phone.lines()).toEqual(['New order (3): three'])
    expect(await db.$count(outboxMessages)).toBe(6)
  }))

it('a retried push counts the orders that came meanwhile', () =>
  inTestTransaction(async (db) => {
    const shop = await createAlertShop(db, { statuses: [503, 201] })
    const start = slightlyLater()
    await alertOrders(db, ['one', 'two'])
    await shop.deliver(0, start)
    await alertOrders(db, ['three'])
    await shop.deliver(0, addMinutes(start, 2))
    expect(shop.service.pushes).toMatchObject([{ text: 'three', count: 3 }])
  }))

it('a phone shows the latest order instead of the earlier ones, with their number', () =>
  inTestTransaction(async (db) => {
    const [shop, phone] = [await createAlertShop(db), await openPhone()]
    for (const name of ['one', 'two', 'three']) {
      await alertOrders(db, [name])
      await shop.deliver()
    }
    const topics = new Set(shop.service.pushes.map(({ headers }) => headers.topic))
    expect([shop.service.pushes.length, topics.size]).toEqual([3, 1])
    await phone.receive(shop.service.pushes[0]?.plainText ?? '')
    expect(phone.lines()).toEqual(['New order: one'])
    for (const { plainText } of shop.service.pushes.slice(1)) await phone.receive(plainText)
    expect(phone.lines()).toEqual(['New order (3): three'])
  }))
