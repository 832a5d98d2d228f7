import { sql } from 'drizzle-orm'
import { check, index, integer, jsonb, pgTable, text, timestamp, unique, uuid } from 'drizzle-orm/pg-core'
import { users } from '#src/features/account/account.table.server.ts'
import { products } from '#src/features/catalog/catalog.table.server.ts'
import type { ShippingAddress } from './orders.contract.ts'
import { ORDER_ACTORS, ORDER_STATUSES } from './orders.rules.ts'

const moment = (name: string) => timestamp(name, { withTimezone: true })

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
    createdAt: moment('created_at').notNull().defaultNow(),
    /** When the money was there. An order leaves `pending` through this, or through being cancelled. */
    paidAt: moment('paid_at'),
  },
  (table) => [
    index('orders_user').on(table.userId, table.createdAt),
    index('orders_newest').on(table.createdAt),
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
    check('orders_amounts_positive', sql`${table.subtotalPaise} > 0 and ${table.shippingPaise} >= 0`),
    check('orders_work_is_paid', sql`${table.paidAt} is not null or ${table.status} in ('pending', 'cancelled')`),
  ],
)

export const orderLines = pgTable(
  'order_lines',
  {
    id: uuid().primaryKey().defaultRandom(),
    orderId: uuid('order_id')
      .notNull()
      .references(() => orders.id, { onDelete: 'cascade' }),
    productId: integer('product_id')
      .notNull()
      .references(() => products.id),
    /** Name, picture and price as they were when the order was placed. */
    name: text().notNull(),
    imageUrl: text('image_url'),
    unitPaise: integer('unit_paise').notNull(),
    quantity: integer().notNull(),
  },
  (table) => [
    unique('order_lines_order_product_unique').on(table.orderId, table.productId),
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
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [index('order_status_changes_order').on(table.orderId, table.createdAt)],
)
