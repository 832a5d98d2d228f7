import { eq, sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { addMinutes, shopDay, startOfShopDay } from '#src/core/dates.ts'
import { addDays } from '#src/core/delivery/business-days.ts'
import type { Db } from '#src/db/database.server.ts'
import { alertFailures, countStuckMails } from '#src/features/admin/todo/failure-alerts.server.ts'
import { deliverDueMessages } from '#src/features/notifications/outbox/deliver-outbox.server.ts'
import {
  type DeliverMessage,
  NoSuchAddress,
  queueMessage,
  Undeliverable,
} from '#src/features/notifications/outbox/outbox.server.ts'
import { outboxMessages } from '#src/features/notifications/outbox/outbox.table.server.ts'
import { alertLateOrders } from '#src/features/orders/messages/late-orders.server.ts'
import type { OrderRow } from '#src/features/orders/orders.server.ts'
import { orders } from '#src/features/orders/orders.table.server.ts'
import { recordAnswer } from '#src/server/http/circuit-breaker.server.ts'
import { slightlyLater } from '#src/testing/soon.ts'
import { inTestTransaction } from '#src/testing/test-database.ts'
import { createAlertShop } from '#tests/factories/alert-shop.ts'

const today = shopDay(new Date())
const at = (hour: number) => addMinutes(startOfShopDay(new Date()), hour * 60)
const setShipDay = (db: Db, { id }: OrderRow, shipOn: string) =>
  db
    .update(orders)
    .set({ shipOn, deliverFrom: addDays(shipOn, 2), deliverTo: addDays(shipOn, 4) })
    .where(eq(orders.id, id))

/** The alerts about the named subject that are queued so far: by e-mail, by push. */
async function countAlerts(db: Db, subject: RegExp) {
  const rows = await db.select().from(outboxMessages)
  const found = rows.filter((row) => subject.test(row.channel === 'push' ? row.text : row.subject))
  return (['email', 'push'] as const).map((channel) => found.filter((row) => row.channel === channel).length)
}

describe('a parcel that is not packed on its day', () => {
  const LATE = /should leave and (is|are) not packed/

  it('causes one alert after the cut-off time, and another one only if its day is moved', () =>
    inTestTransaction(async (db) => {
      const shop = await createAlertShop(db)
      const order = await shop.sell()
      await setShipDay(db, order, today)
      await alertLateOrders(db, at(9))
      expect(await countAlerts(db, LATE)).toEqual([0, 0])
      for (const hour of [15, 16, 17]) await alertLateOrders(db, at(hour))
      expect(await countAlerts(db, LATE)).toEqual([1, 1])
      await setShipDay(db, order, addDays(today, -1))
      for (const hour of [9, 10]) await alertLateOrders(db, at(hour))
      expect(await countAlerts(db, LATE)).toEqual([2, 2])
      await shop.deliver()
      const push = shop.service.pushes.find(({ title }) => title === 'A promise is in danger')
      expect(push).toMatchObject({
        text: `1 parcel should leave and is not packed: ${order.reference}`,
        path: '/admin?status=pack',
      })
    }))

  it('causes no alert if it is packed, unpaid, cancelled, a sample, or leaves later', () =>
    inTestTransaction(async (db) => {
      const shop = await createAlertShop(db)
      const [packed, sample, later, cancelled] = [
        ...[await shop.sell(), await shop.sell(), await shop.sell(), await shop.sell()],
      ]
      if (!(packed && sample && later && cancelled)) throw new Error('Four orders')
      for (const order of [packed, sample, cancelled]) await setShipDay(db, order, addDays(today, -1))
      await setShipDay(db, later, addDays(today, 1))
      await db.update(orders).set({ packedAt: sql`now()` }).where(eq(orders.id, packed.id))
      await db.update(orders).set({ isSample: true }).where(eq(orders.id, sample.id))
      await db.update(orders).set({ status: 'cancelled' }).where(eq(orders.id, cancelled.id))
      await alertLateOrders(db, at(18))
      expect(await countAlerts(db, LATE)).toEqual([0, 0])
    }))
})

describe('the payment gateway', () => {
  const SILENT = /has not answered since/

  it('causes one alert if it answers no poll for five minutes, and another one only after it has answered', () =>
    inTestTransaction(async (db) => {
      const { context } = await createAlertShop(db)
      const { gateway, now } = context
      const look = () => alertFailures(db, { gateway, fallback: 'maker@golconda.example', now: now() })
      const silence = async () => {
        for (let minute = 0; minute < 7; minute++) {
          recordAnswer(gateway, false, now())
          await look()
          context.advanceMinutes(1)
        }
      }
      await silence()
      expect(await countAlerts(db, SILENT)).toEqual([1, 1])
      recordAnswer(gateway, true, now())
      await look()
      context.advanceMinutes(60)
      recordAnswer(gateway, false, now())
      await look()
      expect(await countAlerts(db, SILENT)).toEqual([1, 1])
      await silence()
      expect(await countAlerts(db, SILENT)).toEqual([2, 2])
    }))
})

describe('messages', () => {
  const FAILED = /could not be delivered/

  /** A shop in which messages fail, `minutes` after the start. */
  async function openFailing(db: Db) {
    const { admin, context } = await createAlertShop(db)
    const start = slightlyLater()
    const fail = async (to: string, { error = new Undeliverable('refused'), minutes = 0 } = {}) => {
      await queueTo(db, to)
      const deliver: DeliverMessage = async (message) => {
        if (message.to === to) throw error
      }
      await deliverDueMessages(db, deliver, addMinutes(start, minutes))
    }
    const look = (minutes: number) =>
      alertFailures(db, { gateway: context.gateway, fallback: '', now: addMinutes(start, minutes) })
    return { admin, fail, look }
  }

  it('that fail cause one alert, and later failures another one, at most once an hour', () =>
    inTestTransaction(async (db) => {
      const { fail, look } = await openFailing(db)
      await fail('first@example.com')
      for (const minutes of [0, 1, 90]) await look(minutes)
      expect(await countAlerts(db, FAILED)).toEqual([1, 1])
      await fail('second@example.com', { minutes: 91 })
      await look(91)
      expect(await countAlerts(db, /^1 message could not be delivered|: 1 message could not/)).toEqual([2, 2])
      for (const to of ['third@example.com', 'fourth@example.com']) await fail(to, { minutes: 92 })
      await look(93)
      expect(await countAlerts(db, FAILED)).toEqual([2, 2])
      for (const minutes of [152, 153, 300]) await look(minutes)
      expect(await countAlerts(db, FAILED)).toEqual([3, 3])
      expect(await countAlerts(db, /2 messages could not be delivered/)).toEqual([1, 1])
    }))

  it('that fail cause an alert although a clock was ahead', () =>
    inTestTransaction(async (db) => {
      const { fail, look } = await openFailing(db)
      await fail('first@example.com')
      await look(60 * 24 * 365)
      await fail('second@example.com')
      await look(1)
      expect((await countAlerts(db, FAILED))[0]).toBe(2)
    }))

  it('to a wrong address cause no alert, unless it is the address of an admin', () =>
    inTestTransaction(async (db) => {
      const { admin, fail, look } = await openFailing(db)
      const error = new NoSuchAddress('no such box')
      await fail('typed-wrong@example.com', { error })
      await look(0)
      expect(await countAlerts(db, FAILED)).toEqual([0, 0])
      await fail(admin.email, { error })
      await look(1)
      expect(await countAlerts(db, /1 message could not be delivered/)).toEqual([1, 1])
    }))

  it('that the mail server refuses cause an alert by push, because a mail would wait, too', () =>
    inTestTransaction(async (db) => {
      const { context } = await createAlertShop(db)
      const now = slightlyLater()
      await queueTo(db, 'asha@example.com')
      const refuse = () => Promise.reject(new Error('Connection refused'))
      for (const minutes of [0, 2]) await deliverDueMessages(db, refuse, addMinutes(now, minutes))
      const [before, after] = [addMinutes(now, 3), addMinutes(now, 6)]
      expect([await countStuckMails(db, before), await countStuckMails(db, after)]).toEqual([0, 1])
      for (const _ of [1, 2]) await alertFailures(db, { gateway: context.gateway, fallback: '', now: after })
      expect(await countAlerts(db, /mail server does not take/)).toEqual([0, 1])
    }))
})

const queueTo = (db: Db, to: string) =>
  queueMessage(db, {
    ...{ channel: 'email', to, kind: 'ticket-received', subject: 'Hello', body: ['Hello'], idempotencyKey: to },
  })
