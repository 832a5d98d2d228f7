import { asc, eq } from 'drizzle-orm'
import { businessDaysLater } from '#src/core/business-days.ts'
import { DELIVERY_BUSINESS_DAYS } from '#src/core/shop-policy.ts'
import type { Db } from '#src/platform/database.server.ts'
import { findOrder, type OrdersOf } from './order-history.server.ts'
import { timelineOf } from './order-timeline.rules.ts'
import type { OrderDetails, OrderPayment } from './orders.contract.ts'
import type { OrderRow } from './orders.server.ts'
import { orderStatusChanges } from './orders.table.server.ts'

/** What is known about the money of an order; the payments feature knows. */
export type PaymentOfOrder = (db: Db, orderId: string) => Promise<OrderPayment | null>

type Wanted = { id: string; whose: OrdersOf; paymentOf: PaymentOfOrder }

/** One order with everything that happened to it. Somebody else's is as unknown as one that does not exist. */
export async function getOrderDetails(db: Db, { id, whose, paymentOf }: Wanted): Promise<OrderDetails> {
  const { row, order } = await findOrder(db, whose, id)
  const changes = await db
    .select()
    .from(orderStatusChanges)
    .where(eq(orderStatusChanges.orderId, id))
    .orderBy(asc(orderStatusChanges.createdAt))
  const timeline = timelineOf({ ...row, changes })
  return {
    ...order,
    timeline: timeline.map((moment) => ({ ...moment, at: moment.at.toISOString() })),
    payment: await paymentOf(db, id),
    expectedDelivery: expectedDelivery(row),
  }
}

/** From the day on which the money was there: before that nothing is packed, and after the end there is nothing to wait for. */
function expectedDelivery({ status, paidAt }: OrderRow): OrderDetails['expectedDelivery'] {
  const isOnItsWay = status === 'pending' || status === 'processing' || status === 'shipped'
  if (!paidAt || !isOnItsWay) return null
  const { from, to } = DELIVERY_BUSINESS_DAYS
  return { from: businessDaysLater(paidAt, from), to: businessDaysLater(paidAt, to) }
}
