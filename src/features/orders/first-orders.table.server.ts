import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { timestamptz } from '#src/db/columns.server.ts'
import { personalData } from '#src/db/data-policy.server.ts'

/** A customer's first paid order that was not cancelled. A trigger maintains it at commit. */
export const firstOrders = pgTable(
  'first_orders',
  {
    customerEmail: text('customer_email').primaryKey(),
    /** Both are null only inside the trigger. No foreign key: it would lock an order that another transaction uses. */
    orderId: uuid('order_id'),
    paidAt: timestamptz('paid_at'),
  },
  (table) => [index('first_orders_paid').on(table.paidAt)],
)

personalData(firstOrders, { erase: ['customerEmail'] })
