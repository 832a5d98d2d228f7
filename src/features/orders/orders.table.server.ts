import { randomBytes } from 'node:crypto'
import { sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  boolean,
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  unique,
  uuid,
} from 'drizzle-orm/pg-core'
import { DELIVERY_METHODS, HEAT_CHOICES } from '#src/core/delivery/delivery-rules.ts'
import { MELT_CLASSES } from '#src/core/delivery/heat.ts'
import { appendOnly, personalData, timestamptz } from '#src/db/columns.server.ts'
import { users } from '#src/features/auth/auth.table.server.ts'
import { products } from '#src/features/catalog/products/products.table.server.ts'
import { cardLogos } from '#src/features/orders/card-logo/card-logos.table.server.ts'
import type { Gift, ShippingAddress } from '#src/features/orders/order-form.contract.ts'
import { ORDER_ACTORS, ORDER_STATUSES } from '#src/features/orders/order-status.ts'

/** The words of an order: ten digits of a phone number, and the local part of an email address. */
const SEARCH_TEXT = `search_words(
  substr(reference, 5) || ' ' || customer_name || ' ' || split_part(customer_email, '@', 1) || ' ' || right(customer_phone, 10) || ' ' ||
  coalesce(shipping_address ->> 'firstName', '') || ' ' || coalesce(shipping_address ->> 'lastName', '') || ' ' ||
  coalesce(shipping_address ->> 'pincode', '')
)`

export const orders = pgTable(
  'orders',
  {
    id: uuid().primaryKey().defaultRandom(),
    /** The order number and idempotency key, made in the browser. */
    reference: text().notNull().unique('orders_reference_unique'),
    /** The same reference with other content is refused. */
    contentHash: text('content_hash').notNull(),
    userId: uuid('user_id').references(() => users.id, { onDelete: 'set null' }),
    /** The first of the parcels that are paid together, its own id for that one; null for an order of one parcel. */
    groupId: uuid('group_id').references((): AnyPgColumn => orders.id),
    parcelNumber: integer('parcel_number'),
    /** The order that has the payments and the reservations. */
    payingOrderId: uuid('paying_order_id').generatedAlwaysAs(sql`coalesce(group_id, id)`),
    status: text({ enum: ORDER_STATUSES }).notNull().default('pending'),
    customerName: text('customer_name').notNull(),
    customerEmail: text('customer_email').notNull(),
    customerPhone: text('customer_phone').notNull(),
    shippingAddress: jsonb('shipping_address').$type<ShippingAddress>().notNull(),
    /** Of the buyer, for the invoice, if the parcel goes elsewhere; null is the shipping address. */
    billingAddress: jsonb('billing_address').$type<ShippingAddress>(),
    notes: text(),
    subtotalPaise: integer('subtotal_paise').notNull(),
    shippingPaise: integer('shipping_paise').notNull(),
    coolPackPaise: integer('cool_pack_paise').notNull().default(0),
    giftWrapPaise: integer('gift_wrap_paise').notNull().default(0),
    discountPaise: integer('discount_paise').notNull().default(0),
    promoCode: text('promo_code'),
    totalPaise: integer('total_paise').notNull(),
    createdAt: timestamptz('created_at').notNull().defaultNow(),
    /** An order leaves `pending` when this is set, or when it is cancelled. */
    paidAt: timestamptz('paid_at'),
    paymentDeadline: timestamptz('payment_deadline'),
    /** Working days to make a custom chocolate, the minutes of work, and the promised day. */
    craftingDays: integer('crafting_days').notNull().default(0),
    craftingMinutes: integer('crafting_minutes').notNull().default(0),
    readyOn: date('ready_on'),
    /** The minutes of work by day, while the order has its place. */
    craftingPlan: jsonb('crafting_plan').$type<{ day: string; minutes: number }[]>(),
    deliveryMethod: text('delivery_method', { enum: DELIVERY_METHODS }).notNull().default('courier'),
    deliverOn: date('deliver_on'),
    /** The item that melts first; null in older orders. */
    meltClass: text('melt_class', { enum: MELT_CLASSES }),
    /** What the customer chose because of the heat; null if it asks for nothing. */
    heat: text({ enum: HEAT_CHOICES }),
    heatRemindedAt: timestamptz('heat_reminded_at'),
    /** The parcel goes to somebody else, whose address is the shipping address. */
    gift: jsonb().$type<Gift>(),
    cardLogoId: uuid('card_logo_id').references(() => cardLogos.id, { onDelete: 'set null' }),
    buyerGstin: text('buyer_gstin'),
    companyName: text('company_name'),
    onWhatsApp: boolean('on_whatsapp').notNull().default(false),
    /** Shown by the customer who picks the order up; set when it is paid. */
    pickupCode: text('pickup_code'),
    /** The promise when the payment started. Null in older orders; the days also if delivery is by arrangement. */
    shipOn: date('ship_on'),
    deliverFrom: date('deliver_from'),
    deliverTo: date('deliver_to'),
    /** Until then an unpaid order keeps its place on the day of dispatch. */
    shipDayHeldUntil: timestamptz('ship_day_held_until'),
    packedAt: timestamptz('packed_at'),
    courier: text(),
    trackingNumber: text('tracking_number'),
    /** 128 random bits, in the link that follows the order without signing in; null in older orders. */
    trackingToken: text('tracking_token')
      .unique('orders_tracking_token_unique')
      .$defaultFn(() => randomBytes(16).toString('base64url')),
    /** The order whose pieces this one sends again, at no cost. */
    replacesOrderId: uuid('replaces_order_id').references((): AnyPgColumn => orders.id),
    policiesVersion: integer('policies_version'),
    isSample: boolean('is_sample').notNull().default(false),
    /** Paid before the shop wrote invoices. It gets none, because invoice numbers follow the day of payment. */
    legacyWithoutInvoice: boolean('legacy_without_invoice').notNull().default(false),
    searchText: text('search_text').generatedAlwaysAs(sql.raw(SEARCH_TEXT)),
  },
  (table) => [
    index('orders_user').on(table.userId, table.createdAt),
    index('orders_paying_order').on(table.payingOrderId, table.parcelNumber),
    index('orders_newest').on(table.createdAt, table.id),
    index('orders_status').on(table.status, table.createdAt, table.id),
    index('orders_to_pack')
      .on(table.paidAt, table.id)
      .where(sql`${table.status} = 'processing' and ${table.packedAt} is null`),
    // One index for two statuses: the newest-first index would scan all open orders.
    index('orders_done').on(table.createdAt, table.id).where(sql`${table.status} in ('delivered', 'completed')`),
    index('orders_address').on(sql`lower(${table.customerEmail}) text_pattern_ops`),
    index('orders_search_text').using('gin', table.searchText.op('gin_trgm_ops')).with({ fastupdate: false }),
    check('orders_tracking_is_complete', sql`num_nonnulls(${table.courier}, ${table.trackingNumber}) <> 1`),
    index('orders_paid').on(table.paidAt, table.id).where(sql`${table.paidAt} is not null`),
    index('orders_paid_by')
      .on(table.customerEmail, table.paidAt)
      .where(sql`${table.paidAt} is not null and ${table.status} <> 'cancelled'`),
    index('orders_dispatch').on(table.shipOn).where(sql`${table.status} <> 'cancelled'`),
    index('orders_sample').on(table.id).where(sql`${table.isSample}`),
    index('orders_unpaid').on(table.createdAt).where(sql`${table.status} = 'pending' and ${table.paidAt} is null`),
    check(
      'orders_total_adds_up',
      sql`${table.totalPaise} = ${table.subtotalPaise} + ${table.shippingPaise} + ${table.coolPackPaise} + ${table.giftWrapPaise} - ${table.discountPaise}`,
    ),
    check('orders_parcel_has_group', sql`num_nonnulls(${table.groupId}, ${table.parcelNumber}) <> 1`),
    check(
      'orders_discount_within_subtotal',
      sql`${table.discountPaise} = 0 or (${table.discountPaise} > 0 and ${table.discountPaise} < ${table.subtotalPaise})`,
    ),
    check('orders_discount_has_code', sql`${table.discountPaise} = 0 or ${table.promoCode} is not null`),
    check('orders_crafting_takes_days', sql`least(${table.craftingDays}, ${table.craftingMinutes}) >= 0`),
    check(
      'orders_promise_in_order',
      sql`num_nonnulls(${table.deliverFrom}, ${table.deliverTo}) in (0, 2)
        and (${table.deliverFrom} is null or (${table.shipOn} is not null and ${table.shipOn} <= ${table.deliverFrom} and ${table.deliverFrom} <= ${table.deliverTo}))`,
    ),
    check(
      'orders_amounts_positive',
      sql`(${table.subtotalPaise} > 0 or ${table.replacesOrderId} is not null) and least(${table.shippingPaise}, ${table.coolPackPaise}, ${table.giftWrapPaise}) >= 0`,
    ),
    check('orders_replacement_is_free', sql`${table.replacesOrderId} is null or ${table.totalPaise} = 0`),
    index('orders_replaces').on(table.replacesOrderId).where(sql`${table.replacesOrderId} is not null`),
    check('orders_cool_pack_for_heat', sql`${table.coolPackPaise} = 0 or ${table.heat} = 'cool-pack'`),
    index('orders_card_logo').on(table.cardLogoId).where(sql`${table.cardLogoId} is not null`),
    index('orders_heat_waiting')
      .on(table.shipOn)
      .where(sql`${table.heat} = 'wait' and ${table.status} = 'processing' and ${table.packedAt} is null`),
    check('orders_work_is_paid', sql`${table.paidAt} is not null or ${table.status} in ('pending', 'cancelled')`),
    check('orders_without_invoice_are_paid', sql`not ${table.legacyWithoutInvoice} or ${table.paidAt} is not null`),
  ],
)

personalData(orders, {
  erase: [
    'contentHash',
    'customerName',
    'customerEmail',
    'customerPhone',
    'shippingAddress',
    'billingAddress',
    'notes',
    'courier',
    'trackingNumber',
    'trackingToken',
    'pickupCode',
    'gift',
    'buyerGstin',
    'companyName',
  ],
  keep: {
    'named by invoices and payments': ['reference'],
    'explains the price': ['promoCode'],
    'days and minutes of work': ['craftingPlan'],
  },
})

export const orderLines = pgTable(
  'order_lines',
  {
    id: uuid().primaryKey().defaultRandom(),
    orderId: uuid('order_id')
      .notNull()
      .references(() => orders.id, { onDelete: 'cascade' }),
    /** Set for products; the other for custom chocolates. */
    productId: integer('product_id').references(() => products.id),
    customOrderId: uuid('custom_order_id'),
    name: text().notNull(),
    imageUrl: text('image_url'),
    unitPaise: integer('unit_paise').notNull(),
    quantity: integer().notNull(),
    /** The pieces of all parcels together from which on this price applies; null without a price tier. */
    tierFrom: integer('tier_from'),
  },
  (table) => [
    unique('order_lines_order_product_unique').on(table.orderId, table.productId),
    index('order_lines_custom_order').on(table.customOrderId).where(sql`${table.customOrderId} is not null`),
    check('order_lines_product_xor_custom', sql`num_nonnulls(${table.productId}, ${table.customOrderId}) = 1`),
    check('order_lines_unit_not_negative', sql`${table.unitPaise} >= 0`),
    check('order_lines_quantity_positive', sql`${table.quantity} > 0`),
  ],
)

personalData(orderLines, { keep: { 'what was sold': ['name', 'imageUrl'] } })
appendOnly(orderLines, { deletedWithParent: true })

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

personalData(orderStatusChanges, { erase: ['reason'] })
appendOnly(orderStatusChanges, { erasable: ['actorId'] })

export const orderNotes = pgTable(
  'order_notes',
  {
    id: uuid().primaryKey().defaultRandom(),
    orderId: uuid('order_id')
      .notNull()
      .references(() => orders.id, { onDelete: 'cascade' }),
    text: text().notNull(),
    /** Copied, because a note outlives its author's account. */
    authorEmail: text('author_email').notNull(),
    createdAt: timestamptz('created_at').notNull(),
  },
  (table) => [index('order_notes_order').on(table.orderId, table.createdAt)],
)

personalData(orderNotes, { erase: ['text', 'authorEmail'] })

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
