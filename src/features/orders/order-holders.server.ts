import { type SQL, sql } from 'drizzle-orm'
import { orderLines, orders } from './orders.table.server.ts'

/** Whether an account has paid an order that was not cancelled. */
export function hasPaidOrder(userId: string): SQL<boolean> {
  return sql<boolean>`exists (
    select 1 from ${orders} where user_id = ${userId} and paid_at is not null and status <> 'cancelled'
  )`
}

/** An account's orders, as a subquery: `id`, `paid_at`, and whether each waits for money (`is_unpaid`). */
export function ordersOfAccount(userId: string): SQL {
  return sql`(
    select id, paid_at, status = 'pending' and paid_at is null as is_unpaid from ${orders} where user_id = ${userId}
  )`
}

/** Whether something of an order comes from the shelf. */
export function isFromShelf(orderId: SQL): SQL {
  return sql`exists (select 1 from ${orderLines} l where l.order_id = ${orderId} and l.product_id is not null)`
}
