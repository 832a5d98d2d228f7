import { sql } from 'drizzle-orm'
import { index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { timestamptz } from '#src/db/columns.server.ts'

/** As which provider its payments and its money are kept. */
export const RAZORPAY = 'razorpay'

/** The QR code that Razorpay made for a payment of ours: what the shopper was offered, and by which id Razorpay is asked. */
export const razorpayQrCodes = pgTable(
  'razorpay_codes',
  {
    clientTxnId: text('client_txn_id').primaryKey(),
    qrId: text('qr_id').notNull().unique('razorpay_codes_qr_unique'),
    upiLink: text('upi_link').notNull(),
    createdAt: timestamptz('created_at').notNull().defaultNow(),
    /** When it closes by itself. Null for codes of before this was kept, which are closed. */
    closesAt: timestamptz('closes_at'),
    /** When the shop had it closed before that, because its payment had ended. */
    closedAt: timestamptz('closed_at'),
    closeTries: integer('close_tries').notNull().default(0),
    nextCloseAt: timestamptz('next_close_at'),
  },
  (table) => [index('razorpay_codes_open').on(table.closesAt).where(sql`${table.closedAt} is null`)],
)

/**
 * Under which number the shop knows a piece of money, by Razorpay's id of it. Written once: the bank's number may come
 * later than the news, and the same money under a second number would look like a second payment.
 */
export const razorpayCaptures = pgTable(
  'razorpay_money',
  {
    paymentId: text('payment_id').primaryKey(),
    upiTxnId: text('upi_txn_id').notNull(),
    createdAt: timestamptz('created_at').notNull().defaultNow(),
  },
  (table) => [index('razorpay_money_number').on(table.upiTxnId)],
)
