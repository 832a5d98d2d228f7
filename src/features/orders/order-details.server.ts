import { asc, eq } from 'drizzle-orm'
import { businessDaysLater } from '#src/core/business-days.ts'
import type { Settings } from '#src/features/settings/settings.contract.ts'
import { readSettings } from '#src/features/settings/settings.server.ts'
import { holidayDays } from '#src/features/settings/studio-hours.rules.ts'
import type { Db } from '#src/platform/database.server.ts'
import { findOrder, type OrdersOf } from './order-history.server.ts'
import { timelineOf } from './order-timeline.rules.ts'
import type { OrderDetails, OrderDocument, OrderPayment } from './orders.contract.ts'
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
  const details: OrderDetails = {
    ...order,
    timeline: timeline.map((moment) => ({ ...moment, at: moment.at.toISOString() })),
    payment: await paymentOf(db, id),
    documents: await documentsOf(db, id),
    paidBeforeInvoices: row.paidBeforeInvoices,
    expectedDelivery: expectedDelivery(row, await readSettings(db)),
  }
  return { row, changes, details }
}

/** From the day on which the money was there: before that nothing is packed, and after the end there is nothing to wait for. */
function expectedDelivery(
  { status, paidAt }: OrderRow,
  { delivery, hours }: Pick<Settings, 'delivery' | 'hours'>,
): OrderDetails['expectedDelivery'] {
  const isOnItsWay = status === 'pending' || status === 'processing' || status === 'shipped'
  if (!paidAt || !isOnItsWay) return null
  const { from, to } = delivery.elsewhere
  const holidays = holidayDays(hours)
  return { from: businessDaysLater(paidAt, from, holidays), to: businessDaysLater(paidAt, to, holidays) }
}
