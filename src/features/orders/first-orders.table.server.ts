import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { timestamptz } from '#src/db/columns.server.ts'

/**
 * Which order of a shopper was paid first, of those that were not cancelled; kept by a trigger at the end of every
 * transaction that changes it (migration revenue-and-first-orders). It goes when the shopper's address goes from the orders.
 */
export const firstOrders = pgTable(
  'first_orders',
  {
    customerEmail: text('customer_email').primaryKey(),
    /** Both are empty only while the trigger looks. No reference: it would lock an order that somebody else works on. */
    orderId: uuid('order_id'),
    paidAt: timestamptz('paid_at'),
  },
  (table) => [index('first_orders_paid').on(table.paidAt)],
)
