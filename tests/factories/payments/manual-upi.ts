import { eq } from 'drizzle-orm'
import { shopDay } from '#src/core/dates.ts'
import { type Db, onlyRow } from '#src/db/database.server.ts'
import { products } from '#src/features/catalog/products/products.table.server.ts'
import { orders } from '#src/features/orders/orders.table.server.ts'
import { initiatePayment } from '#src/features/payments/initiate-payment.server.ts'
import { createManualUpiGateway } from '#src/features/payments/manual-upi/manual-upi-gateway.server.ts'
import { submitUtr } from '#src/features/payments/manual-upi/submit-utr.server.ts'
import { payments } from '#src/features/payments/payments.table.server.ts'
import { readVersionedSection } from '#src/features/settings/read-settings.server.ts'
import { changeSection } from '#src/features/settings/settings.server.ts'
import { createAdmin } from '#tests/factories/admins.ts'
import { insertProduct } from '#tests/factories/catalog.ts'
import { createCheckout, createCustomer, createTestPayments } from './payments.ts'

const DAY_MS = 24 * 3_600_000

/** A UTR as banks form it: the last digit of the year, the day of the year, and eight digits. */
export function createUtr(now: Date, lastEight = '12345678'): string {
  const day = shopDay(now)
  const dayOfYear = (Date.parse(day) - Date.parse(`${day.slice(0, 4)}-01-01`)) / DAY_MS + 1
  return `${day.slice(3, 4)}${String(dayOfYear).padStart(3, '0')}${lastEight}`
}

/** A manual-UPI shop, and a customer who buys one box at Rs 1,999.00: with shipping 214900 paise. */
export async function createManualUpiShop(db: Db, { stock = 5, pricePaise = 199_900 } = {}) {
  const provider = createManualUpiGateway({ vpa: 'Golconda@okaxis', payeeName: 'Asha Rao' })
  const context = { ...createTestPayments(db), gateway: provider }
  const product = await insertProduct(db, { pricePaise, stock })
  const customer = await createCustomer(db)
  const admin = await createAdmin(db)
  const checkout = createCheckout(product)
  return {
    context,
    product,
    customer,
    admin,
    checkout,
    start: () => initiatePayment(context, customer.id, checkout),
    /** Another customer of the same shop. */
    startAnother: async () => {
      const other = await createCustomer(db)
      const theirs = createCheckout(product)
      return { customer: other, started: await initiatePayment(context, other.id, theirs) }
    },
    tell: ({ transactionId, orderId }: { transactionId: string; orderId: string }, utr = createUtr(context.now())) =>
      submitUtr(context, customer.id, { transactionId, orderId, utr }),
    /** The amount in rupees above which two admins must confirm. */
    setLimit: async (twoConfirmationsAbove: number) => {
      const { version } = await readVersionedSection(db, 'payments')
      await changeSection(db, 'payments', { version, value: { twoConfirmationsAbove }, by: admin })
    },
    /** Order status, stock, and the latest payment. */
    standing: async () => {
      const order = onlyRow(await db.select().from(orders).where(eq(orders.reference, checkout.orderId)))
      const attempts = await db
        .select()
        .from(payments)
        .where(eq(payments.orderId, order.id))
        .orderBy(payments.createdAt)
      const payment = attempts.at(-1)
      const storage = onlyRow(await db.select().from(products).where(eq(products.id, product.id)))
      return {
        payment: payment?.status,
        late: payment?.late,
        order: order.status,
        stock: storage.stock,
        reserved: storage.reserved,
      }
    },
  }
}
