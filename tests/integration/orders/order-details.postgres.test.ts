import { expect, it } from 'vitest'
import type { Db } from '#src/db/database.server.ts'
import { getAdminOrder } from '#src/features/orders/admin/admin-order.server.ts'
import { cancelCustomerOrder } from '#src/features/orders/customer/customer-orders.server.ts'
import { getOrderDetails } from '#src/features/orders/lookup/order-details.server.ts'
import { findOrderPayment, sumOrderRefunds } from '#src/features/payments/order-payment/order-payment.server.ts'
import { startAutomaticRefunds } from '#src/features/payments/refunds/automatic-refunds.server.ts'
import { executeRefunds } from '#src/features/payments/refunds/refund-worker.server.ts'
import { testDatabase } from '#src/testing/test-database.ts'
import { insertProduct } from '#tests/factories/catalog.ts'
import { createOrder } from '#tests/factories/orders.ts'
import { createCustomer, createTestPayments, ORDER_EVENTS } from '#tests/factories/payments/payments.ts'

const TOTAL = 2149

/** A paid order, and lookups that cancel and refund it on another connection while it is read. */
async function createOrderThatIsRefundedMeanwhile() {
  const { db } = await testDatabase()
  const context = createTestPayments(db)
  const [customer, product] = [await createCustomer(db), await insertProduct(db, { pricePaise: 199_900 })]
  const { id } = await createOrder(context, { customer, product })
  const refund = async () => {
    await cancelCustomerOrder(db, { userId: customer.id, orderId: id }, ORDER_EVENTS)
    await startAutomaticRefunds(context)
    await executeRefunds(context)
  }
  const lookups = {
    paymentOf: async (tx: Db, order: { id: string; groupId: string | null }) => {
      await refund()
      return findOrderPayment(tx, order)
    },
    refundsOf: sumOrderRefunds,
    documentsOf: async () => new Map(),
    customLabelsOf: async () => new Map(),
  }
  return { db, id, scope: { userId: customer.id }, lookups }
}

const BEFORE = { status: 'processing', payment: { status: 'success', refundDue: 0, refunded: 0 } }
const AFTER = { status: 'cancelled', payment: { status: 'refunded', refundDue: 0, refunded: TOTAL } }

it('an order that is refunded while its customer reads it is shown as it was, then as it is', async () => {
  const { db, id, scope, lookups } = await createOrderThatIsRefundedMeanwhile()
  expect(await getOrderDetails(db, { id, scope, ...lookups })).toMatchObject(BEFORE)
  expect(await getOrderDetails(db, { id, scope, ...lookups })).toMatchObject(AFTER)
})

it('an order that is refunded while an admin reads it is shown as it was, then as it is', async () => {
  const { db, id, lookups } = await createOrderThatIsRefundedMeanwhile()
  expect(await getAdminOrder(db, id, lookups)).toMatchObject(BEFORE)
  expect(await getAdminOrder(db, id, lookups)).toMatchObject(AFTER)
})
