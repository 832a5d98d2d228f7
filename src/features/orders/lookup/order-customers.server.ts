import { and, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Db } from '#src/db/database.server.ts'
import { matchesOrderSearch } from '#src/features/orders/lookup/search-orders.server.ts'
import { orders } from '#src/features/orders/orders.table.server.ts'

export function selectOrderCustomers(db: Db) {
  return db
    .select({
      id: orders.id,
      reference: orders.reference,
      name: orders.customerName,
      email: orders.customerEmail,
      phone: orders.customerPhone,
      isSample: orders.isSample,
      isParcel: sql<boolean>`${orders.groupId} is not null`.as('is_parcel'),
      isOpen: sql<boolean>`${orders.status} = 'pending' and ${orders.paidAt} is null`.as('is_open'),
    })
    .from(orders)
    .as('customers')
}

export function selectMatchingPayingOrders(typed: string): SQL {
  return sql`(select ${orders.payingOrderId} from ${orders} where ${matchesOrderSearch(typed)})`
}

/** The number of the order that pays for each order: its own, or that of the first parcel. */
export function selectPayingOrders(db: Db) {
  const paying = alias(orders, 'paying')
  return db
    .select({ id: orders.id, reference: paying.reference })
    .from(orders)
    .innerJoin(paying, eq(paying.id, orders.payingOrderId))
    .as('paying_orders')
}

export function selectErasedOrders(db: Db) {
  return db
    .select({ id: orders.id })
    .from(orders)
    .where(and(isNull(orders.userId), eq(orders.customerEmail, ''), eq(orders.isSample, false)))
}

export const selectCancelledOrders = (db: Db) =>
  db.select({ id: orders.id }).from(orders).where(eq(orders.status, 'cancelled'))

export async function findOrderReferences(db: Db, ids: string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .select({ id: orders.id, reference: orders.reference })
    .from(orders)
    .where(inArray(orders.id, ids))
  return new Map(rows.map(({ id, reference }) => [id, reference]))
}
