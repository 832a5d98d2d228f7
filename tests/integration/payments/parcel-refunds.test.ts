import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { paise } from '#src/core/money.ts'
import { type Db, onlyRow } from '#src/db/database.server.ts'
import { creditNotes, invoices } from '#src/features/invoices/invoices.table.server.ts'
import { orders } from '#src/features/orders/orders.table.server.ts'
import { initiatePayment } from '#src/features/payments/initiate-payment.server.ts'
import { payments, refunds } from '#src/features/payments/payments.table.server.ts'
import { processPaymentEvent } from '#src/features/payments/process-payment-event.server.ts'
import { executeRefunds } from '#src/features/payments/refunds/refund-worker.server.ts'
import { inTestTransaction } from '#src/testing/test-database.ts'
import { createOrder, simulatePayment } from '#tests/factories/orders.ts'
import { openParcelShop, PARCEL_PRICE } from '#tests/factories/parcel-shop.ts'
import { createCheckout, type TestPaymentContext } from '#tests/factories/payments/payments.ts'
import { expectInvariants } from '#tests/invariants.ts'

async function openPaidShop(db: Db, count = 3) {
  const shop = await openParcelShop(db, new Date())
  const parcels = await shop.place(count)
  const { id } = onlyRow(await db.select().from(payments))
  let keys = 0
  const refund = async (amount: number, orderId?: string, key = `key-of-refund-${keys++}`) => {
    const body = { amount, reason: 'A broken bar', key, ...(orderId && { orderId }) }
    const answer = await shop.call('POST', `/admin/payments/${id}/refunds`, { as: shop.admin, body })
    const { message: error } = answer.ok ? {} : await answer.json()
    return { status: answer.status, error }
  }
  return { ...shop, parcels, refund }
}

it('an admin names the parcel to refund, and gets at most what is left of it', () =>
  inTestTransaction(async (db) => {
    const { context, parcels, refund } = await openPaidShop(db)
    const [first, second] = parcels.map(({ reference }) => reference)
    expect(await refund(100)).toEqual({
      status: 409,
      error: 'This payment pays 3 parcels. Please choose the one to refund.',
    })
    expect(await refund(100, `${first}-9`)).toEqual({ status: 409, error: `This payment does not pay ${first}-9.` })
    expect((await refund(PARCEL_PRICE + 1, second)).error).toBe(
      'At most ₹1,059.00 of this parcel can still be refunded.',
    )
    expect((await refund(100, second)).status).toBe(200)
    expect((await refund(PARCEL_PRICE - 99, second)).error).toContain('At most ₹959.00 of this parcel')
    expect((await refund(PARCEL_PRICE - 100, second)).status).toBe(200)
    expect((await refund(1, second)).status).toBe(409)
    expect((await refund(PARCEL_PRICE, first)).status).toBe(200)
    context.advanceMinutes(1)
    await executeRefunds(context)
    const notes = await db
      .select({ note: creditNotes, invoice: invoices })
      .from(creditNotes)
      .innerJoin(invoices, eq(invoices.id, creditNotes.invoiceId))
    expect(notes.map(({ note, invoice }) => [invoice.orderReference, note.totalPaise]).toSorted()).toEqual(
      [
        [first, PARCEL_PRICE * 100],
        [second, 100_00],
        [second, (PARCEL_PRICE - 100) * 100],
      ].toSorted(),
    )
    await expectInvariants(db)
  }))

it('a key repeated for another parcel is refused, and for the same one it is one refund', () =>
  inTestTransaction(async (db) => {
    const { parcels, refund } = await openPaidShop(db)
    const [first, second] = parcels.map(({ reference }) => reference)
    for (let again = 0; again < 2; again++) expect((await refund(100, first, 'the-same-key')).status).toBe(200)
    expect((await refund(100, second, 'the-same-key')).status).toBe(409)
    expect(await db.$count(refunds)).toBe(1)
    await expectInvariants(db)
  }))

it('what was refunded of a parcel is not refunded again when it is cancelled', () =>
  inTestTransaction(async (db) => {
    const { parcels, refund, call } = await openPaidShop(db)
    const [first] = parcels
    await refund(400, first?.reference)
    await call('POST', `/orders/${first?.id}/cancel`)
    const rows = await db.select().from(refunds).orderBy(refunds.amountPaise)
    expect(rows.map(({ amountPaise, orderId }) => [amountPaise, orderId])).toEqual([
      [400_00, first?.id],
      [(PARCEL_PRICE - 400) * 100, first?.id],
    ])
    expect((await refund(1, first?.reference)).status).toBe(409)
    await expectInvariants(db)
  }))

it('an order to one person is refunded with its number or without, and with no other', () =>
  inTestTransaction(async (db) => {
    const { context, customer, product, parcels, admin, call } = await openPaidShop(db, 2)
    const order = await createOrder(context, { customer, product })
    const payment = (await db.select().from(payments)).find(({ orderId }) => orderId === order.id)
    const refund = (key: string, orderId?: string) =>
      call('POST', `/admin/payments/${payment?.id}/refunds`, {
        as: admin,
        body: { amount: 10, reason: 'Late', key, ...(orderId && { orderId }) },
      })
    expect((await refund('key-number-1')).status).toBe(200)
    expect((await refund('key-number-2', order.reference)).status).toBe(200)
    expect((await refund('key-number-3', parcels[0]?.reference)).status).toBe(409)
    await expectInvariants(db)
  }))

type DashboardRefund = { rupees: number; refundId?: string; state?: 'pending' | 'processed' | 'failed' }

/** The gateway reports a refund that was made in its dashboard, which does not say which parcel it is of. */
function dashboardOf({ db, context }: { db: Db; context: TestPaymentContext }) {
  let reports = 0
  return async ({ rupees, refundId = 'rfnd_dashboard', state = 'processed' }: DashboardRefund) => {
    const { clientTxnId, upiTxnId } = onlyRow(await db.select().from(payments))
    const refund = { upiTxnId: upiTxnId ?? '', refundId, amount: paise(rupees * 100), state }
    const eventId = `evt_refund_${reports++}`
    return processPaymentEvent(context, {
      ...{ provider: 'sandbox', source: 'webhook', raw: '{}' },
      ...{ clientTxnId, eventId, refund },
    })
  }
}

const sharesOf = async (db: Db) => {
  const rows = await db
    .select({ parcel: orders.parcelNumber, paise: refunds.amountPaise, state: refunds.state })
    .from(refunds)
    .innerJoin(orders, eq(orders.id, refunds.orderId))
    .orderBy(orders.parcelNumber, refunds.createdAt)
  return rows.map(({ parcel, paise, state }) => [parcel, paise / 100, state])
}

describe("a refund that was made in the gateway's dashboard", () => {
  it('of one parcel credits the first that costs so much', () =>
    inTestTransaction(async (db) => {
      const { context, parcels, refund } = await openPaidShop(db)
      await refund(400, parcels[0]?.reference)
      expect(await dashboardOf({ db, context })({ rupees: PARCEL_PRICE })).toBe('applied')
      expect(await sharesOf(db)).toEqual([
        [1, 400, 'requested'],
        [2, PARCEL_PRICE, 'processed'],
      ])
      await expectInvariants(db)
    }))

  it('of several parcels credits each by its own total, and is one refund of the gateway', () =>
    inTestTransaction(async (db) => {
      const { context, parcels, refund } = await openPaidShop(db)
      await refund(400, parcels[0]?.reference)
      const report = dashboardOf({ db, context })
      const rupees = 2 * PARCEL_PRICE
      expect(await report({ rupees, state: 'pending' })).toBe('applied')
      expect(await report({ rupees })).toBe('applied')
      expect(await report({ rupees })).toBe('unchanged')
      expect(await sharesOf(db)).toEqual([
        [1, 400, 'requested'],
        [1, PARCEL_PRICE - 400, 'processed'],
        [2, PARCEL_PRICE, 'processed'],
        [3, 400, 'processed'],
      ])
      expect(await db.$count(creditNotes)).toBe(3)
      await expectInvariants(db)
      expect(await report({ rupees: PARCEL_PRICE, refundId: 'rfnd_too_much' })).toBe('double_refund')
      expect(await report({ rupees: PARCEL_PRICE - 400, refundId: 'rfnd_rest' })).toBe('applied')
      context.advanceMinutes(1)
      await executeRefunds(context)
      expect(onlyRow(await db.select().from(payments)).status).toBe('refunded')
      await expectInvariants(db)
    }))

  it('that is pending is polled with its whole amount, and gives all back if it fails', () =>
    inTestTransaction(async (db) => {
      const { context } = await openPaidShop(db)
      const report = dashboardOf({ db, context })
      const rupees = 3 * PARCEL_PRICE
      await report({ rupees, state: 'pending' })
      const amounts: number[] = []
      const gateway = {
        ...context.gateway,
        refund: async ({ amount }: { amount: number }) => {
          amounts.push(amount)
          return { state: 'pending' as const, refundId: 'rfnd_dashboard' }
        },
      }
      context.advanceMinutes(30)
      await executeRefunds({ ...context, gateway })
      expect(amounts).toEqual([rupees * 100, rupees * 100, rupees * 100])
      expect(await report({ rupees, state: 'failed' })).toBe('applied')
      expect(await sharesOf(db)).toEqual([1, 2, 3].map((parcel) => [parcel, PARCEL_PRICE, 'failed']))
      expect(onlyRow(await db.select().from(payments)).refundedPaise).toBe(0)
      await expectInvariants(db)
    }))
})

it('late money for a cancelled order to several people is refunded, and pays none of its parcels', () =>
  inTestTransaction(async (db) => {
    const { context, place, call } = await openParcelShop(db, new Date())
    const [, second] = await place(3, { paid: false })
    await call('POST', `/orders/${second?.id}/cancel`)
    const { clientTxnId } = onlyRow(await db.select().from(payments))
    await simulatePayment(context, clientTxnId)
    expect(await db.select().from(refunds)).toMatchObject([{ amountPaise: 3 * PARCEL_PRICE * 100 }])
    expect(await db.$count(orders, eq(orders.status, 'cancelled'))).toBe(3)
    await expectInvariants(db)
  }))

it('the number of any parcel replaces the whole unpaid order, and closes its payment', () =>
  inTestTransaction(async (db) => {
    const { context, customer, product, place } = await openParcelShop(db, new Date())
    const [, second] = await place(2, { paid: false })
    await initiatePayment(context, customer.id, createCheckout(product, { replaces: second?.reference }))
    const open = (await db.select().from(payments)).filter(({ status }) => status === 'pending')
    expect(open).toHaveLength(1)
    expect(await db.$count(orders, eq(orders.status, 'cancelled'))).toBe(2)
    await expectInvariants(db)
  }))
