import { sql } from 'drizzle-orm'
import { index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { personalData, timestamptz } from '#src/db/columns.server.ts'

export const RAZORPAY = 'razorpay'

export const razorpayQrCodes = pgTable(
  'razorpay_qr_codes',
  {
    clientTxnId: text('client_txn_id').primaryKey(),
    qrId: text('qr_id').notNull().unique('razorpay_qr_codes_qr_unique'),
    upiLink: text('upi_link').notNull(),
    createdAt: timestamptz('created_at').notNull().defaultNow(),
    /** Null for codes from before this column existed; they are closed. */
    closesAt: timestamptz('closes_at'),
    closedAt: timestamptz('closed_at'),
    closeAttempts: integer('close_attempts').notNull().default(0),
    nextCloseAt: timestamptz('next_close_at'),
  },
  (table) => [index('razorpay_qr_codes_open').on(table.closesAt).where(sql`${table.closedAt} is null`)],
)

personalData(razorpayQrCodes, { keep: { 'a reference of ours or of the gateway': ['clientTxnId', 'qrId', 'upiLink'] } })

/** The number under which we recorded a capture, by Razorpay's id. Written once, because the RRN may arrive later. */
export const razorpayCaptures = pgTable(
  'razorpay_captures',
  {
    paymentId: text('payment_id').primaryKey(),
    upiTxnId: text('upi_txn_id').notNull(),
    createdAt: timestamptz('created_at').notNull().defaultNow(),
  },
  (table) => [index('razorpay_captures_upi_txn').on(table.upiTxnId)],
)

personalData(razorpayCaptures, { keep: { 'money that the bank lists too': ['paymentId', 'upiTxnId'] } })
