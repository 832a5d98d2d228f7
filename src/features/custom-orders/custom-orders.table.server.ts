import { sql } from 'drizzle-orm'
import { boolean, check, date, index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { personalData, timestamptz } from '#src/db/columns.server.ts'
import { users } from '#src/features/auth/auth.table.server.ts'
import { orders } from '#src/features/orders/orders.table.server.ts'
import {
  CUSTOM_ORDER_ACTORS,
  CUSTOM_ORDER_EVENT_KINDS,
  CUSTOM_ORDER_KINDS,
  CUSTOM_ORDER_STATUSES,
  FLAVORS,
  type Ingredient,
  OCCASIONS,
  PACKAGINGS,
  SHAPES,
} from './custom-order-options.ts'
import type { EstimateLine } from './price-estimate.ts'

export const customOrders = pgTable(
  'custom_orders',
  {
    id: uuid().primaryKey().defaultRandom(),
    /** Random, so that one reference does not reveal the next. */
    reference: text().notNull().unique('custom_orders_reference_unique'),
    status: text({ enum: CUSTOM_ORDER_STATUSES }).notNull().default('quote-pending'),
    /** A bulk request has lines and none of the columns of a composed chocolate. */
    kind: text({ enum: CUSTOM_ORDER_KINDS }).notNull().default('composed'),
    flavor: text({ enum: FLAVORS }),
    concentration: integer(),
    name: text(),
    ingredients: jsonb().$type<Ingredient[]>(),
    occasion: text({ enum: OCCASIONS }),
    shape: text({ enum: SHAPES }),
    packaging: text({ enum: PACKAGINGS }),
    message: text(),
    quantity: integer().notNull(),
    /** For the invoice of a bulk order. */
    company: text(),
    gstin: text(),
    neededBy: date('needed_by'),
    customerMobile: text('customer_mobile').notNull(),
    customerEmail: text('customer_email').notNull(),
    /** The estimate that the customer saw; prices may change before the quotation. */
    estimatePaise: integer('estimate_paise'),
    estimateBreakdown: jsonb('estimate_breakdown').$type<EstimateLine[]>(),
    dueAt: timestamptz('due_at').notNull(),
    /** When the SLA ended: at the first quotation or when the request was declined. */
    answeredAt: timestamptz('answered_at'),
    /** Stored during a flood: no messages are sent. */
    notificationsMuted: boolean('notifications_muted').notNull().default(false),
    createdAt: timestamptz('created_at').notNull().defaultNow(),

    /** Price of all pieces in the latest quotation, without shipping. */
    quotedPaise: integer('quoted_paise'),
    adminNotes: text('admin_notes'),
    quotedAt: timestamptz('quoted_at'),
    /** The promised day if paid in time; null for the usual crafting time. */
    readyOn: date('ready_on'),
    /** Minutes of work in the latest quotation. */
    craftingMinutes: integer('crafting_minutes'),
    validUntil: timestamptz('valid_until'),
    /** Hashed, so that database access does not allow accepting. */
    quoteTokenHash: text('quote_token_hash').unique('custom_orders_quote_token_unique'),
    quoteCount: integer('quote_count').notNull().default(0),
    openQuestionAt: timestamptz('open_question_at'),

    /** The account that sent it, later the one that accepted it, and the resulting order. */
    userId: uuid('user_id').references(() => users.id, { onDelete: 'set null' }),
    orderId: uuid('order_id')
      .unique('custom_orders_order_unique')
      .references(() => orders.id),
    customerName: text('customer_name'),
    /** The account was deleted; the rest is erased once nothing is owed. */
    erasureRequestedAt: timestamptz('erasure_requested_at'),
  },
  (table) => [
    index('custom_orders_newest').on(table.createdAt, table.id),
    index('custom_orders_status').on(table.status, table.createdAt, table.id),
    index('custom_orders_unanswered').on(table.dueAt, table.id).where(sql`${table.status} = 'quote-pending'`),
    index('custom_orders_customer').on(table.customerEmail),
    index('custom_orders_user').on(table.userId).where(sql`${table.userId} is not null`),
    index('custom_orders_erasure_requested')
      .on(table.erasureRequestedAt)
      .where(sql`${table.erasureRequestedAt} is not null`),
    check('custom_orders_concentration_in_range', sql`${table.concentration} between 30 and 95`),
    check('custom_orders_kind_known', sql`${table.kind} in ('composed', 'bulk')`),
    check(
      'custom_orders_composition_is_complete',
      sql`num_nonnulls(${table.flavor}, ${table.concentration}, ${table.ingredients}, ${table.shape}, ${table.packaging}, ${table.estimatePaise}, ${table.estimateBreakdown})
        = case ${table.kind} when 'composed' then 7 else 0 end`,
    ),
    check(
      'custom_orders_company_asks_for_bulk',
      sql`${table.kind} = 'bulk' or num_nonnulls(${table.company}, ${table.gstin}) = 0`,
    ),
    check(
      'custom_orders_quantity_in_range',
      sql`${table.quantity} between 1 and case ${table.kind} when 'composed' then 1000 else 100000 end`,
    ),
    check('custom_orders_crafting_minutes', sql`${table.craftingMinutes} >= 0`),
    check('custom_orders_estimate_positive', sql`${table.estimatePaise} > 0`),
    check('custom_orders_due_after_creation', sql`${table.dueAt} > ${table.createdAt}`),
    check(
      'custom_orders_quote_is_complete',
      sql`num_nonnulls(${table.quotedPaise}, ${table.quotedAt}, ${table.validUntil}) in (0, 3)`,
    ),
    check('custom_orders_price_positive', sql`${table.quotedPaise} > 0`),
    check('custom_orders_quoted_has_price', sql`${table.status} <> 'quoted' or ${table.quotedPaise} is not null`),
    check('custom_orders_order_was_quoted', sql`${table.orderId} is null or ${table.quotedPaise} is not null`),
    check(
      'custom_orders_status_known',
      sql`${table.status} in ('quote-pending', 'quoted', 'confirmed', 'in-production', 'completed', 'cancelled')`,
    ),
  ],
)

personalData(customOrders, {
  erase: ['name', 'message', 'customerMobile', 'customerEmail', 'customerName', 'adminNotes', 'company', 'gstin'],
  keep: {
    'what was made, without the customer': ['reference', 'ingredients', 'estimateBreakdown'],
    'a hash that opens nothing once the order is paid': ['quoteTokenHash'],
  },
})

export const customOrderEvents = pgTable(
  'custom_order_events',
  {
    id: uuid().primaryKey().defaultRandom(),
    customOrderId: uuid('custom_order_id')
      .notNull()
      .references(() => customOrders.id, { onDelete: 'cascade' }),
    kind: text({ enum: CUSTOM_ORDER_EVENT_KINDS }).notNull(),
    actor: text({ enum: CUSTOM_ORDER_ACTORS }).notNull(),
    /** Statuses before and after the event, if it changed the status. */
    from: text({ enum: CUSTOM_ORDER_STATUSES }),
    to: text({ enum: CUSTOM_ORDER_STATUSES }),
    amountPaise: integer('amount_paise'),
    /** A question, an answer, notes of a quotation, or the reason of a change. */
    text: text(),
    createdAt: timestamptz('created_at').notNull(),
  },
  (table) => [index('custom_order_events_order').on(table.customOrderId, table.createdAt)],
)

personalData(customOrderEvents, { erase: ['text'] })
