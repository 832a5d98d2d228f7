import { and, asc, eq, ne } from 'drizzle-orm'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { DomainError } from '#src/core/domain-error.ts'
import { paise, paiseFromRupees } from '#src/core/money.ts'
import { type Db, onlyRow } from '#src/db/database.server.ts'
import { productTaxRates } from '#src/features/catalog/products/products.table.server.ts'
import { creditNotes, invoices } from '#src/features/invoices/invoices.table.server.ts'
import { setOrderStatus } from '#src/features/orders/change-order-status.server.ts'
import { cancelCustomerOrder } from '#src/features/orders/customer/customer-orders.server.ts'
import type { OrderRow } from '#src/features/orders/orders.server.ts'
import { orders } from '#src/features/orders/orders.table.server.ts'
import type { ParcelsQuestion } from '#src/features/orders/parcels/parcels.contract.ts'
import { quoteParcels } from '#src/features/orders/parcels/quote-parcels.server.ts'
import { sumRefundable } from '#src/features/payments/ledger/ledger.server.ts'
import { payments, refunds } from '#src/features/payments/payments.table.server.ts'
import { expireOverduePayments } from '#src/features/payments/polling/due-payments.server.ts'
import { addRefund } from '#src/features/payments/refunds/refund-record.server.ts'
import { executeRefunds } from '#src/features/payments/refunds/refund-worker.server.ts'
import { inTestTransaction } from '#src/testing/test-database.ts'
import { insertFamily, insertPriceTiers, insertProduct } from '#tests/factories/catalog.ts'
import { TEST_ADMIN } from '#tests/factories/custom-orders.ts'
import { COMPANY } from '#tests/factories/gifts.ts'
import { registerForGst } from '#tests/factories/gst-registration.ts'
import { simulatePayment } from '#tests/factories/orders.ts'
import { createParcels, startParcels } from '#tests/factories/parcels.ts'
import { createCustomer, createTestPayments, ORDER_EVENTS } from '#tests/factories/payments/payments.ts'
import { insertPromotion } from '#tests/factories/promotions.ts'
import { expectInvariants } from '#tests/invariants.ts'

/** HISTORIES=1000 runs as many as a release needs. */
const HISTORIES = Number(process.env.HISTORIES ?? 30)
const PER_DATABASE = 30
const NOON = new Date('2026-11-24T12:00:00+05:30')

const history = fc.record({
  parcels: fc.array(
    fc.record({
      quantities: fc.tuple(fc.integer({ min: 1, max: 3 }), fc.nat(2), fc.nat(1)),
      hasWrap: fc.boolean(),
    }),
    // A first order has at most 30 pieces.
    { minLength: 2, maxLength: 5 },
  ),
  promotion: fc.constantFrom(null, { percent: 7 }, { percent: 33 }, { amountPaise: 333_33 }),
  /** How much of the goods the code needs, in per cent. */
  needed: fc.constantFrom(50, 80, 100),
  isCompany: fc.boolean(),
  money: fc.constantFrom('in time', 'in time', 'in time', 'late', 'never'),
  /** A parcel by its place, and how much of what is left of it; null cancels it. */
  refunds: fc.array(fc.record({ parcel: fc.nat(4), part: fc.option(fc.integer({ min: 1, max: 100 }), { freq: 2 }) }), {
    maxLength: 5,
  }),
})
type History = typeof history extends fc.Arbitrary<infer T> ? T : never

async function openShop(db: Db) {
  await registerForGst(db, 'regular')
  const context = createTestPayments(db, NOON)
  const products = []
  const sizes = await insertFamily(db, 'Bars', [
    { pricePaise: 849_00, stock: 100_000 },
    { pricePaise: 120_10, stock: 100_000 },
  ])
  const alone = await insertProduct(db, { pricePaise: 333_33, stock: 100_000 })
  for (const [product, rateBasisPoints] of [
    [sizes[0], 500],
    [alone, 1800],
    [sizes[1], 1200],
  ] as const) {
    const rate = { productId: product.id, hsn: '1806', rateBasisPoints, validFrom: '2026-01-01' }
    await db.insert(productTaxRates).values({ ...rate, actorEmail: 'admin@golconda.example' })
    products.push(product)
  }
  for (const product of [sizes[0], alone])
    await insertPriceTiers(db, product, [
      { from: 4, percent: 7 },
      { from: 9, percent: 33 },
    ])
  return { db, context, products }
}

type Shop = Awaited<ReturnType<typeof openShop>>

async function live(
  { db, context, products }: Shop,
  { parcels, promotion, needed, isCompany, money, ...later }: History,
) {
  const customer = await createCustomer(db)
  const [product = await insertProduct(db)] = products
  const sent = createParcels(parcels.length).map((parcel, nth) => ({
    ...parcel,
    gift: { ...parcel.gift, hasWrap: parcels[nth]?.hasWrap ?? false },
    items: products.flatMap(({ id: productId }, at) => {
      const quantity = parcels[nth]?.quantities[at] ?? 0
      return quantity > 0 ? [{ productId, quantity }] : []
    }),
  }))
  const price = async (question: ParcelsQuestion) => quoteParcels(db, { question, userId: customer.id, now: NOON })
  const { subtotal } = await price({ parcels: sent, items: [] })
  const minSubtotalPaise = Math.floor((paiseFromRupees(subtotal) * needed) / 100)
  const promoCode = promotion ? (await insertPromotion(db, { ...promotion, minSubtotalPaise })).code : undefined
  const checkout = { promoCode, customerPhone: `+9198${String(Math.random()).slice(2, 10)}`, ...(isCompany && COMPANY) }
  const started = await startParcels(context, { customer, product, parcels: sent, checkout })
  if (money !== 'in time') {
    context.advanceMinutes(20)
    await expireOverduePayments(context)
  }
  if (money === 'never') return
  await simulatePayment(context, started.clientTxnId)
  const { orderId } = onlyRow(await db.select().from(payments).where(eq(payments.id, started.transactionId)))
  let hasAdminCancelled = false
  for (const one of later.refunds) {
    const canceller = await giveBack({ db, context }, { ...one, started, userId: customer.id })
    // What an admin cancels may cost the others their tier; after that customers are free again.
    if (canceller === 'admin') hasAdminCancelled = true
    if (canceller !== 'customer' || hasAdminCancelled) continue
    const staying = (await ownOrders(db, orderId)).filter(({ status }) => status !== 'cancelled')
    const others = staying.flatMap(({ parcelNumber }) => sent[(parcelNumber ?? 0) - 1] ?? [])
    const { total } = await price({ parcels: others, items: [], promoCode, replaces: started.orderId })
    const paid = staying.reduce((sum, { totalPaise }) => sum + totalPaise, 0)
    // Each share of a discount is rounded.
    expect(paid + staying.length).toBeGreaterThanOrEqual(paiseFromRupees(total))
  }
  await executeRefunds(context)
  await expectSums(db, started.transactionId)
}

type Canceller = 'customer' | 'admin'
type GivenBack = History['refunds'][number] & { started: { transactionId: string }; userId: string }

/** Answers who cancelled a parcel, if anybody. What the customer may not cancel, an admin does. */
async function giveBack(
  { db, context }: Pick<Shop, 'db' | 'context'>,
  { parcel, part, started, userId }: GivenBack,
): Promise<Canceller | undefined> {
  const payment = onlyRow(await db.select().from(payments).where(eq(payments.id, started.transactionId)))
  const own = await ownOrders(db, payment.orderId)
  const order = own[parcel % own.length] as OrderRow
  if (part === null) return order.status === 'cancelled' ? undefined : cancel(db, { userId, orderId: order.id })
  const left = await sumRefundable(db, { payment, order })
  const amount = paise(Math.floor((left * part) / 100))
  const requested = { note: 'A broken bar', by: 'admin@golconda.example', now: context.now() }
  const upiTxnId = payment.upiTxnId ?? ''
  if (amount > 0) await addRefund(db, { payment, orderId: order.id, upiTxnId, amount, reason: 'admin', requested })
  return undefined
}

async function cancel(db: Db, own: { userId: string; orderId: string }): Promise<Canceller> {
  try {
    await cancelCustomerOrder(db, own, ORDER_EVENTS)
    return 'customer'
  } catch (error) {
    if (!(error instanceof DomainError) || !error.message.startsWith('Please write to us: the price')) throw error
    await setOrderStatus(db, { ...own, status: 'cancelled', by: TEST_ADMIN }, ORDER_EVENTS)
    return 'admin'
  }
}

const ownOrders = (db: Db, id: string) =>
  db.select().from(orders).where(eq(orders.payingOrderId, id)).orderBy(asc(orders.parcelNumber))

/** The totals of the parcels, their invoices and credit notes add up to the payment and its refunds. */
async function expectSums(db: Db, paymentId: string) {
  const payment = onlyRow(await db.select().from(payments).where(eq(payments.id, paymentId)))
  const own = await ownOrders(db, payment.orderId)
  const sum = (amounts: number[]) => amounts.reduce((total, amount) => total + amount, 0)
  expect(sum(own.map((order) => order.totalPaise))).toBe(payment.amountPaise)
  for (const order of own) {
    const invoice = onlyRow(await db.select().from(invoices).where(eq(invoices.orderId, order.id)))
    const { taxablePaise, cgstPaise, sgstPaise, igstPaise, totalPaise } = invoice
    expect([taxablePaise + cgstPaise + sgstPaise + igstPaise, totalPaise]).toEqual([order.totalPaise, order.totalPaise])
    const given = await db
      .select()
      .from(refunds)
      .where(and(eq(refunds.orderId, order.id), eq(refunds.state, 'processed'), ne(refunds.reason, 'overpayment')))
    const credited = await db.select().from(creditNotes).where(eq(creditNotes.invoiceId, invoice.id))
    expect(sum(credited.map((note) => note.totalPaise))).toBe(sum(given.map((refund) => refund.amountPaise)))
  }
}

it(
  `the money of ${HISTORIES} orders to several people adds up to the ledger, and no customer gains by cancelling parcels`,
  async () => {
    const seeds = Array.from({ length: Math.ceil(HISTORIES / PER_DATABASE) }, (_, nth) => nth)
    const first = Number(process.env.SEED ?? Date.now() % 1_000_000)
    for (const nth of seeds)
      await inTestTransaction(async (db) => {
        const shop = await openShop(db)
        const property = fc.asyncProperty(history, (one) => live(shop, one))
        await fc.assert(property, { numRuns: PER_DATABASE, seed: first + nth, endOnFailure: true })
        await expectInvariants(db)
      })
  },
  HISTORIES * 1000 + 120_000,
)
