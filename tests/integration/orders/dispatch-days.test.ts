import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { DomainError } from '#src/core/domain-error.ts'
import { type Db, onlyRow } from '#src/db/database.server.ts'
import { acceptQuote } from '#src/features/custom-orders/quotes/accept-quote.server.ts'
import { setOrderStatus } from '#src/features/orders/change-order-status.server.ts'
import { cancelCustomerOrder } from '#src/features/orders/customer/customer-orders.server.ts'
import { previewDeliveryPromise } from '#src/features/orders/delivery/delivery-promise.server.ts'
import { readDispatchLoad } from '#src/features/orders/dispatch/dispatch-load.server.ts'
import type { ShownPromise } from '#src/features/orders/order-form.contract.ts'
import { orders } from '#src/features/orders/orders.table.server.ts'
import { initiatePayment, retryPayment } from '#src/features/payments/initiate-payment.server.ts'
import { expireOverduePayments } from '#src/features/payments/polling/due-payments.server.ts'
import { DEFAULT_SETTINGS } from '#src/features/settings/default-settings.ts'
import { readSettings } from '#src/features/settings/read-settings.server.ts'
import type { Settings } from '#src/features/settings/settings.contract.ts'
import { changeSection } from '#src/features/settings/settings.server.ts'
import { inTestTransaction } from '#src/testing/test-database.ts'
import { insertProduct } from '#tests/factories/catalog.ts'
import { createAcceptance, createQuotedOrder, TEST_ADMIN } from '#tests/factories/custom-orders.ts'
import { simulatePayment } from '#tests/factories/orders.ts'
import { createCheckout, createCustomer, createTestPayments } from '#tests/factories/payments/payments.ts'

/** A Tuesday, during studio hours. */
const TUESDAY = new Date('2026-11-24T11:00:00+05:30')
const [TODAY, TOMORROW] = ['2026-11-24', '2026-11-25']

async function openShop(db: Db, dispatch: Partial<Settings['dispatch']>) {
  const context = createTestPayments(db, TUESDAY)
  const value = { ...DEFAULT_SETTINGS.dispatch, ...dispatch }
  await changeSection(db, 'dispatch', { version: 0, value, by: TEST_ADMIN })
  const product = await insertProduct(db, { pricePaise: 24_000, stock: 60 })
  const order = async (more: ShownPromise = {}) => {
    const customer = await createCustomer(db)
    const started = await initiatePayment(context, customer.id, { ...createCheckout(product), ...more })
    const { id, shipOn } = onlyRow(await db.select().from(orders).where(eq(orders.reference, started.orderId)))
    return { ...started, id, shipOn, customer }
  }
  const load = async () => Object.fromEntries((await readDispatchLoad(db, context.now())).parcels)
  return { context, product, order, load }
}

const refusal = (promise: Promise<unknown>) =>
  promise.then(
    () => undefined,
    (error) => (error instanceof DomainError ? { code: error.code, message: error.message, ...error.details } : error),
  )

describe('the places of a day of dispatch', () => {
  it('when they are taken, the next customer gets the next day', () =>
    inTestTransaction(async (db) => {
      const { order, load } = await openShop(db, { parcelsPerDay: 2 })
      const shown = [await order(), await order(), await order()]
      expect(shown.map(({ expectedDelivery }) => expectedDelivery?.from)).toEqual([TOMORROW, TOMORROW, '2026-11-26'])
      expect(await load()).toEqual({ [TODAY]: 2, [TOMORROW]: 1 })
    }))

  it('without a limit, every parcel leaves today', () =>
    inTestTransaction(async (db) => {
      const { order, load } = await openShop(db, {})
      for (let i = 0; i < 4; i += 1) await order()
      expect(await load()).toEqual({ [TODAY]: 4 })
    }))

  it('a day that filled while the customer typed is refused with the new promise, and nothing is reserved', () =>
    inTestTransaction(async (db) => {
      const { order, product, load } = await openShop(db, { parcelsPerDay: 1 })
      await order({ shipOn: TODAY })
      expect(await refusal(order({ shipOn: TODAY }))).toEqual({
        code: 'conflict',
        message:
          'The delivery date has just changed. We now expect to deliver on Thu, 26 Nov. Please check it before you pay.',
        promise: { shipOn: TOMORROW, from: '2026-11-26', to: '2026-11-26' },
      })
      expect(await db.$count(orders)).toBe(1)
      expect(product.reserved).toBe(0)
      expect(await load()).toEqual({ [TODAY]: 1 })
      expect((await order({ shipOn: TOMORROW })).expectedDelivery?.from).toBe('2026-11-26')
    }))

  it('an earlier day than the customer saw is taken', () =>
    inTestTransaction(async (db) => {
      const { order } = await openShop(db, { parcelsPerDay: 5 })
      expect((await order({ shipOn: '2026-11-28' })).expectedDelivery?.from).toBe(TOMORROW)
    }))

  it('an order that is sent again moves to an earlier day that the customer sees meanwhile', () =>
    inTestTransaction(async (db) => {
      const { context, product, order, load } = await openShop(db, { parcelsPerDay: 1 })
      const other = await order()
      const customer = await createCustomer(db)
      const checkout = createCheckout(product)
      const send = (shown: ShownPromise) => initiatePayment(context, customer.id, { ...checkout, ...shown })
      expect((await send({ shipOn: TOMORROW })).expectedDelivery?.to).toBe('2026-11-26')
      await cancelCustomerOrder(db, { userId: other.customer.id, orderId: other.id }, context.events)
      expect((await send({ shipOn: TODAY, deliverTo: TOMORROW })).expectedDelivery?.to).toBe(TOMORROW)
      expect(await load()).toEqual({ [TODAY]: 1 })
      await order()
      expect((await send({ shipOn: TODAY, deliverTo: TOMORROW })).expectedDelivery?.to).toBe(TOMORROW)
      expect(await refusal(send({ shipOn: '2026-11-23' }))).toMatchObject({ promise: { shipOn: TODAY } })
    }))

  it('a later day of arrival than the customer saw is refused, also from the same day of dispatch', () =>
    inTestTransaction(async (db) => {
      const { order } = await openShop(db, {})
      expect(await refusal(order({ shipOn: TODAY, deliverTo: TODAY }))).toMatchObject({ promise: { to: TOMORROW } })
      expect((await order({ shipOn: TODAY, deliverTo: TOMORROW })).expectedDelivery?.to).toBe(TOMORROW)
    }))

  it('an unpaid order gives its place back when its reservation ends, and takes another when it pays again', () =>
    inTestTransaction(async (db) => {
      const { context, order, load } = await openShop(db, { parcelsPerDay: 1 })
      const late = await order()
      context.advanceMinutes(16)
      expect(await load()).toEqual({})
      await expireOverduePayments(context)
      const next = await order()
      expect([late, next].map(({ expectedDelivery }) => expectedDelivery?.from)).toEqual([TOMORROW, TOMORROW])
      const again = await retryPayment(context, late.customer.id, late.id)
      expect(again.expectedDelivery?.from).toBe('2026-11-26')
      expect(await load()).toEqual({ [TODAY]: 1, [TOMORROW]: 1 })
    }))

  it('an unpaid order is not paid again for a later day than its page shows', () =>
    inTestTransaction(async (db) => {
      const { context, order, load } = await openShop(db, { parcelsPerDay: 1 })
      const late = await order()
      context.advanceMinutes(16)
      await expireOverduePayments(context)
      await order()
      const again = (deliverTo: string) => retryPayment({ ...context, shown: { deliverTo } }, late.customer.id, late.id)
      expect(await refusal(again(TOMORROW))).toMatchObject({ code: 'conflict', promise: { to: '2026-11-26' } })
      expect(await load()).toEqual({ [TODAY]: 1 })
      expect((await again('2026-11-26')).expectedDelivery?.to).toBe('2026-11-26')
    }))

  it('an unpaid order shows the date that paying now would promise, also when days are full', () =>
    inTestTransaction(async (db) => {
      const { context, order } = await openShop(db, { parcelsPerDay: 1 })
      const late = await order()
      context.advanceMinutes(16)
      await order()
      const row = onlyRow(await db.select().from(orders).where(eq(orders.id, late.id)))
      const settings = await readSettings(db)
      const shown = await previewDeliveryPromise(db, row, { settings, now: context.now() })
      const again = await retryPayment(context, late.customer.id, late.id)
      expect(shown.days).toEqual(again.expectedDelivery)
      expect(shown.days?.from).toBe('2026-11-26')
    }))

  it('paying again keeps the day when it is still free', () =>
    inTestTransaction(async (db) => {
      const { context, order } = await openShop(db, { parcelsPerDay: 1 })
      const { customer, id, expectedDelivery } = await order()
      context.advanceMinutes(16)
      expect((await retryPayment(context, customer.id, id)).expectedDelivery).toEqual(expectedDelivery)
    }))

  it('a paid order keeps its place, and gives it back when it is cancelled', () =>
    inTestTransaction(async (db) => {
      const { context, order, load } = await openShop(db, { parcelsPerDay: 1 })
      const [paid, packed] = [await order(), await order()]
      for (const { clientTxnId } of [paid, packed]) await simulatePayment(context, clientTxnId)
      context.advanceMinutes(60)
      expect(await load()).toEqual({ [TODAY]: 1, [TOMORROW]: 1 })
      await cancelCustomerOrder(db, { userId: paid.customer.id, orderId: paid.id }, context.events)
      expect(await load()).toEqual({ [TOMORROW]: 1 })
      await setOrderStatus(db, { orderId: packed.id, status: 'shipped', by: TEST_ADMIN }, context.events)
      expect(await load()).toEqual({ [TOMORROW]: 1 })
    }))

  it('a custom chocolate takes a place on the day that it is made', () =>
    inTestTransaction(async (db) => {
      const { context, load } = await openShop(db, { parcelsPerDay: 1 })
      const customer = await createCustomer(db)
      const { token } = await createQuotedOrder(context)
      await acceptQuote(context, { token, userId: customer.id }, createAcceptance(2000))
      expect(await load()).toEqual({ '2026-11-27': 1 })
    }))

  it('busy mode and closed periods move new orders, not old ones', () =>
    inTestTransaction(async (db) => {
      const { context, order } = await openShop(db, {})
      const before = await order()
      await simulatePayment(context, before.clientTxnId)
      const closures = [{ from: TOMORROW, to: '2026-11-28', note: 'Diwali' }]
      const value = { ...DEFAULT_SETTINGS.dispatch, closures, busyDays: 1 }
      await changeSection(db, 'dispatch', { version: 1, value, by: TEST_ADMIN })
      expect((await order()).shipOn).toBe('2026-11-30')
      const rows = await db.select({ shipOn: orders.shipOn }).from(orders).orderBy(orders.shipOn)
      expect(rows.map(({ shipOn }) => shipOn)).toEqual([TODAY, '2026-11-30'])
    }))
})
