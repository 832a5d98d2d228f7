import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { paise } from '#src/core/money.ts'
import { onlyRow } from '#src/db/database.server.ts'
import { cancelCustomerOrder } from '#src/features/orders/customer/customer-orders.server.ts'
import { setPacked } from '#src/features/orders/fulfilment/fulfil-order.server.ts'
import { orders } from '#src/features/orders/orders.table.server.ts'
import { payments, refunds } from '#src/features/payments/payments.table.server.ts'
import { requestRefund } from '#src/features/payments/refunds/request-refund.server.ts'
import { testDatabase } from '#src/testing/test-database.ts'
import { createAdmin } from '#tests/factories/admins.ts'
import { openParcelShop, PARCEL_PRICE } from '#tests/factories/parcel-shop.ts'
import { ORDER_EVENTS } from '#tests/factories/payments/payments.ts'
import { expectInvariants } from '#tests/invariants.ts'

async function openPaidShop() {
  const { db } = await testDatabase()
  const shop = await openParcelShop(db)
  const [first, second, ...others] = await shop.place(4)
  if (!first || !second) throw new Error('No parcels')
  const { id: paymentId } = onlyRow(await db.select().from(payments))
  const colleague = await createAdmin(db)
  const refund = (orderId: string, { by = shop.admin, amount = PARCEL_PRICE * 100, key = crypto.randomUUID() } = {}) =>
    requestRefund(db, { paymentId, orderId, amount: paise(amount), reason: 'Broken', key, by, now: new Date() })
  const cancel = (orderId: string) => cancelCustomerOrder(db, { userId: shop.customer.id, orderId }, ORDER_EVENTS)
  const refunded = async (orderId: string) =>
    (await db.select().from(refunds).where(eq(refunds.orderId, orderId))).reduce((sum, row) => sum + row.amountPaise, 0)
  const statusOf = async (id: string) => onlyRow(await db.select().from(orders).where(eq(orders.id, id)))
  return { ...shop, db, first, second, others, colleague, refund, cancel, refunded, statusOf }
}

const countDone = async (acts: Promise<unknown>[]) =>
  (await Promise.allSettled(acts)).filter(({ status }) => status === 'fulfilled').length

it('two admins who refund the same parcel at once refund it once, and other parcels at the same time, too', async () => {
  const { db, first, second, colleague, refund, refunded } = await openPaidShop()
  const same = [refund(second.reference), refund(second.reference, { by: colleague }), refund(second.reference)]
  const halves = Array.from({ length: 6 }, () => refund(first.reference, { amount: PARCEL_PRICE * 50 }))
  expect(await Promise.all([countDone(same), countDone(halves)])).toEqual([1, 2])
  for (const { id } of [first, second]) expect(await refunded(id)).toBe(PARCEL_PRICE * 100)
  await expectInvariants(db)
})

it('a parcel that is cancelled twice, and refunded by an admin meanwhile, is refunded by its total', async () => {
  const { db, second, refund, cancel, refunded, statusOf } = await openPaidShop()
  await Promise.allSettled([
    cancel(second.id),
    refund(second.reference, { amount: 500_00 }),
    cancel(second.id),
    refund(second.reference),
  ])
  expect(await statusOf(second.id)).toMatchObject({ status: 'cancelled' })
  expect(await refunded(second.id)).toBe(PARCEL_PRICE * 100)
  await expectInvariants(db)
})

it('all parcels cancelled at once are refunded in full, whichever comes first', async () => {
  const { db, first, second, others, cancel } = await openPaidShop()
  expect(await countDone([first, second, ...others].map(({ id }) => cancel(id)))).toBe(4)
  expect(onlyRow(await db.select().from(payments))).toMatchObject({ refundedPaise: 4 * PARCEL_PRICE * 100 })
  await expectInvariants(db)
})

it('a parcel that is cancelled while it is packed is either cancelled or packed', async () => {
  const { db, admin, first, second, others, cancel, statusOf } = await openPaidShop()
  for (const { id } of [first, second, ...others]) {
    await Promise.allSettled([cancel(id), setPacked(db, { orderId: id, by: admin, packed: true })])
    const { status, packedAt } = await statusOf(id)
    expect((status === 'cancelled') !== (packedAt !== null)).toBe(true)
  }
  await expectInvariants(db)
})
