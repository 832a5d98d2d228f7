import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  customType,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  unique,
  uuid,
} from 'drizzle-orm/pg-core'
import { timestamptz } from '#src/db/columns.server.ts'
import { users } from '#src/features/auth/auth.table.server.ts'
import { products } from '#src/features/catalog/products/products.table.server.ts'
import { ORDER_ACTORS, ORDER_STATUSES } from './order-status.ts'
import type { ShippingAddress } from './orders.contract.ts'

const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' })

/**
 * Built without the parser of full text search, which takes e-mail addresses and signed numbers as one word: here every
 * run of characters between ASCII punctuation is a word. Of a phone number the ten digits count that people say, of an
 * e-mail address what stands before the @: half of all shoppers have the rest in common.
 */
const WORDS = `array_to_tsvector(array_remove(regexp_split_to_array(lower(
  substr(reference, 5) || ' ' || customer_name || ' ' || split_part(customer_email, '@', 1) || ' ' || right(customer_phone, 10) || ' ' ||
  coalesce(shipping_address ->> 'firstName', '') || ' ' || coalesce(shipping_address ->> 'lastName', '') || ' ' ||
  coalesce(shipping_address ->> 'pincode', '')
), '[\\x01-\\x2f\\x3a-\\x40\\x5b-\\x60\\x7b-\\x7f]+'), ''))`

export const orders = pgTable(
  'orders',
  {
    id: uuid().primaryKey().defaultRandom(),
    /** The browser's own name for the order: people quote it, and it makes placing an order repeatable. */
    reference: text().notNull().unique('orders_reference_unique'),
    /** What was asked for, hashed: the same reference with other content is refused. */
    contentHash: text('content_hash').notNull(),
    userId: uuid('user_id').references(() => users.id, { onDelete: 'set null' }),
    status: text({ enum: ORDER_STATUSES }).notNull().default('pending'),
    customerName: text('customer_name').notNull(),
    customerEmail: text('customer_email').notNull(),
    customerPhone: text('customer_phone').notNull(),
    shippingAddress: jsonb('shipping_address').$type<ShippingAddress>().notNull(),
    notes: text(),
    subtotalPaise: integer('subtotal_paise').notNull(),
    shippingPaise: integer('shipping_paise').notNull(),
    /** What the promo code takes off. */
    discountPaise: integer('discount_paise').notNull().default(0),
    promoCode: text('promo_code'),
    totalPaise: integer('total_paise').notNull(),
    createdAt: timestamptz('created_at').notNull().defaultNow(),
    /** When the money was there. An order leaves `pending` through this, or through being cancelled. */
    paidAt: timestamptz('paid_at'),
    /** An order of a quotation can be paid as long as that is valid; null: as long as the order lives. */
    payableUntil: timestamptz('payable_until'),
    /** Working days of the studio that making it takes, and the day on which it is promised to be made: for custom orders. */
    craftingDays: integer('crafting_days').notNull().default(0),
    readyOn: date('ready_on'),
    /**
     * What was promised when paying started: the day on which the parcel leaves, and between which days it arrives.
     * Without the first the order is older than these columns; without the others its place is served by arrangement.
     */
    shipOn: date('ship_on'),
    deliverFrom: date('deliver_from'),
    deliverTo: date('deliver_to'),
    /** When the parcel was ready. Not a status of its own: it only splits the paid orders in two on the maker's desk. */
    packedAt: timestamptz('packed_at'),
    /** Who carries the parcel, and the number by which they know it. */
    courier: text(),
    trackingNumber: text('tracking_number'),
    /** Which version of the policies (settings) the buyer agreed to; null from before the shop had policies. */
    policiesVersion: integer('policies_version'),
    /** Invented for the demo, and marked so wherever its figures are seen. */
    isSample: boolean('is_sample').notNull().default(false),
    /** Paid in a version of the shop that wrote no invoices. It gets none afterwards: a number has the day of its payment. */
    paidBeforeInvoices: boolean('paid_before_invoices').notNull().default(false),
    /** The words by which the maker finds the order; order-search.server.ts splits what is typed in the same way. */
    words: tsvector().generatedAlwaysAs(sql.raw(WORDS)),
  },
  (table) => [
    index('orders_user').on(table.userId, table.createdAt),
    index('orders_newest').on(table.createdAt, table.id),
    index('orders_status').on(table.status, table.createdAt, table.id),
    index('orders_to_pack')
      .on(table.paidAt, table.id)
      .where(sql`${table.status} = 'processing' and ${table.packedAt} is null`),
    // Two statuses in one order: by the newest of all, the list would walk through what is not yet done.
    index('orders_done').on(table.createdAt, table.id).where(sql`${table.status} in ('delivered', 'completed')`),
    // People type beginnings of words: the index has them as words of their own (migration 0007).
    index('orders_beginnings').using('gin', sql`order_beginnings(${table.words})`).with({ fastupdate: false }),
    index('orders_address').on(sql`lower(${table.customerEmail}) text_pattern_ops`),
    check('orders_tracking_is_whole', sql`num_nonnulls(${table.courier}, ${table.trackingNumber}) <> 1`),
    index('orders_paid').on(table.paidAt, table.id).where(sql`${table.paidAt} is not null`),
    index('orders_paid_by')
      .on(table.customerEmail, table.paidAt)
      .where(sql`${table.paidAt} is not null and ${table.status} <> 'cancelled'`),
    index('orders_sample').on(table.id).where(sql`${table.isSample}`),
    index('orders_unpaid').on(table.createdAt).where(sql`${table.status} = 'pending' and ${table.paidAt} is null`),
    check(
      'orders_total_adds_up',
      sql`${table.totalPaise} = ${table.subtotalPaise} + ${table.shippingPaise} - ${table.discountPaise}`,
    ),
    check(
      'orders_discount_within_subtotal',
      sql`${table.discountPaise} >= 0 and ${table.discountPaise} < ${table.subtotalPaise}`,
    ),
    check('orders_discount_has_code', sql`${table.discountPaise} = 0 or ${table.promoCode} is not null`),
    check('orders_crafting_takes_days', sql`${table.craftingDays} >= 0`),
    check(
      'orders_promise_in_order',
      sql`num_nonnulls(${table.deliverFrom}, ${table.deliverTo}) in (0, 2)
        and (${table.deliverFrom} is null or (${table.shipOn} is not null and ${table.shipOn} <= ${table.deliverFrom} and ${table.deliverFrom} <= ${table.deliverTo}))`,
    ),
    check('orders_amounts_positive', sql`${table.subtotalPaise} > 0 and ${table.shippingPaise} >= 0`),
    check('orders_work_is_paid', sql`${table.paidAt} is not null or ${table.status} in ('pending', 'cancelled')`),
    check('orders_without_invoice_are_paid', sql`not ${table.paidBeforeInvoices} or ${table.paidAt} is not null`),
  ],
)

export const orderLines = pgTable(
  'order_lines',
  {
    id: uuid().primaryKey().defaultRandom(),
    orderId: uuid('order_id')
      .notNull()
      .references(() => orders.id, { onDelete: 'cascade' }),
    /** What is on the shelf has this; what is made for its shopper alone has the other. */
    productId: integer('product_id').references(() => products.id),
    customOrderId: uuid('custom_order_id'),
    /** Name, picture and price as they were when the order was placed. */
    name: text().notNull(),
    imageUrl: text('image_url'),
    unitPaise: integer('unit_paise').notNull(),
    quantity: integer().notNull(),
  },
  (table) => [
    unique('order_lines_order_product_unique').on(table.orderId, table.productId),
    index('order_lines_custom_order').on(table.customOrderId).where(sql`${table.customOrderId} is not null`),
    check('order_lines_one_thing', sql`num_nonnulls(${table.productId}, ${table.customOrderId}) = 1`),
    check('order_lines_unit_positive', sql`${table.unitPaise} > 0`),
    check('order_lines_quantity_positive', sql`${table.quantity} > 0`),
  ],
)

/** Every change of an order's status: who, from, to, why. */
export const orderStatusChanges = pgTable(
  'order_status_changes',
  {
    id: uuid().primaryKey().defaultRandom(),
    orderId: uuid('order_id')
      .notNull()
      .references(() => orders.id, { onDelete: 'cascade' }),
    from: text({ enum: ORDER_STATUSES }).notNull(),
    to: text({ enum: ORDER_STATUSES }).notNull(),
    actor: text({ enum: ORDER_ACTORS }).notNull(),
    actorId: uuid('actor_id'),
    reason: text(),
    createdAt: timestamptz('created_at').notNull().defaultNow(),
  },
  (table) => [index('order_status_changes_order').on(table.orderId, table.createdAt)],
)

/** What the maker writes down about an order for the house alone. Shoppers never see it. */
export const orderNotes = pgTable(
  'order_notes',
  {
    id: uuid().primaryKey().defaultRandom(),
    orderId: uuid('order_id')
      .notNull()
      .references(() => orders.id, { onDelete: 'cascade' }),
    text: text().notNull(),
    /** By the address, not as a reference: what somebody wrote stays when they have gone. */
    authorEmail: text('author_email').notNull(),
    createdAt: timestamptz('created_at').notNull(),
  },
  (table) => [index('order_notes_order').on(table.orderId, table.createdAt)],
)
