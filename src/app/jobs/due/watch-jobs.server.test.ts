import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { addMinutes, shopDay, startOfShopDay } from '#src/core/dates.ts'
import { paise } from '#src/core/money.ts'
import { type Db, onlyRow } from '#src/db/database.server.ts'
import { watchPrice } from '#src/features/cart/saved-items/price-watch.server.ts'
import { addSavedItems } from '#src/features/cart/saved-items/saved-items.server.ts'
import { products } from '#src/features/catalog/products/products.table.server.ts'
import { adjustStock } from '#src/features/catalog/stock/stock-adjustments.server.ts'
import { joinWaitlist } from '#src/features/catalog/waitlist/join-waitlist.server.ts'
import { queueMessage } from '#src/features/notifications/outbox/outbox.server.ts'
import { outboxMessages } from '#src/features/notifications/outbox/outbox.table.server.ts'
import { orders } from '#src/features/orders/orders.table.server.ts'
import { processPaymentEvent } from '#src/features/payments/process-payment-event.server.ts'
import { recordAnswer } from '#src/server/http/circuit-breaker.server.ts'
import { inTestTransaction } from '#src/testing/test-database.ts'
import { createAdmin } from '#tests/factories/admins.ts'
import { insertProduct } from '#tests/factories/catalog.ts'
import { insertCustomOrder } from '#tests/factories/custom-orders.ts'
import { createMail } from '#tests/factories/mail.ts'
import { createOrder } from '#tests/factories/orders.ts'
import { createCustomer, createTestPayments } from '#tests/factories/payments/payments.ts'
import { findNextDue } from './next-due.server.ts'
import { createWatchJobs } from './watch-jobs.server.ts'

const NOON = addMinutes(startOfShopDay(new Date()), 12 * 60)

async function createShop(db: Db) {
  const context = createTestPayments(db, NOON)
  const admin = await createAdmin(db)
  const product = await insertProduct(db, { stock: 9, minStock: 2, updatedAt: addMinutes(NOON, -60) })
  const jobs = createWatchJobs(context, admin.email)
  const isDue = async (name: string) => (await findNextDue(db, jobs, context.now()))[name] === 0
  const run = async (name: string) => {
    const before = await db.$count(outboxMessages)
    await onlyRow(jobs.filter((job) => job.name === name)).work()
    return (await db.$count(outboxMessages)) - before
  }
  const changeProduct = (change: Partial<typeof products.$inferInsert>) =>
    db
      .update(products)
      .set({ updatedAt: addMinutes(NOON, -60), ...change })
      .where(eq(products.id, product.id))
  const mail = (to: string) =>
    queueMessage(db, { channel: 'email', to, ...createMail('A box', 'Dark'), idempotencyKey: `test:${to}` })
  return { context, admin, product, isDue, run, changeProduct, mail }
}

type Shop = Awaited<ReturnType<typeof createShop>>
const inShop = (body: (shop: Shop, db: Db) => Promise<void>) =>
  inTestTransaction(async (db) => body(await createShop(db), db))

it('a level of stock is looked at when it crosses the minimum', () =>
  inShop(async ({ isDue, run, changeProduct }) => {
    await run('low-stock')
    for (const [stock, mails] of [
      [2, 1],
      [9, 0],
    ] as const) {
      expect(await isDue('low-stock')).toBe(false)
      await changeProduct({ stock })
      expect(await isDue('low-stock')).toBe(true)
      expect(await run('low-stock')).toBe(mails)
    }
    expect(await isDue('low-stock')).toBe(false)
  }))

it('a waitlist is looked at when pieces come in, and when they are sold', () =>
  inShop(async ({ product: { id: productId }, admin: by, isDue, run, changeProduct }, db) => {
    await changeProduct({ stock: 0 })
    for (const email of ['asha@shopper.example', 'ravi@shopper.example'])
      await joinWaitlist(db, { productId, email, isConfirmed: false })
    expect(await isDue('waitlists')).toBe(false)
    await adjustStock(db, { productId, reason: 'made', quantity: 1, by })
    expect(await isDue('waitlists')).toBe(true)
    expect(await run('waitlists')).toBe(1)
    expect(await isDue('waitlists')).toBe(false)
    await changeProduct({ stock: 0 })
    expect(await isDue('waitlists')).toBe(true)
    await run('waitlists')
    expect(await isDue('waitlists')).toBe(false)
  }))

it('a watched price is looked at when it fell, and when it has been higher for a week', () =>
  inShop(async ({ product, isDue, run, changeProduct }, db) => {
    const customer = await createCustomer(db)
    await addSavedItems(db, { userId: customer.id, items: [{ productId: product.id, kind: 'wish', quantity: 1 }] })
    await watchPrice(db, { userId: customer.id, productId: product.id })
    expect(await isDue('price-drops')).toBe(false)
    await changeProduct({ pricePaise: 10_00 })
    expect(await isDue('price-drops')).toBe(true)
    expect(await run('price-drops')).toBe(1)
    expect(await isDue('price-drops')).toBe(false)
    await changeProduct({ pricePaise: 90_00, updatedAt: addMinutes(NOON, -8 * 24 * 60) })
    expect(await isDue('price-drops')).toBe(true)
    await run('price-drops')
    expect(await isDue('price-drops')).toBe(false)
  }))

it('a parcel is looked at from its day of dispatch on, and once more when it is packed', () =>
  inShop(async ({ context, product, isDue, run }, db) => {
    await createOrder(context, { customer: await createCustomer(db), product })
    const setDay = (shipOn: string, packedAt: Date | null = null) =>
      db.update(orders).set({ shipOn, deliverFrom: shipOn, deliverTo: shipOn, packedAt })
    await setDay(shopDay(addMinutes(NOON, 24 * 60)))
    expect(await isDue('late-orders')).toBe(false)
    const yesterday = shopDay(addMinutes(NOON, -24 * 60))
    await setDay(yesterday)
    expect(await isDue('late-orders')).toBe(true)
    expect(await run('late-orders')).toBe(1)
    await setDay(yesterday, NOON)
    expect(await isDue('late-orders')).toBe(true)
    await run('late-orders')
    expect(await isDue('late-orders')).toBe(false)
  }))

it('messages are looked at when one has failed that an admin can mend', () =>
  inShop(async ({ admin, mail, isDue, run }, db) => {
    await mail('nobody@shopper.example')
    await db.update(outboxMessages).set({ failedAt: NOON, unreportedFailure: 'address' })
    expect(await isDue('failure-alerts')).toBe(false)
    await mail(admin.email)
    await db.update(outboxMessages).set({ failedAt: NOON, unreportedFailure: 'address' })
    expect(await isDue('failure-alerts')).toBe(true)
    expect(await run('failure-alerts')).toBe(1)
    expect(await isDue('failure-alerts')).toBe(false)
    await db.update(outboxMessages).set({ failedAt: NOON, unreportedFailure: 'other' })
    expect(await isDue('failure-alerts')).toBe(true)
  }))

it.each([
  ['the mail server refuses them', { attempts: 2 }],
  ['no mail server takes them', { unavailableSince: addMinutes(NOON, -9) }],
])('mails are looked at while they wait because %s, and once more when they have left', (_why, waiting) =>
  inShop(async ({ mail, isDue, run }, db) => {
    await mail('asha@shopper.example')
    await db.update(outboxMessages).set({ ...waiting, createdAt: addMinutes(NOON, -10) })
    expect(await isDue('failure-alerts')).toBe(true)
    await run('failure-alerts')
    await db.update(outboxMessages).set({ sentAt: NOON })
    expect(await isDue('failure-alerts')).toBe(true)
    await run('failure-alerts')
    expect(await isDue('failure-alerts')).toBe(false)
  }),
)

it('the gateway is looked at while it is silent, and once more when it has answered', () =>
  inShop(async ({ context, isDue, run }) => {
    for (let call = 0; call < 3; call++) recordAnswer(context.gateway, false, addMinutes(NOON, -10))
    expect(await isDue('failure-alerts')).toBe(true)
    expect(await run('failure-alerts')).toBe(1)
    recordAnswer(context.gateway, true, NOON)
    expect(await isDue('failure-alerts')).toBe(true)
    await run('failure-alerts')
    expect(await isDue('failure-alerts')).toBe(false)
  }))

it('money of an unknown payment is looked at after two minutes', () =>
  inShop(async ({ context, isDue, run }) => {
    const paid = { kind: 'success', amount: paise(500_00), currency: 'INR', upiTxnId: '632500000001' } as const
    const unknown = { provider: 'sandbox', source: 'webhook', clientTxnId: 'KCunknown', raw: '{}' } as const
    await processPaymentEvent(context, { ...unknown, eventId: 'e1', status: { ...paid, paidAt: NOON } })
    // The database's clock receives it.
    const minutes = (Date.now() - NOON.getTime()) / 60_000
    context.advanceMinutes(minutes + 1)
    expect(await isDue('unmatched-alerts')).toBe(false)
    context.advanceMinutes(1.5)
    expect(await isDue('unmatched-alerts')).toBe(true)
    expect(await run('unmatched-alerts')).toBe(1)
    expect(await isDue('unmatched-alerts')).toBe(false)
  }))

it('a request is looked at ten minutes before its quotation is due', () =>
  inShop(async ({ context, isDue, run }, db) => {
    const { dueAt } = await insertCustomOrder(db, { receivedAt: NOON })
    const left = (dueAt.getTime() - NOON.getTime()) / 60_000
    context.advanceMinutes(left - 11)
    expect(await isDue('quote-sla')).toBe(false)
    context.advanceMinutes(1)
    expect(await isDue('quote-sla')).toBe(true)
    expect(await run('quote-sla')).toBe(1)
  }))
