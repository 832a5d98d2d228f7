import { asc, eq } from 'drizzle-orm'
import type { Db } from '#src/db/database.server.ts'
import { isAwaitingDelivery } from '#src/features/orders/order-status.ts'
import type { OrderDetails, OrderDocument, OrderPayment } from '#src/features/orders/orders.contract.ts'
import type { OrderRow } from '#src/features/orders/orders.server.ts'
import { orderStatusChanges } from '#src/features/orders/orders.table.server.ts'
import { calculateDeliveryPromise, getDeliveryPromise } from '#src/features/orders/place/delivery-promise.server.ts'
import type { Settings } from '#src/features/settings/settings.contract.ts'
import { readSettings } from '#src/features/settings/settings.server.ts'
import { findOrder, type OrderScope } from './list-orders.server.ts'
import { buildOrderTimeline } from './order-timeline.ts'

/** What is known about the money of an order; the payments feature knows. */
export type FindOrderPayment = (db: Db, orderId: string) => Promise<OrderPayment | null>

/** What was written about it; the invoices feature knows. */
type DocumentsOfOrder = (db: Db, orderId: string) => Promise<OrderDocument[]>

/** What the orders cannot know themselves, because those who know it know the orders. */
export type OrderLookups = { paymentOf: FindOrderPayment; documentsOf: DocumentsOfOrder }

type Wanted = OrderLookups & { id: string; whose: OrderScope }

export type StatusChangeRow = typeof orderStatusChanges.$inferSelect

/** One order with everything that happened to it. Somebody else's is as unknown as one that does not exist. */
export async function getOrderDetails(db: Db, wanted: Wanted): Promise<OrderDetails> {
  return (await getOrderWithChanges(db, wanted)).details
}

/** The same with the record of the house behind it, of which its shopper sees only a part. */
export async function getOrderWithChanges(db: Db, { id, whose, paymentOf, documentsOf }: Wanted) {
  const { row, order } = await findOrder(db, whose, id)
  const changes = await db
    .select()
    .from(orderStatusChanges)
    .where(eq(orderStatusChanges.orderId, id))
    .orderBy(asc(orderStatusChanges.createdAt))
  const timeline = buildOrderTimeline({ ...row, changes })
  const payment = await paymentOf(db, id)
  const details: OrderDetails = {
    ...order,
    timeline: timeline.map((moment) => ({ ...moment, at: moment.at.toISOString() })),
    payment,
    documents: await documentsOf(db, id),
    paidBeforeInvoices: row.paidBeforeInvoices,
    ...expected(row, payment, { settings: await readSettings(db), now: new Date() }),
  }
  return { row, changes, details }
}

/**
 * What was promised when paying started; where no payment runs, what paying now would promise. After the end there is
 * nothing to wait for.
 */
function expected(row: OrderRow, payment: OrderPayment | null, { settings, now }: { settings: Settings; now: Date }) {
  if (!isAwaitingDelivery(row.status)) return { expectedDelivery: null, readyOn: null }
  const isPromised = row.paidAt !== null || payment?.status === 'pending'
  const promised = isPromised ? getDeliveryPromise(row, settings) : calculateDeliveryPromise(row, now, settings)
  return { expectedDelivery: promised.days, readyOn: row.readyOn === null ? null : promised.shipOn }
}
