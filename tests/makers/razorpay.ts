import { eq } from 'drizzle-orm'
import { products } from '#src/features/catalog/catalog.table.server.ts'
import { orders } from '#src/features/orders/orders.table.server.ts'
import { lookUpEvents } from '#src/features/payments/event-lookups.server.ts'
import { paymentsApi } from '#src/features/payments/payments.api.server.ts'
import { initiatePayment } from '#src/features/payments/payments.server.ts'
import { payments } from '#src/features/payments/payments.table.server.ts'
import { createRazorpay } from '#src/features/payments/razorpay.server.ts'
import { type Db, onlyRow } from '#src/platform/database.server.ts'
import { apiOf } from '#src/platform/testing/test-api.ts'
import { KEYS, type RazorpayWebhook, startRazorpay, WEBHOOK_SECRET } from '#tests/doubles/razorpay.ts'
import { aProduct } from './catalog.ts'
import { aCheckout, aShopper, aTill } from './payments.ts'

/** A shop that takes its money through Razorpay, with a shopper at the till who wants one box at Rs 1,999.00. */
export async function aRazorpayShop(db: Db, { stock = 5, timeoutMs = 10_000 } = {}) {
  const razorpay = await startRazorpay()
  const provider = createRazorpay({
    db,
    ...KEYS,
    webhookSecret: WEBHOOK_SECRET,
    webhookSecretBefore: 'the secret of yesterday',
    url: razorpay.url,
    timeoutMs,
  })
  const till = { ...aTill(db), provider }
  const api = apiOf(paymentsApi(till))
  const product = await aProduct(db, { pricePaise: 199_900, stock })
  const shopper = await aShopper(db)
  const checkout = aCheckout(product)
  return {
    razorpay,
    till,
    product,
    shopper,
    checkout,
    start: () => initiatePayment(till, shopper.id, checkout),
    /** Somebody else buys all that nobody holds. */
    sellOut: () => db.update(products).set({ stock: 0 }).where(eq(products.id, product.id)),
    /** Razorpay calls our webhook; gives back the status that it is answered. */
    deliver: async ({ headers, body }: RazorpayWebhook) => {
      const answer = await api.request('/api/payments/webhook/razorpay', { method: 'POST', headers, body })
      return answer.status
    },
    /** The clock has its turn: events are placed, codes are closed. */
    tick: async () => {
      await lookUpEvents(till)
      await till.provider.closeEnded?.(till.now())
    },
    /** How payment, order and shelf stand. */
    standing: async () => {
      const order = onlyRow(await db.select().from(orders).where(eq(orders.reference, checkout.orderId)))
      const payment = onlyRow(await db.select().from(payments).where(eq(payments.orderId, order.id)))
      const shelf = onlyRow(await db.select().from(products).where(eq(products.id, product.id)))
      return {
        payment: payment.status,
        late: payment.late,
        order: order.status,
        stock: shelf.stock,
        reserved: shelf.reserved,
      }
    },
  }
}
