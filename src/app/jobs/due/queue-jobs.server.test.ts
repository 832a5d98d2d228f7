import { eq, sql } from 'drizzle-orm'
import { expect, it, vi } from 'vitest'
import { type Db, onlyRow } from '#src/db/database.server.ts'
import type { Database } from '#src/db/open-database.server.ts'
import { queueMessage } from '#src/features/notifications/outbox/outbox.server.ts'
import { outboxMessages } from '#src/features/notifications/outbox/outbox.table.server.ts'
import { setOrderStatus } from '#src/features/orders/change-order-status.server.ts'
import { cancelCustomerOrder } from '#src/features/orders/customer/customer-orders.server.ts'
import { orders } from '#src/features/orders/orders.table.server.ts'
import { razorpayQrCodes } from '#src/features/payments/gateways/razorpay/razorpay.table.server.ts'
import type { PaymentContext } from '#src/features/payments/initiate-payment.server.ts'
import { eventLookups, payments, refunds } from '#src/features/payments/payments.table.server.ts'
import { readVersionedSection } from '#src/features/settings/read-settings.server.ts'
import { changeSection } from '#src/features/settings/settings.server.ts'
import { inTestTransaction } from '#src/testing/test-database.ts'
import { createAdmin } from '#tests/factories/admins.ts'
import { createMail } from '#tests/factories/mail.ts'
import { ORDER_EVENTS } from '#tests/factories/payments/payments.ts'
import { createRazorpayShop } from '#tests/factories/payments/razorpay.ts'
import { type DueJob, findNextDue } from './next-due.server.ts'
import { createQueueJobs } from './queue-jobs.server.ts'
import { createWatchJobs } from './watch-jobs.server.ts'

const MINUTE = 60_000

async function createShop(db: Db) {
  const shop = await createRazorpayShop(db)
  const admin = await createAdmin(db)
  const sent: string[] = []
  let answer: Error | undefined
  // The jobs use only the queries of a database.
  const database = { db, kind: 'postgres' } as Database
  const jobsOf = (context: PaymentContext) =>
    createQueueJobs(database, {
      context,
      signal: new AbortController().signal,
      deliver: async ({ text }) => {
        if (answer) throw answer
        sent.push(text)
        return undefined
      },
    })
  const jobs = jobsOf(shop.context)
  const untilDue = async (name: string) => (await findNextDue(db, jobs, shop.context.now()))[name]
  const run = (name: string) => jobCalled(name, jobs).work()
  const order = async () => onlyRow(await db.select().from(orders).where(eq(orders.reference, shop.checkout.orderId)))
  const payment = async () => onlyRow(await db.select().from(payments))
  const pay = () => shop.deliver(shop.razorpay.webhook('payment.captured', { payment: shop.razorpay.payment() }))
  const limitRefunds = async (automaticUpTo: number, automaticPerDay: number) => {
    const { version } = await readVersionedSection(db, 'refunds')
    await changeSection(db, 'refunds', { version, value: { automaticUpTo, automaticPerDay }, by: admin })
  }
  return {
    ...shop,
    untilDue,
    run,
    payment,
    sent,
    jobsOf,
    limitRefunds,
    fail: (error?: Error) => {
      answer = error
    },
    passMs: (ms: number) => shop.context.advanceMinutes(ms / MINUTE),
    queue: (notBefore?: Date) =>
      queueMessage(db, {
        channel: 'email',
        to: 'asha@example.com',
        ...createMail('A box', 'Dark'),
        idempotencyKey: `test:${notBefore}`,
        notBefore,
      }),
    cancel: async () =>
      cancelCustomerOrder(db, { orderId: (await order()).id, userId: shop.customer.id }, ORDER_EVENTS),
    /** A paid order that is cancelled, so that its money is owed. */
    owe: async () => {
      await shop.start()
      await pay()
      const { id } = await order()
      await setOrderStatus(db, { orderId: id, status: 'cancelled', by: admin, reason: 'No cocoa' }, ORDER_EVENTS)
    },
  }
}

const jobCalled = (name: string, jobs: DueJob[]) => onlyRow(jobs.filter((job) => job.name === name))

type Shop = Awaited<ReturnType<typeof createShop>>
const inShop = (body: (shop: Shop, db: Db) => Promise<void>) =>
  inTestTransaction(async (db) => body(await createShop(db), db))

it('a shop without rows has no work', () =>
  inShop(async ({ untilDue }) => {
    for (const name of ['outbox', 'gateway-polls', 'payment-expiry', 'event-lookups', 'qr-code-closing', 'refunds'])
      expect([name, await untilDue(name)]).toEqual([name, null])
  }))

it('a message is due at once, or at its time', () =>
  inShop(async ({ context, queue, passMs, untilDue, run, sent }) => {
    await queue(new Date(context.now().getTime() + 12_000))
    expect(await untilDue('outbox')).toBe(12_000)
    passMs(12_000)
    expect(await untilDue('outbox')).toBe(0)
    await run('outbox')
    expect(sent).toHaveLength(1)
    expect(await untilDue('outbox')).toBeNull()
    await queue()
    passMs(1000)
    expect(await untilDue('outbox')).toBeLessThanOrEqual(0)
  }))

it('a message that failed is due at its next attempt, and one of a dead process when its claim ends', () =>
  inShop(async ({ queue, passMs, untilDue, run, fail, context }, db) => {
    await queue()
    passMs(1000)
    fail(new Error('The mail server is busy'))
    await run('outbox')
    expect(await untilDue('outbox')).toBe(MINUTE)
    passMs(MINUTE)
    await db.update(outboxMessages).set({ lockedUntil: sql`clock_timestamp() + interval '40 seconds'` })
    const left = await untilDue('outbox')
    expect(left).toBeGreaterThan(30_000)
    expect(left).toBeLessThanOrEqual(40_000)
    await queue(new Date(context.now().getTime() + 20_000))
    expect(await untilDue('outbox')).toBe(20_000)
  }))

it('a payment is polled after 90 seconds and ends with its window', () =>
  inShop(async ({ start, context, payment, passMs, untilDue, run }) => {
    await start()
    const { expiresAt, nextPollAt } = await payment()
    const until = (time: Date | null) => Math.ceil((time?.getTime() ?? 0) - context.now().getTime())
    expect(await untilDue('gateway-polls')).toBe(until(nextPollAt))
    expect(await untilDue('payment-expiry')).toBe(until(expiresAt))
    passMs(until(nextPollAt))
    await run('gateway-polls')
    expect((await payment()).pollCount).toBe(1)
    expect(await untilDue('gateway-polls')).toBeGreaterThan(MINUTE)
    passMs(until(expiresAt))
    expect(await untilDue('payment-expiry')).toBeLessThanOrEqual(0)
    await run('payment-expiry')
    expect((await payment()).status).toBe('expired')
    expect(await untilDue('payment-expiry')).toBeNull()
  }))

it('an event that names no payment is looked up at once, and again after a minute without an answer', () =>
  inShop(async ({ start, razorpay, context, deliver, jobsOf, untilDue, run, payment }, db) => {
    await start()
    await deliver(razorpay.webhook('payment.captured', { payment: razorpay.payment({ notes: [] }) }))
    expect(await untilDue('event-lookups')).toBeLessThanOrEqual(0)
    vi.spyOn(console, 'warn').mockImplementation(() => {})
    razorpay.meets({ as: 'silence' })
    await jobCalled('event-lookups', jobsOf({ ...context, gatewayTimeoutMs: 50 })).work()
    expect(await untilDue('event-lookups')).toBe(MINUTE)
    await db.update(eventLookups).set({ nextAttemptAt: new Date(0) })
    expect(await untilDue('event-lookups')).toBeLessThan(0)
    await run('event-lookups')
    expect((await payment()).status).toBe('success')
    expect(await untilDue('event-lookups')).toBeNull()
  }))

it('the QR code of a cancelled payment is closed at once, and again after 20 seconds without an answer', () =>
  inShop(async ({ start, cancel, context, untilDue, run }, db) => {
    await start()
    expect(await untilDue('qr-code-closing')).toBeNull()
    await cancel()
    expect(await untilDue('qr-code-closing')).toBeLessThanOrEqual(0)
    await db.update(razorpayQrCodes).set({ nextCloseAt: new Date(context.now().getTime() + 20_000) })
    expect(await untilDue('qr-code-closing')).toBe(20_000)
    await db.update(razorpayQrCodes).set({ nextCloseAt: context.now() })
    await run('qr-code-closing')
    expect(await untilDue('qr-code-closing')).toBeNull()
  }))

it('an owed refund is started and sent at once, and asked about again later', () =>
  inShop(async ({ owe, untilDue, run, passMs }, db) => {
    await owe()
    expect(await untilDue('refunds')).toBe(0)
    await run('refunds')
    expect(onlyRow(await db.select().from(refunds)).state).toBe('pending')
    const later = (await untilDue('refunds')) ?? 0
    expect(later).toBeGreaterThan(MINUTE)
    passMs(later)
    expect(await untilDue('refunds')).toBe(0)
    await run('refunds')
    expect(await untilDue('refunds')).toBeGreaterThan(MINUTE)
  }))

it.each([
  ['is above the limit', [1, 25_000]],
  ['does not fit into the day', [5000, 1]],
])('an owed refund that %s waits for an admin, until the limit is raised', (_, [each = 0, perDay = 0]) =>
  inShop(async ({ owe, limitRefunds, untilDue }) => {
    await owe()
    await limitRefunds(each, perDay)
    expect(await untilDue('refunds')).toBeNull()
    await limitRefunds(5000, 25_000)
    expect(await untilDue('refunds')).toBe(0)
  }),
)

it('a refund that no gateway can send is handed to an admin at once', () =>
  inShop(async ({ owe, context, jobsOf, run }, db) => {
    await owe()
    await run('refunds')
    const changed = { ...context, gateway: { ...context.gateway, name: 'another gateway' } }
    expect((await findNextDue(db, jobsOf(changed), context.now())).refunds).toBe(0)
  }))

it('the questions for due work are planned once per connection', () =>
  inShop(async ({ context, jobsOf, queue, passMs, run }, db) => {
    const askAll = async () => {
      await findNextDue(db, jobsOf(context), context.now())
      await findNextDue(db, createWatchJobs(context, 'admin@shopper.example'), context.now())
      const { rows } = await db.execute(sql`select from pg_prepared_statements where name like 'next_due_%'`)
      return rows.length
    }
    const planned = await askAll()
    await queue()
    await run('outbox')
    passMs(61 * MINUTE)
    expect(await askAll()).toBe(planned)
    expect(planned).toBeGreaterThanOrEqual(2)
  }))
