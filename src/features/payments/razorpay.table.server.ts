import { index, pgTable, text } from 'drizzle-orm/pg-core'
import { moment } from '#src/platform/moment.server.ts'

/** The QR code that Razorpay made for a payment of ours: what the shopper was offered, and by which id Razorpay is asked. */
export const razorpayCodes = pgTable('razorpay_codes', {
  clientTxnId: text('client_txn_id').primaryKey(),
  qrId: text('qr_id').notNull().unique('razorpay_codes_qr_unique'),
  upiLink: text('upi_link').notNull(),
  createdAt: moment('created_at').notNull().defaultNow(),
})

/**
 * Under which number the shop knows a piece of money, by Razorpay's id of it. Written once: the bank's number may come
 * later than the news, and the same money under a second number would look like a second payment.
 */
export const razorpayMoney = pgTable(
  'razorpay_money',
  {
    paymentId: text('payment_id').primaryKey(),
    upiTxnId: text('upi_txn_id').notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [index('razorpay_money_number').on(table.upiTxnId)],
)
