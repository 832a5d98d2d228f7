import { type SQL, sql } from 'drizzle-orm'
import { addMinutes } from '#src/core/dates.ts'
import { orderLines, orders } from '#src/features/orders/orders.table.server.ts'

/** Prices are good for a day: an order that anybody could pay at old ones for longer would be a free option on them. */
const TERMS_HOURS = 24

/** Until when a payment of an unpaid order may begin; that of a quotation as long as it is valid. */
export function getPaymentDeadline({ payableUntil, createdAt }: { payableUntil: Date | null; createdAt: Date }): Date {
  return payableUntil ?? addMinutes(createdAt, TERMS_HOURS * 60)
}

/**
 * Whether an account has bought for good: a paid order of it is packed or has left, so that its shopper cannot cancel it
 * any more and get the money back.
 */
export function hasFulfilledOrder(userId: string): SQL<boolean> {
  return sql<boolean>`exists (
    select 1 from ${orders} where user_id = ${userId} and paid_at is not null
      and (status in ('shipped', 'delivered', 'completed') or status = 'processing' and packed_at is not null)
  )`
}

/** An account's orders, as a subquery: `id`, when those that were not cancelled were paid, and whether each waits for money. */
export function selectAccountOrders(userId: string): SQL {
  return sql`(
    select id, case when status <> 'cancelled' then paid_at end as paid_at, status = 'pending' and paid_at is null as is_unpaid
    from ${orders} where user_id = ${userId}
  )`
}

/** Whether something of an order comes from the shelf. */
export function hasStockLines(orderId: SQL): SQL {
  return sql`exists (select 1 from ${orderLines} l where l.order_id = ${orderId} and l.product_id is not null)`
}
