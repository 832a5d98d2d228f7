import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { eraseCustomerData } from '#src/app/personal-data/erase-customer.server.ts'
import { exportMyData } from '#src/app/personal-data/export-my-data.server.ts'
import type { Db } from '#src/db/database.server.ts'
import { auditLog } from '#src/features/audit/audit.table.server.ts'
import { deleteAccount } from '#src/features/auth/accounts/delete-account.server.ts'
import { products, productTaxRates, stockReservations } from '#src/features/catalog/products/products.table.server.ts'
import { SPLIT_NOTE } from '#src/features/custom-orders/bulk/bulk.contract.ts'
import { bulkLines } from '#src/features/custom-orders/bulk/bulk-lines.table.server.ts'
import { splitBulkRequest } from '#src/features/custom-orders/bulk/split-request.server.ts'
import { customOrders } from '#src/features/custom-orders/custom-orders.table.server.ts'
import { lastNeededDay } from '#src/features/custom-orders/needed-by/needed-by.ts'
import { acceptQuote, getQuote } from '#src/features/custom-orders/quotes/accept-quote.server.ts'
import { invoices } from '#src/features/invoices/invoices.table.server.ts'
import { setOrderStatus } from '#src/features/orders/change-order-status.server.ts'
import { orderLines, orders } from '#src/features/orders/orders.table.server.ts'
import { initiatePayment, retryPayment } from '#src/features/payments/initiate-payment.server.ts'
import { payments } from '#src/features/payments/payments.table.server.ts'
import { expireOverduePayments } from '#src/features/payments/polling/due-payments.server.ts'
import { inTestTransaction, testDatabase } from '#src/testing/test-database.ts'
import {
  COMPANY,
  createBulkQuote,
  createCompanyAcceptance,
  insertBulkRequest,
  quoteBulkRequest,
} from '#tests/factories/bulk-requests.ts'
import { insertPriceTiers, insertProduct } from '#tests/factories/catalog.ts'
import { insertCustomOrder, TEST_ADMIN } from '#tests/factories/custom-orders.ts'
import { GIFT } from '#tests/factories/gifts.ts'
import { registerForGst } from '#tests/factories/gst-registration.ts'
import { simulatePayment } from '#tests/factories/orders.ts'
import { createCheckout, createCustomer, createTestPayments, ORDER_EVENTS } from '#tests/factories/payments/payments.ts'
import { mailAbout, move, orderOf, statusOf } from '#tests/factories/quotes.ts'
import { expectInvariants } from '#tests/invariants.ts'

/** 120 boxes at ₹400 and 60 bars at ₹300 cost ₹66,000, shipped free. */
const TOTAL = 66_000

async function aBulkQuote(db: Db, stock = 500) {
  const [context, customer] = [createTestPayments(db), await createCustomer(db)]
  // Invoices list their lines by name.
  const box = await insertProduct(db, { name: 'Anamalai Box', stock, maxPerOrder: 50 })
  const bar = await insertProduct(db, { name: 'Bhadrachalam Bar', stock: 100 })
  const priced = [
    { product: box, quantity: 120, unitPrice: 400 },
    { product: bar, quantity: 60, unitPrice: 300 },
  ]
  const quoted = await createBulkQuote(context, priced, { customerEmail: customer.email, userId: customer.id })
  return { context, customer, box, bar, priced, quoted, link: { token: quoted.token, userId: customer.id } }
}

const stockOf = async (db: Db, { id }: { id: number }) => {
  const [row] = await db.select().from(products).where(eq(products.id, id))
  return row && { stock: row.stock, reserved: row.reserved }
}

describe('a quotation of many pieces', () => {
  it('goes out by e-mail with its lines, prices, tax, days and link, and is audited', () =>
    inTestTransaction(async (db) => {
      const { quoted, box, bar } = await aBulkQuote(db)
      const mails = await mailAbout(db, /your quotation/)
      expect(mails.map(({ channel }) => channel)).toEqual(['email'])
      const text = mails[0]?.text ?? ''
      expect(text).toContain(`120 × ${box.name}, ₹400.00 each: ₹48,000.00`)
      expect(text).toContain(`60 × ${bar.name}, ₹300.00 each: ₹18,000.00`)
      expect(text).toMatch(/Price: ₹66,000\.00\nShipping: free\nTotal: ₹66,000\.00\n\nPrices include all taxes/)
      expect(text).toMatch(/We finish it on .*\n\nA note from our studio:\nIn two cartons\./)
      // The stored text hides the secret; the sent one has it (readQuoteToken).
      expect(text).toContain('https://shop.example/checkout?quote=')
      expect(text).toMatch(/It is good until/)
      expect(await db.select().from(auditLog)).toMatchObject([
        { entity: 'custom-order', entityId: quoted.id, after: { status: 'quoted', quotedPaise: TOTAL * 100 } },
      ])
    }))

  it('shows company and GSTIN to its customer, and to no one else who opens the link', () =>
    inTestTransaction(async (db) => {
      const { context, link, box, bar } = await aBulkQuote(db)
      const lines = [
        { productId: box.id, name: box.name, quantity: 120, unitPrice: 400 },
        { productId: bar.id, name: bar.name, quantity: 60, unitPrice: 300 },
      ]
      const own = await getQuote(db, link, context.now())
      expect(own).toMatchObject({ state: 'open', price: TOTAL, total: TOTAL, composition: null })
      expect(own.bulk).toEqual({ lines, ...COMPANY })
      const other = await createCustomer(db)
      const passedOn = await getQuote(db, { ...link, userId: other.id }, context.now())
      expect(passedOn.bulk).toEqual({ lines, company: '', gstin: '' })
      // By its number only the own request opens.
      const byNumber = { token: own.reference, userId: other.id }
      await expect(getQuote(db, byNumber, context.now())).rejects.toMatchObject({ code: 'not-found' })
    }))
})

describe('accepting a quotation of many pieces', () => {
  it('places an order of the products at the quoted prices, beyond the limit per order and the price tiers', () =>
    inTestTransaction(async (db) => {
      const { context, link, box, bar } = await aBulkQuote(db)
      await insertPriceTiers(db, box, [{ from: 10, percent: 50 }])
      const started = await acceptQuote(context, link, createCompanyAcceptance(TOTAL))
      expect(started.amount).toBe(TOTAL)
      const order = await orderOf(db, started.orderId)
      expect(order).toMatchObject({
        subtotalPaise: TOTAL * 100,
        buyerGstin: COMPANY.gstin,
        companyName: COMPANY.company,
      })
      expect(await db.select().from(orderLines).orderBy(orderLines.productId)).toMatchObject([
        { productId: box.id, quantity: 120, unitPaise: 400_00, customOrderId: null },
        { productId: bar.id, quantity: 60, unitPaise: 300_00, customOrderId: null },
      ])
      expect(await stockOf(db, box)).toEqual({ stock: 500, reserved: 120 })
      await expectInvariants(db)
    }))

  it('is paid once, sells the stock, and is invoiced to the company with the HSN of each product', () =>
    inTestTransaction(async (db) => {
      await registerForGst(db, 'regular')
      const { context, link, box, bar, quoted } = await aBulkQuote(db)
      await db.insert(productTaxRates).values({
        ...{ productId: bar.id, hsn: '18063200', rateBasisPoints: 1800, validFrom: '2026-01-01' },
        ...{ actorEmail: TEST_ADMIN.email, createdAt: context.now() },
      })
      const { clientTxnId, orderId } = await acceptQuote(context, link, createCompanyAcceptance(TOTAL))
      await simulatePayment(context, clientTxnId)
      expect(await statusOf(db, quoted.id)).toBe('confirmed')
      const mails = (await mailAbout(db, new RegExp(orderId))).map(({ text }) => text).join('\n')
      expect(mails).toContain('We will pack')
      expect(mails).not.toMatch(/chocolate is made|To be made/)
      expect(await stockOf(db, box)).toEqual({ stock: 380, reserved: 0 })
      const [invoice] = await db.select().from(invoices)
      expect(invoice?.recipient).toMatchObject({ name: COMPANY.company, contact: 'Asha Rao', gstin: COMPANY.gstin })
      expect(invoice?.lines).toMatchObject([
        { description: box.name, hsn: '18069010', quantity: 120, rateBasisPoints: 500 },
        { description: bar.name, hsn: '18063200', quantity: 60, rateBasisPoints: 1800 },
      ])
      const again = acceptQuote(context, link, createCompanyAcceptance(TOTAL))
      await expect(again).rejects.toMatchObject({ code: 'conflict', details: { paidOrderId: orderId } })
      expect(await db.$count(orders)).toBe(1)
      await expectInvariants(db)
    }))

  it('names what lacks and reserves nothing when the stock is short', () =>
    inTestTransaction(async (db) => {
      const { context, link, box, bar } = await aBulkQuote(db)
      await db.update(products).set({ stock: 119 }).where(eq(products.id, box.id))
      const accepting = acceptQuote(context, link, createCompanyAcceptance(TOTAL))
      await expect(accepting).rejects.toMatchObject({
        code: 'conflict',
        message: `Not enough stock for ${box.name} (119 left).`,
        details: { items: [{ productId: box.id, available: 119 }] },
      })
      expect(await db.$count(orders)).toBe(0)
      expect(await stockOf(db, bar)).toEqual({ stock: 100, reserved: 0 })
    }))

  it('is refused for a product that has left the shop', () =>
    inTestTransaction(async (db) => {
      const { context, link, bar } = await aBulkQuote(db)
      await db.update(products).set({ archivedAt: context.now() }).where(eq(products.id, bar.id))
      await expect(acceptQuote(context, link, createCompanyAcceptance(TOTAL))).rejects.toMatchObject({
        code: 'conflict',
        message: `No longer in our shop: ${bar.name}. Please ask us for a new quotation.`,
      })
      expect(await db.$count(orders)).toBe(0)
    }))

  it('refuses another price, a late answer and the customer of another order', () =>
    inTestTransaction(async (db) => {
      const { context, link } = await aBulkQuote(db)
      const accept = (amount: number, userId = link.userId) =>
        acceptQuote(context, { ...link, userId }, createCompanyAcceptance(amount))
      await expect(accept(TOTAL - 1)).rejects.toMatchObject({ code: 'conflict', details: { total: TOTAL } })
      await accept(TOTAL)
      const other = await createCustomer(db)
      await expect(accept(TOTAL, other.id)).rejects.toMatchObject({ code: 'not-allowed' })
      context.advanceMinutes(72 * 60 + 1)
      await expect(accept(TOTAL)).rejects.toMatchObject({ code: 'conflict' })
      expect(await db.$count(payments)).toBe(1)
    }))

  it('counts towards no limit of unpaid orders: a new customer may buy other products meanwhile', () =>
    inTestTransaction(async (db) => {
      const { context, link, customer } = await aBulkQuote(db)
      await acceptQuote(context, link, createCompanyAcceptance(TOTAL))
      const other = await insertProduct(db)
      await initiatePayment(context, customer.id, createCheckout(other, { quantity: 3 }))
      expect(await db.$count(stockReservations)).toBe(3)
    }))

  it('gives the stock back when it is not paid, and reserves it again for another try', () =>
    inTestTransaction(async (db) => {
      const { context, link, customer, box } = await aBulkQuote(db)
      const started = await acceptQuote(context, link, createCompanyAcceptance(TOTAL))
      context.advanceMinutes(16)
      await expireOverduePayments(context)
      expect(await stockOf(db, box)).toEqual({ stock: 500, reserved: 0 })
      const { id } = await orderOf(db, started.orderId)
      const { clientTxnId } = await retryPayment(context, customer.id, id)
      expect(await stockOf(db, box)).toEqual({ stock: 500, reserved: 120 })
      await simulatePayment(context, clientTxnId)
      expect(await stockOf(db, box)).toEqual({ stock: 380, reserved: 0 })
      await expectInvariants(db)
    }))

  it('is withdrawn by a new quotation, whose prices count', () =>
    inTestTransaction(async (db) => {
      const { context, link, quoted, priced, box } = await aBulkQuote(db)
      await acceptQuote(context, link, createCompanyAcceptance(TOTAL))
      context.advanceMinutes(16)
      await expireOverduePayments(context)
      await quoteBulkRequest(
        context,
        quoted.id,
        priced.map((line) => ({ ...line, unitPrice: 350 })),
      )
      const own = { token: quoted.reference, userId: link.userId }
      await expect(acceptQuote(context, link, createCompanyAcceptance(TOTAL))).rejects.toMatchObject({
        code: 'not-found',
      })
      expect((await acceptQuote(context, own, createCompanyAcceptance(63_000))).amount).toBe(63_000)
      expect(await stockOf(db, box)).toEqual({ stock: 500, reserved: 120 })
      await expectInvariants(db)
    }))
})

describe('a new quotation', () => {
  it('may promise the pieces that its own unpaid order holds', () =>
    inTestTransaction(async (db) => {
      const { context, link, quoted, priced, box } = await aBulkQuote(db, 120)
      await acceptQuote(context, link, createCompanyAcceptance(TOTAL))
      context.advanceMinutes(16)
      expect(await stockOf(db, box)).toEqual({ stock: 120, reserved: 120 })
      await quoteBulkRequest(context, quoted.id, priced)
      expect(await stockOf(db, box)).toEqual({ stock: 120, reserved: 0 })
      await expectInvariants(db)
    }))
})

describe('a request above the limit of UPI', () => {
  it('is so with wrapping and a cool pack, too, which the customer may take or need', () =>
    inTestTransaction(async (db) => {
      const [context, customer] = [createTestPayments(db), await createCustomer(db)]
      const product = await insertProduct(db, { stock: 300 })
      const wish = { userId: customer.id, customerEmail: customer.email, receivedAt: context.now() }
      const { id, reference } = await insertBulkRequest(db, [{ product, quantity: 250 }], wish)
      const quote = (unitPrice: number) => quoteBulkRequest(context, id, [{ product, quantity: 250, unitPrice }])
      await expect(quote(399.5)).rejects.toMatchObject({
        code: 'conflict',
        message:
          'UPI payments are limited to ₹1,00,000. Delivery, wrapping and a cool pack can bring this one to ₹1,00,025. Please split the request.',
      })
      await quote(399.4)
      const own = { token: reference, userId: customer.id }
      expect((await acceptQuote(context, own, createCompanyAcceptance(99_910, { gift: GIFT }))).amount).toBe(99_910)
    }))

  it('is split into two, which are quoted and paid one after the other', () =>
    inTestTransaction(async (db) => {
      const [context, customer] = [createTestPayments(db), await createCustomer(db)]
      const product = await insertProduct(db, { stock: 1000 })
      const wish = { userId: customer.id, customerEmail: customer.email, neededBy: lastNeededDay(context.now()) }
      const { id } = await insertBulkRequest(db, [{ product, quantity: 300 }], { ...wish, receivedAt: context.now() })
      const priced = [{ product, quantity: 0, unitPrice: 400 }]
      await expect(quoteBulkRequest(context, id, priced)).rejects.toMatchObject({ code: 'conflict' })
      const added = await splitBulkRequest(db, {
        id,
        lines: [{ productId: product.id, quantity: 120 }],
        by: TEST_ADMIN,
      })
      const requests = await db.select().from(customOrders).orderBy(customOrders.quantity)
      const same = { ...COMPANY, ...wish, customerName: 'Asha Rao', status: 'quote-pending', adminNotes: SPLIT_NOTE }
      expect(requests).toMatchObject([
        { id: added.id, quantity: 120, ...same },
        { id, quantity: 180, ...same },
      ])
      expect(await db.select().from(auditLog)).toMatchObject([
        { entityId: id, before: { quantity: 300 }, after: { quantity: 180, splitTo: added.reference } },
      ])
      for (const [request, amount] of [
        [requests[0], 48_000],
        [requests[1], 72_000],
      ] as const) {
        await quoteBulkRequest(context, request?.id ?? '', priced)
        const own = { token: request?.reference ?? '', userId: customer.id }
        const { clientTxnId } = await acceptQuote(context, own, createCompanyAcceptance(amount))
        await simulatePayment(context, clientTxnId)
      }
      expect(await stockOf(db, product)).toEqual({ stock: 700, reserved: 0 })
      await expectInvariants(db)
    }))

  it.each([
    ['more pieces than it has', 'lines.0.quantity', [61]],
    ['all pieces', 'lines', [60]],
    ['one product twice', 'lines.1.productId', [20, 20]],
  ])('keeps its pieces when %s are to move', (_, path, quantities) =>
    inTestTransaction(async (db) => {
      const product = await insertProduct(db)
      const { id } = await insertBulkRequest(db, [{ product, quantity: 60 }])
      const lines = quantities.map((quantity) => ({ productId: product.id, quantity }))
      await expect(splitBulkRequest(db, { id, lines, by: TEST_ADMIN })).rejects.toMatchObject({
        code: 'invalid',
        details: { issues: [{ path }] },
      })
      expect(await db.select().from(bulkLines)).toMatchObject([{ quantity: 60 }])
      expect(await db.$count(customOrders)).toBe(1)
    }),
  )

  it('cannot be split once it is quoted, and a custom chocolate never', () =>
    inTestTransaction(async (db) => {
      const { quoted, box } = await aBulkQuote(db)
      const lines = [{ productId: box.id, quantity: 20 }]
      for (const id of [quoted.id, (await insertCustomOrder(db)).id])
        await expect(splitBulkRequest(db, { id, lines, by: TEST_ADMIN })).rejects.toMatchObject({ code: 'conflict' })
    }))
})

describe('a paid order of many pieces', () => {
  it('is packed, sent and delivered like any order, and returns its stock when it is cancelled', () =>
    inTestTransaction(async (db) => {
      const { context, link, box, quoted } = await aBulkQuote(db)
      const { clientTxnId, orderId } = await acceptQuote(context, link, createCompanyAcceptance(TOTAL))
      await simulatePayment(context, clientTxnId)
      const { id } = await orderOf(db, orderId)
      await setOrderStatus(db, { orderId: id, status: 'shipped', by: TEST_ADMIN }, ORDER_EVENTS)
      await setOrderStatus(db, { orderId: id, status: 'completed', by: TEST_ADMIN }, ORDER_EVENTS)
      expect((await orderOf(db, orderId)).status).toBe('completed')
      await expectInvariants(db)
      const second = await aBulkQuote(db)
      const paid = await acceptQuote(second.context, second.link, createCompanyAcceptance(TOTAL))
      await simulatePayment(second.context, paid.clientTxnId)
      await move(second.context, second.quoted.id, 'cancelled')
      expect((await orderOf(db, paid.orderId)).status).toBe('cancelled')
      expect(await stockOf(db, second.box)).toEqual({ stock: 500, reserved: 0 })
      expect(await stockOf(db, box)).toEqual({ stock: 380, reserved: 0 })
      expect(await statusOf(db, quoted.id)).toBe('confirmed')
      await expectInvariants(db)
    }))

  it('speaks of an order, not of a chocolate, and sends no SMS about the request', () =>
    inTestTransaction(async (db) => {
      const context = createTestPayments(db)
      const { id, reference } = await insertBulkRequest(db, [{ product: await insertProduct(db), quantity: 60 }])
      await move(context, id, 'confirmed')
      await move(context, id, 'completed')
      await move(context, id, 'cancelled')
      const mails = await mailAbout(db, new RegExp(`your order ${reference}`))
      expect(mails).toHaveLength(3)
      for (const { channel, text } of mails) {
        expect(channel).toBe('email')
        expect(text).not.toContain('chocolate')
      }
    }))
})

describe('the data of a bulk request', () => {
  it('is in the export of its customer', () =>
    inTestTransaction(async (db) => {
      const { context, customer, box } = await aBulkQuote(db)
      const { customOrders: exported } = await exportMyData(db, customer, context.now())
      expect(exported).toMatchObject([
        {
          kind: 'bulk',
          ...COMPANY,
          lines: [{ productId: box.id, quantity: 120, unitPaise: 400_00 }, { quantity: 60 }],
        },
      ])
    }))

  it('is erased with the account: an open request goes, a delivered one stays without its customer', async () => {
    const { db } = await testDatabase()
    const { context, customer, link, box, quoted } = await aBulkQuote(db)
    await insertBulkRequest(db, [{ product: box, quantity: 70 }], {
      userId: customer.id,
      customerEmail: customer.email,
    })
    const { clientTxnId, orderId } = await acceptQuote(context, link, createCompanyAcceptance(TOTAL))
    await simulatePayment(context, clientTxnId)
    const { id } = await orderOf(db, orderId)
    await setOrderStatus(db, { orderId: id, status: 'completed', by: TEST_ADMIN }, ORDER_EVENTS)
    await deleteAccount(db, { user: customer, onDelete: eraseCustomerData })
    expect(await db.select().from(customOrders)).toMatchObject([
      {
        id: quoted.id,
        company: null,
        gstin: null,
        customerName: null,
        customerEmail: '',
        customerMobile: '',
        message: null,
      },
    ])
    expect(await db.$count(bulkLines)).toBe(2)
    expect(await mailAbout(db, /your quotation/)).toEqual([])
  })
})
