import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { products } from '#src/features/catalog/catalog.table.server.ts'
import { removeProduct, restoreProduct } from '#src/features/catalog/maker-products.server.ts'
import { stockHistory } from '#src/features/catalog/stock-desk.server.ts'
import { referencesOfOrders } from '#src/features/orders/order-references.server.ts'
import { orderLines } from '#src/features/orders/orders.table.server.ts'
import { inTestTransaction } from '#src/platform/testing/test-database.ts'
import { expectInvariants } from '#tests/invariants.ts'
import { aProduct } from '#tests/makers/catalog.ts'
import { aMaker } from '#tests/makers/maker.ts'
import { anOrder } from '#tests/makers/orders.ts'
import { aShopper, aTill } from '#tests/makers/payments.ts'

it('a product that was ordered is archived, keeps its orders and its stock, and can come back', () =>
  inTestTransaction(async (db) => {
    const by = await aMaker(db)
    const bar = await aProduct(db, { stock: 10 })
    await anOrder(aTill(db), { shopper: await aShopper(db), product: bar, quantity: 2 })
    expect(await removeProduct(db, { id: bar.id, by })).toBe('archived')
    expect(await removeProduct(db, { id: bar.id, by })).toBe('archived')
    expect(await db.$count(orderLines, eq(orderLines.productId, bar.id))).toBe(1)
    expect(await restoreProduct(db, { id: bar.id, by })).toMatchObject({ archivedAt: null, stock: 8 })
    expect(await db.$count(products)).toBe(1)
    await expectInvariants(db)
  }))

it('the ledger names the order that pieces were sold to', () =>
  inTestTransaction(async (db) => {
    const bar = await aProduct(db, { stock: 10 })
    const order = await anOrder(aTill(db), { shopper: await aShopper(db), product: bar, quantity: 2 })
    const wanted = { productId: bar.id, limit: 10, referencesOf: referencesOfOrders }
    const { moves } = await stockHistory(db, wanted)
    expect(moves.find(({ reason }) => reason === 'sold')).toMatchObject({
      change: -2,
      by: null,
      order: { id: order.id, reference: order.reference },
    })
  }))
