import { eq } from 'drizzle-orm'
import { ORDER_EVENTS } from '#src/app/order-events.server.ts'
import { type Db, onlyRow } from '#src/db/database.server.ts'
import { listOrderDocuments } from '#src/features/invoices/documents/read-documents.server.ts'
import { ordersApi } from '#src/features/orders/orders.api.server.ts'
import type { OrderRow } from '#src/features/orders/orders.server.ts'
import { orders } from '#src/features/orders/orders.table.server.ts'
import { simulateBankDecision } from '#src/features/payments/gateways/sandbox/sandbox-gateway.server.ts'
import { initiatePayment } from '#src/features/payments/initiate-payment.server.ts'
import { findOrderPayment, sumOrderRefunds } from '#src/features/payments/order-payment/order-payment.server.ts'
import type { InitiatePayment } from '#src/features/payments/payments.contract.ts'
import { processPaymentEvent } from '#src/features/payments/process-payment-event.server.ts'
import { createTestApi } from '#src/testing/test-api.ts'
import { createCheckout, type TestCustomer, type TestPaymentContext } from '#tests/factories/payments/payments.ts'
import type { ProductRow } from './catalog.ts'

/** Has up to 43 °C in May. */
export const NAGPUR: InitiatePayment['shippingAddress'] = {
  ...{ firstName: 'Asha', lastName: 'Rao', address: '1 Central Avenue', city: 'Nagpur' },
  ...{ state: 'Maharashtra', pincode: '440001' },
}

type Wanted = {
  customer: TestCustomer
  product: ProductRow
  quantity?: number
  /** The time of the payment, if the bank names one. */
  paid?: boolean | Date
  /** What the customer typed at checkout. */
  checkout?: Partial<InitiatePayment>
}

/** Places an order as a customer does; paid unless told otherwise. */
export async function createOrder(context: TestPaymentContext, wanted: Wanted): Promise<OrderRow> {
  const { customer, product, quantity, paid = true } = wanted
  const checkout = createCheckout(product, { quantity, ...wanted.checkout })
  const { clientTxnId } = await initiatePayment(context, customer.id, checkout)
  if (paid) await simulatePayment(context, clientTxnId, paid === true ? undefined : paid)
  return onlyRow(await context.db.select().from(orders).where(eq(orders.reference, checkout.orderId)))
}

/** The bank moves the money and notifies the shop; the bank may report a different time than now. */
export async function simulatePayment(context: TestPaymentContext, clientTxnId: string, paidAt?: Date): Promise<void> {
  await simulateBankDecision(context.sandbox, clientTxnId, 'success')
  const bank = await context.gateway.fetchStatus(clientTxnId)
  if (bank?.status?.kind !== 'success') throw new Error(`The bank has not moved ${clientTxnId}`)
  const report = { ...bank.status, paidAt: paidAt ?? bank.status.paidAt }
  await processPaymentEvent(context, { ...bank, status: report, provider: 'sandbox', source: 'poll' })
}

/** The API of orders as the shop wires it, without the labels of custom chocolates. */
export function createOrdersApi(db: Db) {
  return createTestApi(
    ordersApi({
      db,
      events: ORDER_EVENTS,
      paymentOf: findOrderPayment,
      refundsOf: sumOrderRefunds,
      documentsOf: listOrderDocuments,
      customLabelsOf: async () => new Map(),
    }),
  )
}
