import { asc, eq } from 'drizzle-orm'
import type { Db } from '#src/db/database.server.ts'
import { getDeliveryPromise, previewDeliveryPromise } from '#src/features/orders/dispatch/delivery-promise.server.ts'
import { isAwaitingDelivery } from '#src/features/orders/order-status.ts'
import type { OrderDetails, OrderDocument, OrderPayment } from '#src/features/orders/orders.contract.ts'
import type { OrderRow } from '#src/features/orders/orders.server.ts'
import { orderStatusChanges } from '#src/features/orders/orders.table.server.ts'
import { readSettings } from '#src/features/settings/read-settings.server.ts'
import { findOrder, type OrderScope } from './list-orders.server.ts'
import { buildOrderTimeline } from './order-timeline.ts'

export type FindOrderPayment = (db: Db, orderId: string) => Promise<OrderPayment | null>

type DocumentsOfOrder = (db: Db, orderId: string) => Promise<OrderDocument[]>

/** Supplied by payments and invoices, which depend on orders. */
export type OrderLookups = { paymentOf: FindOrderPayment; documentsOf: DocumentsOfOrder }

type OrderDetailsInput = OrderLookups & { id: string; scope: OrderScope }

export type StatusChangeRow = typeof orderStatusChanges.$inferSelect

export async function getOrderDetails(db: Db, input: OrderDetailsInput): Promise<OrderDetails> {
  return (await getOrderWithChanges(db, input)).details
}

/** Also returns the internal history, of which the customer sees only a part. */
export async function getOrderWithChanges(db: Db, { id, scope, paymentOf, documentsOf }: OrderDetailsInput) {
  const { row, order } = await findOrder(db, scope, id)
  const changes = await db
    .select()
    .from(orderStatusChanges)
    .where(eq(orderStatusChanges.orderId, id))
    .orderBy(asc(orderStatusChanges.createdAt))
  const timeline = buildOrderTimeline({ ...row, changes })
  const payment = await paymentOf(db, id)
  const details: OrderDetails = {
    ...order,
    timeline: timeline.map((event) => ({ ...event, at: event.at.toISOString() })),
    payment,
    documents: await documentsOf(db, id),
    legacyWithoutInvoice: row.legacyWithoutInvoice,
    ...(await readExpectedDelivery(db, row, payment)),
  }
  return { row, changes, details }
}

/** The promised days, or what paying now would promise; null after delivery or cancellation. */
async function readExpectedDelivery(db: Db, row: OrderRow, payment: OrderPayment | null) {
  if (!isAwaitingDelivery(row.status)) return { expectedDelivery: null, readyOn: null }
  const settings = await readSettings(db)
  const isPromised = row.paidAt !== null || payment?.status === 'pending'
  const promised = isPromised
    ? getDeliveryPromise(row, settings)
    : await previewDeliveryPromise(db, row, { settings, now: new Date() })
  return { expectedDelivery: promised.days, readyOn: row.readyOn === null ? null : promised.shipOn }
}
