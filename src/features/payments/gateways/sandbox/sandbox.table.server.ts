import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { personalData, timestamptz } from '#src/db/columns.server.ts'

export const sandboxBank = pgTable(
  'sandbox_bank',
  {
    clientTxnId: text('client_txn_id').primaryKey(),
    amountPaise: integer('amount_paise').notNull(),
    outcome: text({ enum: ['success', 'failure'] }),
    upiTxnId: text('upi_txn_id'),
    decidedAt: timestamptz('decided_at'),
  },
  (table) => [index('sandbox_bank_paid').on(table.decidedAt).where(sql`${table.outcome} = 'success'`)],
)

personalData(sandboxBank, { keep: { 'invented by the demo': ['clientTxnId', 'upiTxnId'] } })

export const sandboxRefunds = pgTable(
  'sandbox_refunds',
  {
    idempotencyKey: text('idempotency_key').primaryKey(),
    upiTxnId: text('upi_txn_id').notNull(),
    amountPaise: integer('amount_paise').notNull(),
    bankReference: text('bank_reference').notNull(),
    sentAt: timestamptz('sent_at').notNull().defaultNow(),
  },
  (table) => [
    index('sandbox_refunds_capture').on(table.upiTxnId),
    check('sandbox_refunds_amount_positive', sql`${table.amountPaise} > 0`),
  ],
)

personalData(sandboxRefunds, { keep: { 'invented by the demo': ['idempotencyKey', 'upiTxnId', 'bankReference'] } })
