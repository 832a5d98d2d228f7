import { type Placeholder, type SQL, sql } from 'drizzle-orm'
import { addMinutes } from '#src/core/dates.ts'
import { orderLines, orders } from '#src/features/orders/orders.table.server.ts'

/** Prices are valid for a day: a longer deadline would be a free option on old prices. */
const TERMS_HOURS = 24

export function getPaymentDeadline({
  paymentDeadline,
  createdAt,
}: {
  paymentDeadline: Date | null
  createdAt: Date
}): Date {
  return paymentDeadline ?? addMinutes(createdAt, TERMS_HOURS * 60)
}

export function hasFulfilledOrder(userId: string | Placeholder): SQL<boolean> {
  return sql<boolean>`exists (
    select 1 from ${orders} where user_id = ${userId} and paid_at is not null
      and (status in ('shipped', 'delivered', 'completed') or status = 'processing' and packed_at is not null)
  )`
}

export function selectAccountOrders(userId: string | Placeholder): SQL {
  return sql`(
    select id, case when status <> 'cancelled' then paid_at end as paid_at, status = 'pending' and paid_at is null as is_unpaid
    from ${orders} where user_id = ${userId}
  )`
}

export function hasStockLines(orderId: SQL): SQL {
  return sql`exists (select 1 from ${orderLines} l where l.order_id = ${orderId} and l.product_id is not null)`
}
