import { sql } from 'drizzle-orm'
import { check, index, integer, jsonb, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import {
  CUSTOM_ORDER_STATUSES,
  FLAVORS,
  type Ingredient,
  OCCASIONS,
  PACKAGINGS,
  SHAPES,
} from './custom-orders.rules.ts'

const moment = (name: string) => timestamp(name, { withTimezone: true })

export const customOrders = pgTable(
  'custom_orders',
  {
    id: uuid().primaryKey().defaultRandom(),
    /** What people quote. Random, because whoever knows one must not know the next. */
    reference: text().notNull().unique('custom_orders_reference_unique'),
    status: text({ enum: CUSTOM_ORDER_STATUSES }).notNull().default('quote-pending'),
    flavor: text({ enum: FLAVORS }).notNull(),
    concentration: integer().notNull(),
    name: text(),
    ingredients: jsonb().$type<Ingredient[]>().notNull(),
    occasion: text({ enum: OCCASIONS }),
    shape: text({ enum: SHAPES }).notNull(),
    packaging: text({ enum: PACKAGINGS }).notNull(),
    message: text(),
    quantity: integer().notNull(),
    customerMobile: text('customer_mobile').notNull(),
    customerEmail: text('customer_email').notNull(),
    /** The price book's total when the shopper saw its band: the book may have changed when the maker quotes. */
    estimatePaise: integer('estimate_paise').notNull(),
    /** By when the quotation is promised. */
    dueAt: moment('due_at').notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [
    index('custom_orders_newest').on(table.createdAt),
    index('custom_orders_unanswered').on(table.dueAt).where(sql`${table.status} = 'quote-pending'`),
    index('custom_orders_customer').on(table.customerEmail),
    check('custom_orders_concentration_in_range', sql`${table.concentration} between 30 and 95`),
    check('custom_orders_quantity_in_range', sql`${table.quantity} between 1 and 1000`),
    check('custom_orders_estimate_positive', sql`${table.estimatePaise} > 0`),
    check('custom_orders_promise_ahead', sql`${table.dueAt} > ${table.createdAt}`),
    check(
      'custom_orders_status_known',
      sql`${table.status} in ('quote-pending', 'quoted', 'confirmed', 'in-production', 'completed', 'cancelled')`,
    ),
  ],
)
