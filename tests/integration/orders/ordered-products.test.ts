import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { removeProduct, restoreProduct } from '#src/features/catalog/admin/admin-products.server.ts'
import { products } from '#src/features/catalog/products/products.table.server.ts'
import { listStockLedger } from '#src/features/catalog/stock/stock-adjustments.server.ts'
import { findOrderReferences } from '#src/features/orders/lookup/order-customers.server.ts'
import { orderLines } from '#src/features/orders/orders.table.server.ts'
import { inTestTransaction } from '#src/testing/test-database.ts'
import { createAdmin } from '#tests/factories/admins.ts'
import { insertProduct } from '#tests/factories/catalog.ts'
import { createOrder } from '#tests/factories/orders.ts'
import { createCustomer, createTestPayments } from '#tests/factories/payments/payments.ts'
import { expectInvariants } from '#tests/invariants.ts'

it('a product that was ordered is archived, keeps its orders and its stock, and can come back', () =>
  inTestTransaction(async (db) => {
    const by = await createAdmin(db)
    const bar = await insertProduct(db, { stock: 10 })
    await createOrder(createTestPayments(db), { customer: await createCustomer(db), product: bar, quantity: 2 })
    expect(await removeProduct(db, { id: bar.id, by })).toBe('archived')
    expect(await removeProduct(db, { id: bar.id, by })).toBe('archived')
    expect(await db.$count(orderLines, eq(orderLines.productId, bar.id))).toBe(1)
    expect(await restoreProduct(db, { id: bar.id, mode: 'demo', by })).toMatchObject({ archivedAt: null, stock: 8 })
    expect(await db.$count(products)).toBe(1)
    await expectInvariants(db)
  }))

it('the ledger names the order that pieces were sold to', () =>
  inTestTransaction(async (db) => {
    const bar = await insertProduct(db, { stock: 10 })
    const order = await createOrder(createTestPayments(db), {
      customer: await createCustomer(db),
      product: bar,
      quantity: 2,
    })
    const wanted = { productId: bar.id, limit: 10, referencesOf: findOrderReferences }
    const { items: moves } = await listStockLedger(db, wanted)
    expect(moves.find(({ reason }) => reason === 'sold')).toMatchObject({
      change: -2,
      by: null,
      order: { id: order.id, reference: order.reference },
    })
  }))
