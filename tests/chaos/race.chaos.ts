import { setTimeout } from 'node:timers/promises'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Database, openDatabase } from '#src/db/open-database.server.ts'
import { products } from '#src/features/catalog/products/products.table.server.ts'
import { readDispatchLoad } from '#src/features/orders/dispatch/dispatch-load.server.ts'
import { DEFAULT_SETTINGS } from '#src/features/settings/default-settings.ts'
import { changeSection } from '#src/features/settings/settings.server.ts'
import { insertProduct } from '#tests/factories/catalog.ts'
import { TEST_ADMIN } from '#tests/factories/custom-orders.ts'
import { createPaymentRequest } from '#tests/factories/payments/payment-request.ts'
import { expectInvariants } from '#tests/invariants.ts'
import { createCluster } from './cluster.ts'
import {
  type ChaosCustomer,
  decideAtBank,
  insertCustomers,
  requestVerification,
  startPayment,
  toListedProduct,
} from './customers.ts'

/** Two processes on one PostgreSQL, as behind a load balancer. */
const { shops, server, open, end } = await createCluster({ count: 2 })
let database: Database

beforeAll(async () => {
  await open()
  database = await openDatabase({ url: server?.url ?? '', patient: true })
})

afterAll(async () => {
  await database.close()
  await end()
})

/** Alternates between the processes. */
const shopFor = (nth: number) => shops[nth % 2]?.url ?? ''

/** Retries as often as the shop asks for it. */
async function startUntilServed(shop: string, customer: ChaosCustomer, payment: unknown): Promise<Response> {
  const answer = await startPayment(shop, customer, payment)
  if (answer.status !== 503) return answer
  await setTimeout(Number(answer.headers.get('retry-after')) * 1000)
  return startUntilServed(shop, customer, payment)
}

async function allAtOnce(people: ChaosCustomer[], paymentOf: (customer: ChaosCustomer, nth: number) => unknown) {
  const answers = await Promise.all(
    people.map(async (customer, nth) => {
      const answer = await startUntilServed(shopFor(nth), customer, paymentOf(customer, nth))
      return { status: answer.status, body: await answer.json() }
    }),
  )
  return {
    orders: answers.filter(({ status }) => status === 200).map(({ body }) => body),
    refusals: answers.filter(({ status }) => status === 409).map(({ body }) => body),
    others: answers.filter(({ status }) => status !== 200 && status !== 409),
  }
}

const deadlocks = async () =>
  (await database.pool.query('select deadlocks from pg_stat_database where datname = current_database()')).rows

const logs = () => shops.map((shop) => shop.output()).join('\n')

it('200 customers for the last 10 pieces: ten get one, 190 are told clearly that it is sold out', async () => {
  const product = await insertProduct(database.db, { stock: 10 })
  const people = await insertCustomers(database.db, 200)
  const before = await deadlocks()
  const { orders, refusals, others } = await allAtOnce(people, ({ email }) =>
    createPaymentRequest([{ product: toListedProduct(product), quantity: 1 }], email),
  )
  expect(others).toEqual([])
  expect(orders).toHaveLength(10)
  expect(refusals).toHaveLength(190)
  for (const refusal of refusals)
    expect(refusal).toEqual({
      code: 'out-of-stock',
      message: expect.stringContaining(product.name),
      items: [{ productId: product.id, available: 0 }],
    })
  expect(await deadlocks()).toEqual(before)
  expect(logs()).not.toMatch(/error|deadlock/i)

  await Promise.all(orders.map((order, nth) => decideAtBank(shopFor(nth), order, 'success')))
  const [sold] = await database.db.select().from(products).where(eq(products.id, product.id))
  expect(sold).toMatchObject({ stock: 0, reserved: 0 })
  await expectInvariants(database.db)
}, 120_000)

it('20 customers for the last 10 places of a day: ten leave on it, ten are offered the next, and expiry gives back', async () => {
  const { db } = database
  const value = { ...DEFAULT_SETTINGS.dispatch, parcelsPerDay: 10 }
  await changeSection(db, 'dispatch', { version: 0, value, by: TEST_ADMIN })
  const product = await insertProduct(db, { stock: 60 })
  const shown = await shownDelivery(0)
  const request = (shipOn: string, email: string) => ({
    ...createPaymentRequest([{ product: toListedProduct(product), quantity: 1 }], email),
    shipOn,
  })
  const people = await insertCustomers(db, 20)
  const before = await deadlocks()
  const { orders, refusals, others } = await allAtOnce(people, ({ email }) => request(shown.shipOn, email))
  expect(others).toEqual([])
  expect([orders.length, refusals.length]).toEqual([10, 10])
  const next = await shownDelivery(1)
  expect(next.shipOn > shown.shipOn).toBe(true)
  for (const { message, promise } of refusals) {
    expect(message).toContain('The delivery date has just changed.')
    expect(promise).toEqual({ shipOn: next.shipOn, from: next.from, to: next.to })
  }
  expect(await placesOf(shown.shipOn)).toBe(10)

  const again = await allAtOnce(await insertCustomers(db, 10), ({ email }) => request(next.shipOn, email))
  expect(again.orders).toHaveLength(10)
  expect(await placesOf(next.shipOn)).toBe(10)
  expect(await deadlocks()).toEqual(before)

  await database.pool.query('update orders set ship_day_held_until = now() where ship_on = $1', [shown.shipOn])
  expect((await shownDelivery(1)).shipOn).toBe(shown.shipOn)
  await changeSection(db, 'dispatch', { version: 1, value: DEFAULT_SETTINGS.dispatch, by: TEST_ADMIN })
  await expectInvariants(db)
}, 120_000)

async function shownDelivery(nth: number): Promise<{ shipOn: string; from: string; to: string }> {
  const response = await fetch(`${shopFor(nth)}/api/delivery?pincode=500001`)
  return response.json()
}

async function placesOf(day: string): Promise<number | undefined> {
  return (await readDispatchLoad(database.db, new Date())).parcels.get(day)
}

it('150 carts of several products in any order: no deadlock, and nothing is sold twice', async () => {
  const storage = [await insertProduct(database.db, { stock: 20 }), await insertProduct(database.db, { stock: 20 })]
  storage.push(await insertProduct(database.db, { stock: 20 }), await insertProduct(database.db, { stock: 20 }))
  const people = await insertCustomers(database.db, 150)
  const before = await deadlocks()
  const { orders, others } = await allAtOnce(people, ({ email }, nth) => {
    // Three of four products; each customer starts at another one, every second one backwards.
    const turned = [...storage.slice(nth % 4), ...storage.slice(0, nth % 4)].slice(0, 3)
    const lines = nth % 2 === 0 ? turned : turned.reverse()
    return createPaymentRequest(
      lines.map((product) => ({ product: toListedProduct(product), quantity: 1 })),
      email,
    )
  })
  expect(others).toEqual([])
  expect(await deadlocks()).toEqual(before)
  // 80 pieces in carts of three: at least one product sells out, and no cart is filled in part.
  const left = await database.db
    .select({ free: sql<number>`${products.stock} - ${products.reserved}` })
    .from(products)
    .where(sql`${products.id} in ${storage.map(({ id }) => id)}`)
  expect(left.reduce((sum, { free }) => sum + free, 0)).toBe(80 - 3 * orders.length)
  expect(left.filter(({ free }) => free === 0).length).toBeGreaterThanOrEqual(2)
  await expectInvariants(database.db)
}, 120_000)

it('the same order pressed twenty times at both processes is one order with one payment', async () => {
  const product = await insertProduct(database.db, { stock: 50 })
  const [customer] = await insertCustomers(database.db, 1)
  if (!customer) throw new Error('One shopper was made')
  const payment = createPaymentRequest([{ product: toListedProduct(product), quantity: 2 }], customer.email)
  const { orders, others, refusals } = await allAtOnce(Array(20).fill(customer), () => payment)
  expect([others, refusals]).toEqual([[], []])
  expect(new Set(orders.map(({ transactionId }) => transactionId)).size).toBe(1)
  expect(new Set(orders.map(({ clientTxnId }) => clientTxnId)).size).toBe(1)
  const [held] = await database.db.select().from(products).where(eq(products.id, product.id))
  expect(held).toMatchObject({ stock: 50, reserved: 2 })
  await expectInvariants(database.db)
}, 60_000)

it('a customer cannot take the order number of another one, at the same time or later', async () => {
  const product = await insertProduct(database.db, { stock: 50 })
  const people = await insertCustomers(database.db, 20)
  const payment = createPaymentRequest(
    [{ product: toListedProduct(product), quantity: 1 }],
    'somebody@golconda.example',
  )
  const { orders, refusals, others } = await allAtOnce(people, () => payment)
  expect(others).toEqual([])
  expect(orders).toHaveLength(1)
  expect(refusals).toHaveLength(19)
  await expectInvariants(database.db)
}, 60_000)

it('ten webhooks of one payment at both processes pay once', async () => {
  const product = await insertProduct(database.db, { stock: 5 })
  const [customer] = await insertCustomers(database.db, 1)
  if (!customer) throw new Error('One shopper was made')
  const payment = createPaymentRequest([{ product: toListedProduct(product), quantity: 1 }], customer.email)
  const started = await (await startPayment(shopFor(0), customer, payment)).json()
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, nth) => decideAtBank(shopFor(nth), started, nth === 3 ? 'failure' : 'success')),
  )
  expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200))
  const [sold] = await database.db.select().from(products).where(eq(products.id, product.id))
  expect(sold).toMatchObject({ stock: 4, reserved: 0 })
  await expectInvariants(database.db)
}, 60_000)

it('checkouts that wait for a locked product delay neither payments, nor pages, nor readiness', async () => {
  const [locked, free] = [
    await insertProduct(database.db, { stock: 100 }),
    await insertProduct(database.db, { stock: 100 }),
  ]
  const [payer, ...waiting] = await insertCustomers(database.db, 11)
  if (!payer) throw new Error('There are customers')
  const shop = shopFor(0)
  const payFor = (customer: ChaosCustomer, product: typeof locked) =>
    startPayment(
      shop,
      customer,
      createPaymentRequest([{ product: toListedProduct(product), quantity: 1 }], customer.email),
    )
  const started = await (await payFor(payer, free)).json()
  await decideAtBank(shop, started, 'success')

  const [lock, unlock] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const holding = database.db.transaction(async (tx) => {
    await tx.execute(sql`select 1 from ${products} where ${products.id} = ${locked.id} for update`)
    lock.resolve()
    await unlock.promise
  })
  await lock.promise
  const checkouts = waiting.map((customer) => payFor(customer, locked))
  await setTimeout(300)
  const since = performance.now()
  const answers = await Promise.all([
    requestVerification(shop, payer, started),
    fetch(`${shop}/api/orders`, { headers: { cookie: payer.cookie } }),
    fetch(`${shop}/readyz`),
  ])
  const ms = performance.now() - since
  unlock.resolve()
  await holding
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(ms).toBeLessThan(1500)
  for (const { status } of await Promise.all(checkouts)) expect([200, 503]).toContain(status)
})
