import { eq, ne, sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { enforceRetention } from '#src/app/jobs/enforce-retention.server.ts'
import { eraseFinishedOrders } from '#src/app/personal-data/erase-customer.server.ts'
import { addMinutes } from '#src/core/dates.ts'
import {
  formatDaySpan,
  IDLE_NOTICE_DAYS,
  RETENTION,
  taxRecordsExpiredBefore,
  taxRecordsRetainedUntil,
} from '#src/core/retention.ts'
import { type Db, onlyRow } from '#src/db/database.server.ts'
import { deleteAccount } from '#src/features/auth/accounts/delete-account.server.ts'
import { isIdleExpired, listIdleAccounts, markIdleNotified } from '#src/features/auth/accounts/idle-accounts.server.ts'
import { users } from '#src/features/auth/auth.table.server.ts'
import { startSession } from '#src/features/auth/sessions/sessions.server.ts'
import { submitStory } from '#src/features/community/stories/stories.server.ts'
import { stories } from '#src/features/community/stories/stories.table.server.ts'
import { submitTicket } from '#src/features/contact/contact.server.ts'
import { contactTickets } from '#src/features/contact/contact.table.server.ts'
import { customOrders } from '#src/features/custom-orders/custom-orders.table.server.ts'
import { invoices } from '#src/features/invoices/invoices.table.server.ts'
import { listMailboxMessages } from '#src/features/notifications/outbox/outbox.server.ts'
import { orders } from '#src/features/orders/orders.table.server.ts'
import { inTestTransaction } from '#src/testing/test-database.ts'
import { createAdmin } from '#tests/factories/admins.ts'
import { insertProduct } from '#tests/factories/catalog.ts'
import { createQuotedOrder, insertCustomOrder } from '#tests/factories/custom-orders.ts'
import { createInvoicedSale } from '#tests/factories/invoices.ts'
import { createOrder } from '#tests/factories/orders.ts'
import { createCustomer, createTestPayments } from '#tests/factories/payments/payments.ts'

const NOW = new Date()
const later = (days: number) => addMinutes(NOW, days * 1440)
const tidy = (db: Db, days: number) => enforceRetention(db, { now: later(days), publicUrl: 'https://shop.example' })

describe('invoices', () => {
  it.each([
    [taxRecordsRetainedUntil, '2026-11-24T15:30', '2034-01-01'],
    [taxRecordsRetainedUntil, '2027-03-31T23:59', '2034-01-01'],
    [taxRecordsRetainedUntil, '2027-04-01T00:00', '2035-01-01'],
    [taxRecordsExpiredBefore, '2033-12-31T23:59', '2026-04-01'],
    [taxRecordsExpiredBefore, '2034-01-01T00:00', '2027-04-01'],
  ])('are kept for 72 months from the day on which the annual return is due', (limitOf, time, day) =>
    expect(limitOf(new Date(`${time}:00+05:30`))).toEqual(new Date(`${day}T00:00:00+05:30`)),
  )

  it('lose the name of the customer after that, and not a day before', () =>
    inTestTransaction(async (db) => {
      const { order, invoice } = await createInvoicedSale(db)
      expect(invoice.recipient).not.toHaveProperty('phone')
      await db.update(orders).set({ status: 'completed' }).where(eq(orders.id, order.id))
      const erasure = sql`update invoices set recipient = recipient || '{"name": "-", "address": "-", "place": "-", "pincode": "-"}'`
      await expect(db.transaction((tx) => tx.execute(erasure))).rejects.toMatchObject({
        cause: { constraint: 'invoices_append_only' },
      })
      const old = new Date('2015-06-01T10:00:00Z')
      await db.execute(sql`set local session_replication_role = replica`)
      await db.update(invoices).set({ issuedAt: old, financialYear: '15-16' })
      await db.update(orders).set({ paidAt: old }).where(eq(orders.id, order.id))
      await db.execute(sql`set local session_replication_role = origin`)

      await tidy(db, 0)
      const nobody = { name: '-', address: '-', place: '-', pincode: '-', state: 'Telangana', stateCode: '36' }
      expect(onlyRow(await db.select().from(invoices)).recipient).toEqual(nobody)
      expect(await db.select().from(orders)).toMatchObject([{ userId: null, customerPhone: '', customerEmail: '' }])
      await expect(
        db.transaction((tx) => tx.execute(sql`update invoices set total_paise = total_paise + 1`)),
      ).rejects.toMatchObject({ cause: { constraint: 'invoices_append_only' } })
    }))
})

async function cancelledOrder(db: Db): Promise<void> {
  const [customer, product] = [await createCustomer(db), await insertProduct(db, { stock: 5 })]
  const { id } = await createOrder(createTestPayments(db), { customer, product, paid: false })
  await db.update(orders).set({ status: 'cancelled' }).where(eq(orders.id, id))
}

describe('unfinished business', () => {
  it('a request that was never ordered is deleted with its messages, a paid one is not', () =>
    inTestTransaction(async (db) => {
      const context = createTestPayments(db)
      const unanswered = await insertCustomOrder(db, { customerEmail: 'no.account@mail.example', receivedAt: NOW })
      await createQuotedOrder(context, 1850, { customerEmail: 'no.account@mail.example' })
      const agreed = await insertCustomOrder(db, { customerEmail: 'agreed@mail.example', receivedAt: NOW })
      await db.update(customOrders).set({ status: 'confirmed' }).where(eq(customOrders.id, agreed.id))
      const { days } = RETENTION.customOrders
      await tidy(db, days - 1)
      expect(await db.$count(customOrders)).toBe(3)
      await tidy(db, days + 1)
      expect((await db.select().from(customOrders)).map(({ id }) => id)).toEqual([agreed.id])
      expect(await db.$count(customOrders, eq(customOrders.id, unanswered.id))).toBe(0)
      expect(await listMailboxMessages(db, 'no.account@mail.example')).toEqual([])
    }))

  it('an order that was never paid loses its personal data', () =>
    inTestTransaction(async (db) => {
      await cancelledOrder(db)
      await tidy(db, RETENTION.unpaidOrders.days - 1)
      expect(await db.select().from(orders)).toMatchObject([{ customerName: 'Asha Rao' }])
      await tidy(db, RETENTION.unpaidOrders.days + 1)
      expect(await db.select().from(orders)).toMatchObject([{ customerName: 'Deleted account', customerPhone: '' }])
    }))

  it('is erased in batches, and a deleted account does not wait for the old orders of others', () =>
    inTestTransaction(async (db) => {
      await cancelledOrder(db)
      const { id: _id, searchText: _search, trackingToken: _token, ...row } = onlyRow(await db.select().from(orders))
      const others = Array.from({ length: 200 }, (_, nth) => ({ ...row, reference: `GC-OLD-${nth}` }))
      await db.insert(orders).values(others)
      const known = () => db.$count(orders, ne(orders.customerName, 'Deleted account'))
      await eraseFinishedOrders(db)
      expect(await known()).toBe(201)
      const { days } = RETENTION.unpaidOrders
      await tidy(db, days + 1)
      expect(await known()).toBe(1)
      await tidy(db, days + 1)
      expect(await known()).toBe(0)
    }))

  it('a rejected story is deleted, a published one loses its e-mail address', () =>
    inTestTransaction(async (db) => {
      const story = { title: 'Bar', content: 'Slow.', authorName: 'Asha', authorEmail: 'asha@mail.example' }
      const [refused, shown] = [await submitStory(db, story), await submitStory(db, story)]
      await db.update(stories).set({ status: 'rejected' }).where(eq(stories.id, refused.id))
      await db.update(stories).set({ status: 'published', publishedAt: NOW }).where(eq(stories.id, shown.id))
      await tidy(db, RETENTION.rejectedStories.days - 1)
      expect(await db.$count(stories)).toBe(2)
      await tidy(db, RETENTION.rejectedStories.days + 1)
      expect(await db.select().from(stories)).toMatchObject([{ id: shown.id, authorEmail: 'asha@mail.example' }])
      await tidy(db, RETENTION.storyEmails.days + 1)
      expect(await db.select().from(stories)).toMatchObject([{ id: shown.id, authorEmail: null }])
    }))

  it('messages to the studio are deleted after a year', () =>
    inTestTransaction(async (db) => {
      const typed = { name: 'Asha', email: 'asha@mail.example', subject: 'Boxes', message: 'Forty?' }
      await submitTicket(db, typed, { adminEmail: 'admin@golconda.example', now: NOW })
      await tidy(db, RETENTION.tickets.days - 1)
      expect(await db.$count(contactTickets)).toBe(1)
      await tidy(db, RETENTION.tickets.days + 1)
      expect(await db.$count(contactTickets)).toBe(0)
    }))
})

describe('an idle account', () => {
  const { days } = RETENTION.idleAccounts

  it('gets one notice thirty days before it is deleted; an admin account stays', () =>
    inTestTransaction(async (db) => {
      const [customer, admin] = [await createCustomer(db), await createAdmin(db)]
      await tidy(db, days - IDLE_NOTICE_DAYS - 1)
      expect(await listMailboxMessages(db, customer.email)).toEqual([])
      await tidy(db, days - IDLE_NOTICE_DAYS + 1)
      expect(await listMailboxMessages(db, customer.email)).toMatchObject([
        { subject: expect.stringMatching(/sign in by \d+ \w+ \d{4} to keep your account$/) },
      ])
      // A year later the message is deleted, and no second one is sent.
      await tidy(db, days)
      expect(await listMailboxMessages(db, customer.email)).toEqual([])
      expect(await db.$count(users, eq(users.id, customer.id))).toBe(1)
      await tidy(db, days + 2)
      expect(await db.$count(users, eq(users.id, customer.id))).toBe(0)
      expect(await db.$count(users, eq(users.id, admin.id))).toBe(1)
    }))

  it('stays when its customer signs in after the notice', () =>
    inTestTransaction(async (db) => {
      const customer = await createCustomer(db)
      await tidy(db, days - IDLE_NOTICE_DAYS + 1)
      await startSession(db, { userId: customer.id, kind: 'customer' }, later(days - 5))
      await tidy(db, days + 2)
      expect(await db.$count(users, eq(users.id, customer.id))).toBe(1)
    }))

  it('gets no notice, and is not marked as notified, when its customer signs in just before', () =>
    inTestTransaction(async (db) => {
      const customer = await createCustomer(db)
      const now = later(days - IDLE_NOTICE_DAYS + 1)
      expect((await listIdleAccounts(db, now)).toNotify).toMatchObject([{ id: customer.id }])
      await startSession(db, { userId: customer.id, kind: 'customer' }, now)
      expect(await markIdleNotified(db, { id: customer.id, now })).toBe(false)
      await tidy(db, days + 2)
      expect(await listMailboxMessages(db, customer.email)).toEqual([])
      expect(await db.$count(users, eq(users.id, customer.id))).toBe(1)
    }))

  it('stays when its customer signs in between the listing and the deletion', () =>
    inTestTransaction(async (db) => {
      const customer = await createCustomer(db)
      await tidy(db, days - IDLE_NOTICE_DAYS + 1)
      const now = later(days + 2)
      expect(await isIdleExpired(db, { id: customer.id, now })).toBe(true)
      await startSession(db, { userId: customer.id, kind: 'customer' }, now)
      const onlyIf = (tx: Db) => isIdleExpired(tx, { id: customer.id, now })
      await deleteAccount(db, { user: customer, onDelete: async () => {}, onlyIf })
      expect(await db.$count(users, eq(users.id, customer.id))).toBe(1)
    }))
})

it('a step of the retention that fails does not stop the steps after it', () =>
  inTestTransaction(async (db) => {
    const done: string[] = []
    const steps = [
      async () => void done.push('first'),
      () => Promise.reject(new Error('the second fails')),
      async () => void done.push('third'),
    ]
    const turn = { now: NOW, publicUrl: 'https://shop.example' }
    await expect(enforceRetention(db, turn, steps)).rejects.toThrow('the second fails')
    expect(done).toEqual(['first', 'third'])
  }))

it.each([
  [RETENTION.orderNetworks.days, '3 hours'],
  [1, '1 day'],
  [180, '180 days'],
  [365, '1 year'],
  [3 * 365, '3 years'],
])('%d days are written as %s', (days, said) => {
  expect(formatDaySpan(days)).toBe(said)
})
