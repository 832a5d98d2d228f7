import { eq } from 'drizzle-orm'
import { type Db, onlyRow } from '#src/db/database.server.ts'
import { products } from '#src/features/catalog/products/products.table.server.ts'
import { orders } from '#src/features/orders/orders.table.server.ts'
import { createRazorpayGateway } from '#src/features/payments/gateways/razorpay/razorpay-gateway.server.ts'
import { initiatePayment } from '#src/features/payments/initiate-payment.server.ts'
import { paymentsApi } from '#src/features/payments/payments.api.server.ts'
import { payments } from '#src/features/payments/payments.table.server.ts'
import { lookUpEvents } from '#src/features/payments/polling/event-lookups.server.ts'
import { createTestApi } from '#src/testing/test-api.ts'
import { insertProduct } from '#tests/factories/catalog.ts'
import { RAZORPAY_KEYS, type RazorpayWebhook, startFakeRazorpay, TEST_WEBHOOK_SECRET } from '#tests/fakes/razorpay.ts'
import { createCheckout, createCustomer, createTestPayments } from './payments.ts'

/** A shop with Razorpay, and a customer at checkout with one box at Rs 1,999.00. */
export async function createRazorpayShop(db: Db, { stock = 5, timeoutMs = 10_000 } = {}) {
  const razorpay = await startFakeRazorpay()
  const provider = createRazorpayGateway({
    db,
    ...RAZORPAY_KEYS,
    webhookSecret: TEST_WEBHOOK_SECRET,
    previousWebhookSecret: 'the secret of yesterday',
    url: razorpay.url,
    timeoutMs,
  })
  const context = { ...createTestPayments(db), gateway: provider }
  const api = createTestApi(paymentsApi(context))
  const product = await insertProduct(db, { pricePaise: 199_900, stock })
  const customer = await createCustomer(db)
  const checkout = createCheckout(product)
  return {
    razorpay,
    context,
    product,
    customer,
    checkout,
    start: () => initiatePayment(context, customer.id, checkout),
    /** Another customer buys all available stock. */
    sellOut: () => db.update(products).set({ stock: 0 }).where(eq(products.id, product.id)),
    /** Delivers a webhook and returns the response status. */
    deliver: async ({ headers, body }: RazorpayWebhook) => {
      const answer = await api.request('/api/payments/webhook/razorpay', { method: 'POST', headers, body })
      return answer.status
    },
    /** Runs the job that processes events and closes codes. */
    tick: async () => {
      await lookUpEvents(context)
      await context.gateway.closeEndedPayments?.(context.now())
    },
    /** Payment status, order status and stock. */
    standing: async () => {
      const order = onlyRow(await db.select().from(orders).where(eq(orders.reference, checkout.orderId)))
      const payment = onlyRow(await db.select().from(payments).where(eq(payments.orderId, order.id)))
      const storage = onlyRow(await db.select().from(products).where(eq(products.id, product.id)))
      return {
        payment: payment.status,
        late: payment.late,
        order: order.status,
        stock: storage.stock,
        reserved: storage.reserved,
      }
    },
  }
}
