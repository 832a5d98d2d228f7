import { eq } from 'drizzle-orm'
import { shopDay } from '#src/core/dates.ts'
import { products } from '#src/features/catalog/catalog.table.server.ts'
import { orders } from '#src/features/orders/orders.table.server.ts'
import { tellUtr } from '#src/features/payments/manual-telling.server.ts'
import { createManualUpi } from '#src/features/payments/manual-upi.server.ts'
import { initiatePayment } from '#src/features/payments/payments.server.ts'
import { payments } from '#src/features/payments/payments.table.server.ts'
import { changeSection, sectionOnDesk } from '#src/features/settings/settings.server.ts'
import { type Db, onlyRow } from '#src/platform/database.server.ts'
import { aProduct } from './catalog.ts'
import { aMaker } from './maker.ts'
import { aCheckout, aShopper, aTill } from './payments.ts'

const DAY_MS = 24 * 3_600_000

/** A UTR as banks give it on that day: the last digit of the year, the day of the year, and eight digits. */
export function aUtr(now: Date, lastEight = '12345678'): string {
  const day = shopDay(now)
  const dayOfYear = (Date.parse(day) - Date.parse(`${day.slice(0, 4)}-01-01`)) / DAY_MS + 1
  return `${day.slice(3, 4)}${String(dayOfYear).padStart(3, '0')}${lastEight}`
}

/** A shop whose maker finds the money on the statement, and a shopper who buys one box at Rs 1,999.00: with shipping 214900 paise. */
export async function aManualShop(db: Db, { stock = 5, pricePaise = 199_900 } = {}) {
  const provider = createManualUpi({ vpa: 'Golconda@okaxis', payeeName: 'Asha Rao' })
  const till = { ...aTill(db), provider }
  const product = await aProduct(db, { pricePaise, stock })
  const shopper = await aShopper(db)
  const maker = await aMaker(db)
  const checkout = aCheckout(product)
  return {
    till,
    product,
    shopper,
    maker,
    checkout,
    start: () => initiatePayment(till, shopper.id, checkout),
    /** Somebody else comes to the same till. */
    startAnother: async () => {
      const other = await aShopper(db)
      const theirs = aCheckout(product)
      return { shopper: other, started: await initiatePayment(till, other.id, theirs) }
    },
    tell: ({ transactionId, orderId }: { transactionId: string; orderId: string }, utr = aUtr(till.now())) =>
      tellUtr(till, shopper.id, { transactionId, orderId, utr }),
    /** Above so many rupees two makers confirm. */
    setLimit: async (twoConfirmationsAbove: number) => {
      const { version } = await sectionOnDesk(db, 'payments')
      await changeSection(db, 'payments', { version, value: { twoConfirmationsAbove }, by: maker })
    },
    /** How order and shelf stand, and its latest payment. */
    standing: async () => {
      const order = onlyRow(await db.select().from(orders).where(eq(orders.reference, checkout.orderId)))
      const attempts = await db
        .select()
        .from(payments)
        .where(eq(payments.orderId, order.id))
        .orderBy(payments.createdAt)
      const payment = attempts.at(-1)
      const shelf = onlyRow(await db.select().from(products).where(eq(products.id, product.id)))
      return {
        payment: payment?.status,
        late: payment?.late,
        order: order.status,
        stock: shelf.stock,
        reserved: shelf.reserved,
      }
    },
  }
}
