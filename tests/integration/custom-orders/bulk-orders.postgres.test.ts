import { eq, ne } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { products } from '#src/features/catalog/products/products.table.server.ts'
import { bulkLines } from '#src/features/custom-orders/bulk/bulk-lines.table.server.ts'
import { splitBulkRequest } from '#src/features/custom-orders/bulk/split-request.server.ts'
import { customOrders } from '#src/features/custom-orders/custom-orders.table.server.ts'
import { acceptQuote } from '#src/features/custom-orders/quotes/accept-quote.server.ts'
import { orders } from '#src/features/orders/orders.table.server.ts'
import { payments, refunds } from '#src/features/payments/payments.table.server.ts'
import { testDatabase } from '#src/testing/test-database.ts'
import {
  createBulkQuote,
  createCompanyAcceptance,
  insertBulkRequest,
  quoteBulkRequest,
} from '#tests/factories/bulk-requests.ts'
import { insertProduct } from '#tests/factories/catalog.ts'
import { TEST_ADMIN } from '#tests/factories/custom-orders.ts'
import { simulatePayment } from '#tests/factories/orders.ts'
import { createCustomer, createTestPayments } from '#tests/factories/payments/payments.ts'
import { expectInvariants } from '#tests/invariants.ts'

const outcome = (error: unknown) => error

it('makes one order, one payment and one reservation when a bulk quotation is accepted eight times at once', async () => {
  const { db } = await testDatabase()
  const [context, customer] = [createTestPayments(db), await createCustomer(db)]
  const product = await insertProduct(db, { stock: 1000 })
  const { token } = await createBulkQuote(context, [{ product, quantity: 120, unitPrice: 400 }])
  const link = { token, userId: customer.id }
  const accept = () => acceptQuote(context, link, createCompanyAcceptance(48_000))
  const started = await Promise.all(Array.from({ length: 8 }, accept))
  expect(new Set(started.map(({ transactionId }) => transactionId)).size).toBe(1)
  expect(await db.$count(orders)).toBe(1)
  expect(await db.$count(payments)).toBe(1)
  expect(await db.select({ reserved: products.reserved }).from(products)).toEqual([{ reserved: 120 }])
  await expectInvariants(db)
})

it('reserves the stock for as many quotations as it suffices, when six are accepted at once', async () => {
  const { db } = await testDatabase()
  const context = createTestPayments(db)
  const product = await insertProduct(db, { stock: 300 })
  const other = await insertProduct(db, { stock: 1000 })
  const quotes: { token: string; userId: string }[] = []
  for (let nth = 0; nth < 6; nth += 1) {
    const lines = [
      { product: nth % 2 ? product : other, quantity: 100, unitPrice: 400 },
      { product: nth % 2 ? other : product, quantity: 100, unitPrice: 300 },
    ]
    const wish = { customerEmail: `asha${nth}@shopper.example` }
    const { token } = await createBulkQuote(context, lines, wish)
    quotes.push({ token, userId: (await createCustomer(db)).id })
  }
  const accepted = await Promise.all(
    quotes.map((link) => acceptQuote(context, link, createCompanyAcceptance(70_000)).catch(outcome)),
  )
  expect(accepted.filter((one) => one instanceof Error)).toMatchObject(
    Array.from({ length: 3 }, () => ({
      code: 'conflict',
      details: { items: [{ productId: product.id, available: 0 }] },
    })),
  )
  expect(await db.$count(orders)).toBe(3)
  expect(await db.select({ reserved: products.reserved }).from(products)).toEqual([
    { reserved: 300 },
    { reserved: 300 },
  ])
  await expectInvariants(db)
})

it('never changes the prices under a payment, whichever of requoting and paying is first', async () => {
  const { db } = await testDatabase()
  const context = createTestPayments(db)
  const product = await insertProduct(db, { stock: 5000 })
  for (let round = 0; round < 8; round += 1) {
    const customer = await createCustomer(db)
    const wish = { customerEmail: customer.email }
    const { id, token } = await createBulkQuote(context, [{ product, quantity: 120, unitPrice: 400 }], wish)
    const link = { token, userId: customer.id }
    const { clientTxnId } = await acceptQuote(context, link, createCompanyAcceptance(48_000))
    const requote = () => quoteBulkRequest(context, id, [{ product, quantity: 120, unitPrice: 350 }]).catch(outcome)
    const racers = [() => simulatePayment(context, clientTxnId), requote]
    await Promise.all((round % 2 ? racers : racers.reverse()).map((race) => race()))
    await expectInvariants(db)
  }
  const confirmed = await db.$count(customOrders, eq(customOrders.status, 'confirmed'))
  expect(confirmed + (await db.$count(refunds))).toBe(8)
  expect(await db.$count(orders, ne(orders.status, 'cancelled'))).toBeGreaterThan(0)
})

it('loses no piece when two admins split a request again and again', async () => {
  const { db } = await testDatabase()
  const product = await insertProduct(db)
  const { id } = await insertBulkRequest(db, [{ product, quantity: 120 }])
  const lines = [{ productId: product.id, quantity: 50 }]
  const splits = await Promise.all(
    Array.from({ length: 4 }, () => splitBulkRequest(db, { id, lines, by: TEST_ADMIN }).catch(outcome)),
  )
  expect(splits.filter((split) => split instanceof Error)).toHaveLength(2)
  const requests = await db
    .select({ quantity: customOrders.quantity })
    .from(customOrders)
    .orderBy(customOrders.quantity)
  expect(requests.map(({ quantity }) => quantity)).toEqual([20, 50, 50])
  expect(await db.$count(bulkLines)).toBe(3)
})
