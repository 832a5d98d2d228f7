import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { addMinutes } from '#src/core/dates.ts'
import { type Db, onlyRow } from '#src/db/database.server.ts'
import { adminApi } from '#src/features/admin/admin.api.server.ts'
import type { TodoSummary } from '#src/features/admin/admin.contract.ts'
import { readAlertSettings, saveAlertSettings } from '#src/features/auth/alerts/alert-settings.server.ts'
import { sessions } from '#src/features/auth/auth.table.server.ts'
import { products } from '#src/features/catalog/products/products.table.server.ts'
import { stories } from '#src/features/community/stories/stories.table.server.ts'
import { contactTickets } from '#src/features/contact/contact.table.server.ts'
import { customOrders } from '#src/features/custom-orders/custom-orders.table.server.ts'
import { outboxMessages } from '#src/features/notifications/outbox/outbox.table.server.ts'
import { orders } from '#src/features/orders/orders.table.server.ts'
import { paymentEvents, payments, refunds, unmatchedResolutions } from '#src/features/payments/payments.table.server.ts'
import { inTestTransaction, startingWith, testDatabase } from '#src/testing/test-database.ts'
import { createAdminClient } from '#tests/factories/admin-client.ts'
import { createAdmin } from '#tests/factories/admins.ts'
import { insertFacts, insertProduct } from '#tests/factories/catalog.ts'
import { insertCustomOrder } from '#tests/factories/custom-orders.ts'
import { MILK_BAR_FACTS } from '#tests/factories/food-facts.ts'
import { createOrder } from '#tests/factories/orders.ts'
import { createCustomer, createTestPayments } from '#tests/factories/payments/payments.ts'

const open = () => new AbortController()
const nothing = { count: 0, oldestAt: null, oldestDueAt: null }

async function createAdminShop(db: Db, closing = open()) {
  const client = await createAdminClient(db, adminApi({ db, closing: closing.signal }))
  const today = async () => (await client.call('GET /api/admin/today')).answer as TodoSummary
  return { ...client, today }
}

const inShop = startingWith((db) => createAdminShop(db))

it('nothing waits in an empty shop', () =>
  inTestTransaction(async (db) => {
    const { quotes, money, pack, make, problems, moderate, stock, incomplete, outbox, newestOrder } = await (
      await createAdminShop(db)
    ).today()
    for (const queue of [quotes, money, pack, make, problems, moderate, stock, incomplete, outbox])
      expect(queue).toEqual(nothing)
    expect(newestOrder).toBeNull()
  }))

it('a paid order is to be packed until it is', () =>
  inShop(async ({ today }, db) => {
    const context = createTestPayments(db)
    const [customer, product] = [await createCustomer(db), await insertProduct(db)]
    await createOrder(context, { customer, product, paid: false })
    expect((await today()).pack).toEqual(nothing)
    const order = await createOrder(context, { customer, product })
    const { pack, newestOrder } = await today()
    expect(pack).toEqual({ count: 1, oldestAt: order.paidAt?.toISOString(), oldestDueAt: null })
    expect(newestOrder).toEqual({ orderId: order.reference, total: 600, paidAt: order.paidAt?.toISOString() })
    await db.update(orders).set({ packedAt: new Date() }).where(eq(orders.id, order.id))
    expect(await today()).toMatchObject({ pack: nothing, newestOrder: null })
  }))

it('a quote waits with its promise, and an accepted one is to be made', () =>
  inShop(async ({ today }, db) => {
    const request = await insertCustomOrder(db)
    expect(await today()).toMatchObject({
      quotes: { count: 1, oldestAt: request.createdAt.toISOString(), oldestDueAt: request.dueAt.toISOString() },
      make: nothing,
    })
    await db.update(customOrders).set({ status: 'confirmed' })
    expect(await today()).toMatchObject({ quotes: nothing, make: { count: 1, oldestAt: expect.any(String) } })
  }))

it('lists failed refunds and unmatched payments once each', () =>
  inShop(async ({ today }, db) => {
    const context = createTestPayments(db)
    await createOrder(context, { customer: await createCustomer(db), product: await insertProduct(db) })
    const payment = onlyRow(await db.select().from(payments))
    const unmatched = { provider: 'sandbox', upiTxnId: 'RRN1', amountPaise: 100 }
    const event = { source: 'webhook', raw: '{}', receivedAt: new Date() } as const
    const refund = onlyRow(
      await db
        .insert(refunds)
        .values({ ...unmatched, paymentId: payment.id, orderId: payment.orderId, reason: 'duplicate-payment' })
        .returning(),
    )
    await db.insert(paymentEvents).values([
      { ...event, ...unmatched, paymentId: payment.id, eventId: 'e1', result: 'review' },
      { ...event, ...unmatched, upiTxnId: 'RRN2', eventId: 'e2', result: 'unknown_payment' },
      { ...event, provider: 'sandbox', eventId: 'e3', result: 'unknown_payment' },
    ])
    expect((await today()).money).toMatchObject({ count: 2, oldestAt: expect.any(String) })
    const decidedBy = { bankReference: 'N1', decidedBy: 'maker@golconda.example', decidedAt: new Date() }
    await db.insert(unmatchedResolutions).values({ ...decidedBy, refundId: refund.id })
    await db.update(refunds).set({ state: 'processed' }).where(eq(refunds.id, refund.id))
    expect((await today()).money.count).toBe(1)
  }))

it('what was written, told and tried waits until somebody has looked', () =>
  inShop(async ({ today }, db) => {
    const now = new Date()
    const ticket = { name: 'Asha', email: 'asha@example.com', subject: 'Hello', message: 'Are you open?' }
    await db.insert(contactTickets).values([
      { ...ticket, createdAt: now, replyDueAt: addMinutes(now, 60) },
      { ...ticket, createdAt: now, replyDueAt: addMinutes(now, 30) },
      { ...ticket, createdAt: now, replyDueAt: addMinutes(now, 10), status: 'closed' },
    ])
    await db.insert(stories).values({ title: 'First bar', content: 'Dark and slow.', authorName: 'Asha' })
    const message = { channel: 'email', to: 'asha@example.com', subject: 'Hello', text: 'Hello' } as const
    await db.insert(outboxMessages).values([
      { ...message, idempotencyKey: 'given up', failedAt: now },
      { ...message, idempotencyKey: 'sent', sentAt: now },
    ])
    expect(await today()).toMatchObject({
      problems: { count: 2, oldestAt: now.toISOString(), oldestDueAt: addMinutes(now, 30).toISOString() },
      moderate: { count: 1, oldestAt: expect.any(String) },
      outbox: { count: 1 },
    })
  }))

it('what can be sold and runs low counts, also when others hold it, and not when it is no longer sold', () =>
  inShop(async ({ today }, db) => {
    await insertProduct(db, { stock: 6, minStock: 5 })
    await insertProduct(db, { stock: 5, minStock: 5 })
    const old = await insertProduct(db, { stock: 0, minStock: 5 })
    await db.update(products).set({ archivedAt: new Date() }).where(eq(products.id, old.id))
    expect((await today()).stock).toEqual({ ...nothing, count: 1 })
  }))

it('products on sale that lack facts of their label count until they have them', () =>
  inShop(async ({ today }, db) => {
    const bar = await insertProduct(db)
    await insertProduct(db, { archivedAt: new Date() })
    expect((await today()).incomplete).toEqual({ ...nothing, count: 1 })
    await insertFacts(db, bar.id, MILK_BAR_FACTS)
    expect((await today()).incomplete).toEqual(nothing)
  }))

it('names the urgent alerts that every admin has switched off', () =>
  inShop(async ({ today, admin }, db) => {
    expect((await today()).unreachedAlerts).toEqual([])
    const settings = await readAlertSettings(db, admin.id)
    const off = { email: false, push: false }
    await saveAlertSettings(db, admin.id, {
      ...settings,
      channels: { ...settings.channels, failures: off, 'money-waits': { email: false, push: true }, inbox: off },
    })
    expect((await today()).unreachedAlerts).toEqual(['money-waits', 'failures'])
    await createAdmin(db)
    expect((await today()).unreachedAlerts).toEqual([])
  }))

it('polling the summary does not extend the session', () =>
  inShop(async ({ today, call }, db) => {
    const before = addMinutes(new Date(), -20)
    await db.update(sessions).set({ lastSeenAt: before })
    await today()
    expect(onlyRow(await db.select().from(sessions)).lastSeenAt).toEqual(before)
    await db.update(sessions).set({ lastSeenAt: addMinutes(new Date(), -31) })
    expect((await call('GET /api/admin/today')).status).toBe(401)
  }))

function eventsOf(answer: Response) {
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader()
  if (!reader) throw new Error('No stream')
  let buffer = ''
  const next = async (): Promise<TodoSummary | undefined> => {
    const [event, rest] = buffer.split(/\n\n(.*)/s)
    if (rest !== undefined) {
      buffer = rest
      const [name, data] = (event ?? '').split('\n')
      return name === 'event: today' ? JSON.parse(data?.slice('data: '.length) ?? '') : next()
    }
    const { done, value } = await reader.read()
    if (done) return undefined
    buffer += value
    return next()
  }
  return { next, leave: () => reader.cancel() }
}

it('a stream sends the summary and later changes', async () => {
  const { db } = await testDatabase()
  const { ask } = await createAdminShop(db)
  const answer = await ask('GET /api/admin/events')
  expect(answer.headers.get('content-type')).toMatch(/^text\/event-stream/)
  expect(answer.headers.get('cache-control')).toBe('private, no-store')
  const { next, leave } = eventsOf(answer)
  expect((await next())?.pack.count).toBe(0)
  await createOrder(createTestPayments(db), { customer: await createCustomer(db), product: await insertProduct(db) })
  let summary = await next()
  while (summary && summary.pack.count === 0) summary = await next()
  expect(summary?.pack.count).toBe(1)
  await leave()
})

it('a stream ends with the session', async () => {
  const { db } = await testDatabase()
  const { ask } = await createAdminShop(db)
  const { next } = eventsOf(await ask('GET /api/admin/events'))
  expect((await next())?.pack.count).toBe(0)
  await db.delete(sessions)
  await db.insert(stories).values({ title: 'First bar', content: 'Dark and slow.', authorName: 'Asha' })
  expect(await next()).toBeUndefined()
})

it('an open stream does not delay a shutdown', async () => {
  const { db } = await testDatabase()
  const closing = open()
  const { ask } = await createAdminShop(db, closing)
  const { next } = eventsOf(await ask('GET /api/admin/events'))
  await next()
  closing.abort()
  expect(await next()).toBeUndefined()
})
