import { asc, eq } from 'drizzle-orm'
import type { Settings } from '#src/features/settings/settings.contract.ts'
import { readSettings } from '#src/features/settings/settings.server.ts'
import type { Db } from '#src/platform/database.server.ts'
import { findOrder, type OrdersOf } from './order-history.server.ts'
import { promisedAt, promisedTo } from './order-promise.server.ts'
import { timelineOf } from './order-timeline.rules.ts'
import type { OrderDetails, OrderDocument, OrderPayment } from './orders.contract.ts'
import { isOnItsWay } from './orders.rules.ts'
import type { OrderRow } from './orders.server.ts'
import { orderStatusChanges } from './orders.table.server.ts'

/** What is known about the money of an order; the payments feature knows. */
export type PaymentOfOrder = (db: Db, orderId: string) => Promise<OrderPayment | null>

/** What was written about it; the invoices feature knows. */
type DocumentsOfOrder = (db: Db, orderId: string) => Promise<OrderDocument[]>

/** What the orders cannot know themselves, because those who know it know the orders. */
export type KnownOfOrder = { paymentOf: PaymentOfOrder; documentsOf: DocumentsOfOrder }

type Wanted = KnownOfOrder & { id: string; whose: OrdersOf }

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
  const timeline = timelineOf({ ...row, changes })
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
  if (!isOnItsWay(row.status)) return { expectedDelivery: null, readyOn: null }
  const isPromised = row.paidAt !== null || payment?.status === 'pending'
  const promised = isPromised ? promisedTo(row, settings) : promisedAt(row, now, settings)
  return { expectedDelivery: promised.days, readyOn: row.readyOn === null ? null : promised.shipOn }
}
