import { describe, expect, it } from 'vitest'
import { type Db, onlyRow } from '#src/db/database.server.ts'
import { creditNotes, invoices } from '#src/features/invoices/invoices.table.server.ts'
import { orders } from '#src/features/orders/orders.table.server.ts'
import { payments, refunds } from '#src/features/payments/payments.table.server.ts'
import { executeRefunds } from '#src/features/payments/refunds/refund-worker.server.ts'
import { changeSection } from '#src/features/settings/settings.server.ts'
import { inTestTransaction } from '#src/testing/test-database.ts'
import { insertProduct } from '#tests/factories/catalog.ts'
import { TEST_ADMIN } from '#tests/factories/custom-orders.ts'
import { registerForGst } from '#tests/factories/gst-registration.ts'
import { createOrder } from '#tests/factories/orders.ts'
import { createPaymentClient } from '#tests/factories/payments/payment-client.ts'
import { createCustomer, createTestPayments } from '#tests/factories/payments/payments.ts'
import { createRazorpayShop } from '#tests/factories/payments/razorpay.ts'
import { expectInvariants } from '#tests/invariants.ts'

const FSSAI = '13621011000123'

/** A paid and invoiced order of 214900 paise; gateway calls time out after half a second. */
async function aPaid(db: Db) {
  await registerForGst(db, 'regular', FSSAI)
  const shop = await createRazorpayShop(db, { timeoutMs: 500 })
  const counter = await createPaymentClient(db, shop)
  const { answer } = await counter.initiate()
  const payment = shop.razorpay.payment()
  await shop.deliver(shop.razorpay.webhook('payment.captured', { payment }))
  const refund = (amount: number, key: string) =>
    counter.asAdmin(`POST /admin/payments/${answer.transactionId}/refunds`, { amount, key, reason: 'It had melted' })
  return { ...shop, ...counter, payment, refund }
}

/** Cases 21 to 23. Case 24 is in interstate-delivery.test.ts. */
describe('refunds and their documents', () => {
  it('case 21: a full refund that is requested twice, and whose response was lost, is made once', () =>
    inTestTransaction(async (db) => {
      const { razorpay, context, payment, refund, deliver } = await aPaid(db)
      const first = await refund(2149, 'refund-of-the-box')
      razorpay.meets({ as: 'silence', done: true })
      await executeRefunds(context)
      expect(await refund(2149, 'refund-of-the-box')).toMatchObject({ status: 200, answer: { id: first.answer.id } })
      context.advanceMinutes(30)
      await executeRefunds(context)
      expect([...razorpay.refunds.values()]).toMatchObject([{ amount: 214_900, payment_id: payment.id }])
      const entity = onlyRow([...razorpay.refunds.values()])
      Object.assign(entity, { status: 'processed', acquirer_data: { arn: '10000000000000' } })
      for (const _ of [1, 2]) await deliver(razorpay.webhook('refund.processed', { refund: entity, payment }))
      expect(await db.select().from(refunds)).toMatchObject([{ state: 'processed', amountPaise: 214_900 }])
      expect(await db.select().from(payments)).toMatchObject([{ status: 'refunded', refundedPaise: 214_900 }])
      expect(await db.select().from(creditNotes)).toMatchObject([{ totalPaise: 214_900 }])
      await expectInvariants(db)
    }))

  it('case 22: after Rs 1,500.00 there is no Rs 1,000.00 left to refund', () =>
    inTestTransaction(async (db) => {
      const { refund } = await aPaid(db)
      expect((await refund(1500, 'refund-the-first')).status).toBe(200)
      expect(await refund(1000, 'refund-the-second')).toEqual({
        status: 409,
        answer: expect.objectContaining({ message: expect.any(String) }),
      })
      expect(await db.select().from(refunds)).toHaveLength(1)
      expect(await db.select().from(payments)).toMatchObject([{ status: 'success', refundedPaise: 150_000 }])
      expect((await refund(649, 'refund-of-what-is-left')).status).toBe(200)
      await expectInvariants(db)
    }))

  it.each([
    [
      'Hyderabad',
      { state: 'Telangana', pincode: '500034' },
      { supply: 'intra', taxablePaise: 95_142, cgstPaise: 2_379, sgstPaise: 2_379, igstPaise: 0 },
    ],
    [
      'Bengaluru',
      { state: 'Karnataka', pincode: '560001' },
      { supply: 'inter', taxablePaise: 95_143, cgstPaise: 0, sgstPaise: 0, igstPaise: 4_757 },
    ],
  ] as const)('case 23: Rs 999.00 to %s is invoiced with its tax to the paisa', (city, place, amounts) =>
    inTestTransaction(async (db) => {
      await registerForGst(db, 'regular', FSSAI)
      await changeSection(db, 'shipping', { version: 0, value: { freeFrom: 999, fee: 150 }, by: TEST_ADMIN })
      const product = await insertProduct(db, { pricePaise: 99_900 })
      const shippingAddress = { firstName: 'Asha', lastName: 'Rao', address: '12 Main Road', city, ...place }
      await createOrder(createTestPayments(db), {
        customer: await createCustomer(db),
        product,
        checkout: { shippingAddress, amount: 999 },
      })
      expect(onlyRow(await db.select().from(orders)).totalPaise).toBe(99_900)
      const invoice = onlyRow(await db.select().from(invoices))
      expect(invoice).toMatchObject({ kind: 'tax-invoice', totalPaise: 99_900, ...amounts })
      expect(invoice.number).toMatch(/^KC\/\d\d-\d\d\/000001$/)
      expect(invoice.supplier.fssai).toBe(FSSAI)
    }),
  )
})
