import { asc } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { inTestTransaction } from '#src/platform/testing/test-database.ts'
import { aProduct } from '#tests/makers/catalog.ts'
import { anOrder } from '#tests/makers/orders.ts'
import { aShopper, aTill } from '#tests/makers/payments.ts'
import { onOrderCancelled } from './order-cancellation.server.ts'
import { refundsDue } from './payments.table.server.ts'

it('every order that is cancelled is owed its own money back, whatever others are owed', () =>
  inTestTransaction(async (db) => {
    const till = aTill(db)
    const orders = []
    for (const pricePaise of [199_900, 45_000, 199_900])
      orders.push(await anOrder(till, { shopper: await aShopper(db), product: await aProduct(db, { pricePaise }) }))
    for (const { id } of orders) await onOrderCancelled(db, id)
    const owed = await db
      .select({ amount: refundsDue.amountPaise })
      .from(refundsDue)
      .orderBy(asc(refundsDue.amountPaise))
    expect(owed.map(({ amount }) => amount)).toEqual([60_000, 214_900, 214_900])
  }))
