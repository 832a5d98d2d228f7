import { eq, like } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { formatDay } from '#src/core/dates.ts'
import { formatDeliveryWindow } from '#src/core/delivery/delivery-window.ts'
import { type Db, onlyRow } from '#src/db/database.server.ts'
import { outboxMessages } from '#src/features/notifications/outbox/outbox.table.server.ts'
import { readDispatchLoad } from '#src/features/orders/dispatch/dispatch-load.server.ts'
import { orders } from '#src/features/orders/orders.table.server.ts'
import { initiatePayment } from '#src/features/payments/initiate-payment.server.ts'
import { expireOverduePayments } from '#src/features/payments/polling/due-payments.server.ts'
import { DEFAULT_SETTINGS } from '#src/features/settings/default-settings.ts'
import { changeSection } from '#src/features/settings/settings.server.ts'
import { inTestTransaction } from '#src/testing/test-database.ts'
import { insertProduct } from '#tests/factories/catalog.ts'
import { TEST_ADMIN } from '#tests/factories/custom-orders.ts'
import { registerForGst } from '#tests/factories/gst-registration.ts'
import { NAGPUR, simulatePayment } from '#tests/factories/orders.ts'
import { createCheckout, createCustomer, createTestPayments } from '#tests/factories/payments/payments.ts'
import { expectInvariants } from '#tests/invariants.ts'

/** A Tuesday, during studio hours; Nagpur has up to 43 °C until July. */
const MAY = new Date('2027-05-04T11:00:00+05:30')
const [FIRST_COOL_DAY, SECOND_COOL_DAY] = ['2027-07-01', '2027-07-02']

/** A shop that sends one parcel a day, with an order that waits and whose payment has expired. */
async function openShop(db: Db) {
  await registerForGst(db, 'regular')
  const context = createTestPayments(db, MAY)
  const value = { ...DEFAULT_SETTINGS.dispatch, parcelsPerDay: 1 }
  await changeSection(db, 'dispatch', { version: 0, value, by: TEST_ADMIN })
  const product = await insertProduct(db, { pricePaise: 780_00, stock: 40, meltClass: 'truffle' })
  const place = async () => {
    const checkout = createCheckout(product, { shippingAddress: NAGPUR, heat: 'wait' })
    return initiatePayment(context, (await createCustomer(db)).id, checkout)
  }
  const late = await place()
  context.advanceMinutes(16)
  await expireOverduePayments(context)
  const payLate = async (minutes: number) => {
    context.advanceMinutes(minutes)
    await simulatePayment(context, late.clientTxnId)
    const paid = onlyRow(await db.select().from(orders).where(eq(orders.reference, late.orderId)))
    const key = `order-paid:${paid.id}:email`
    const [mail] = await db.select().from(outboxMessages).where(like(outboxMessages.idempotencyKey, key))
    const { parcels } = await readDispatchLoad(db, context.now())
    return { paid, mail: mail?.text, parcels }
  }
  return { context, place, late, payLate }
}

const inShop = (body: (shop: Awaited<ReturnType<typeof openShop>>) => Promise<void>) =>
  inTestTransaction(async (db) => {
    await body(await openShop(db))
    await expectInvariants(db)
  })

describe('an order that waits for cooler weather, whose money comes late', () => {
  it('keeps the date that was shown while its day has a place', () =>
    inShop(async ({ late, payLate }) => {
      const { paid, mail, parcels } = await payLate(2 * 24 * 60)
      expect(paid).toMatchObject({ status: 'processing', heat: 'wait', shipOn: FIRST_COOL_DAY })
      expect({ from: paid.deliverFrom, to: paid.deliverTo }).toEqual(late.expectedDelivery)
      expect(mail).toContain(`We send it on ${formatDay(FIRST_COOL_DAY)}, when it is cooler.`)
      expect(parcels).toEqual(new Map([[FIRST_COOL_DAY, 1]]))
    }))

  it('gets the next day when its own has filled, and the mail names it', () =>
    inShop(async ({ place, late, payLate }) => {
      await place()
      const { paid, mail, parcels } = await payLate(1)
      expect(paid).toMatchObject({ status: 'processing', heat: 'wait', shipOn: SECOND_COOL_DAY })
      const days = { from: paid.deliverFrom ?? '', to: paid.deliverTo ?? '' }
      expect(days.to >= (late.expectedDelivery?.to ?? '')).toBe(true)
      expect(mail).toContain(`We send it on ${formatDay(SECOND_COOL_DAY)}, when it is cooler.`)
      expect(mail).toContain(`Expected ${formatDeliveryWindow(days)}.`)
      expect(parcels).toEqual(
        new Map([
          [FIRST_COOL_DAY, 1],
          [SECOND_COOL_DAY, 1],
        ]),
      )
    }))

  it('waits for nothing when the heat is over, and leaves on the next day of dispatch', () =>
    inShop(async ({ payLate }) => {
      const { paid, mail, parcels } = await payLate(60 * 24 * 60)
      expect(paid).toMatchObject({ status: 'processing', heat: null, shipOn: '2027-07-03' })
      expect(mail).not.toContain('when it is cooler')
      expect(parcels).toEqual(new Map([['2027-07-03', 1]]))
    }))
})
