import { sql } from 'drizzle-orm'
import { boolean, check, date, index, integer, pgTable, text, unique, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { COURIER_NAMES } from '#src/core/couriers.ts'
import { appendOnly, personalData, timestamptz } from '#src/db/columns.server.ts'
import { SCAN_STATES } from '#src/features/couriers/shipment-states.ts'
import { orders } from '#src/features/orders/orders.table.server.ts'
import { DELIVERY_PROBLEMS } from './problems/delivery-problems.ts'

/** A parcel booked with a courier. Stored before the courier is called, so that no booking is lost. */
export const shipments = pgTable(
  'shipments',
  {
    id: uuid().primaryKey().defaultRandom(),
    orderId: uuid('order_id')
      .notNull()
      .references(() => orders.id, { onDelete: 'cascade' }),
    courier: text({ enum: COURIER_NAMES }).notNull(),
    /** The courier's order id: our order number, with a number for a later booking. */
    reference: text().notNull().unique('shipments_reference_unique'),
    rateId: text('rate_id').notNull(),
    rateName: text('rate_name').notNull(),
    grams: integer().notNull(),
    chargePaise: integer('charge_paise'),
    /** Of the latest scan. */
    state: text({ enum: SCAN_STATES }).notNull().default('booked'),
    /** How far its scans have moved the order: they move it only once. */
    movedOrderTo: text('moved_order_to', { enum: ['shipped', 'delivered'] }),
    awb: text(),
    courierOrderId: text('courier_order_id'),
    courierShipmentId: text('courier_shipment_id'),
    orderCancelled: boolean('order_cancelled').notNull().default(false),
    createdAt: timestamptz('created_at').notNull(),
    askingUntil: timestamptz('asking_until'),
    lastError: text('last_error'),
    bookedAt: timestamptz('booked_at'),
    pickupOn: date('pickup_on'),
    /** Cancelled, or back at the studio: the order can be booked again. */
    endedAt: timestamptz('ended_at'),
    /** Open until it is over or noted; `problemAt` stays, so that no problem is opened twice. */
    problem: text({ enum: DELIVERY_PROBLEMS }),
    problemAt: timestamptz('problem_at'),
  },
  (table) => [
    uniqueIndex('shipments_one_open').on(table.orderId).where(sql`${table.endedAt} is null`),
    index('shipments_order').on(table.orderId),
    unique('shipments_awb_unique').on(table.courier, table.awb),
    index('shipments_trouble').on(table.problemAt).where(sql`${table.problem} is not null`),
    check('shipments_problem_has_time', sql`${table.problem} is null or ${table.problemAt} is not null`),
    check('shipments_grams_positive', sql`${table.grams} > 0`),
  ],
)

personalData(shipments, {
  erase: ['awb', 'courierOrderId', 'courierShipmentId', 'lastError'],
  keep: { 'the order number': ['reference'], 'what was booked': ['rateId', 'rateName'] },
})

export const shipmentScans = pgTable(
  'shipment_scans',
  {
    id: uuid().primaryKey().defaultRandom(),
    shipmentId: uuid('shipment_id')
      .notNull()
      .references(() => shipments.id, { onDelete: 'cascade' }),
    key: text().notNull(),
    state: text({ enum: SCAN_STATES }).notNull(),
    at: timestamptz('at').notNull(),
    receivedAt: timestamptz('received_at').notNull(),
  },
  (table) => [unique('shipment_scans_once').on(table.shipmentId, table.key)],
)

personalData(shipmentScans, { keep: { 'time and codes of a scan': ['key'] } })
appendOnly(shipmentScans, { deletedWithParent: true })
