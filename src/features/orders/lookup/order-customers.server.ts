import { and, type Column, eq, isNull, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#src/db/database.server.ts'
import { orders } from '#src/features/orders/orders.table.server.ts'
import { findFrequentOrderIds } from './list-orders.server.ts'
import { matchesIndexedSearch, matchesSearch } from './search-orders.server.ts'

/** Whose order it is, as a table to join: for whoever lists what hangs on orders. */
export function selectOrderCustomers(db: Db) {
  return db
    .select({
      id: orders.id,
      reference: orders.reference,
      name: orders.customerName,
      email: orders.customerEmail,
      phone: orders.customerPhone,
      isSample: orders.isSample,
      /** It can still be paid. */
      isOpen: sql<boolean>`${orders.status} = 'pending' and ${orders.paidAt} is null`.as('is_open'),
    })
    .from(orders)
    .as('customers')
}

/** The ids of the orders that a typed text finds, as a subquery. */
export function selectMatchingOrderIds(typed: string): SQL {
  return sql`(select ${orders.id} from ${orders} where ${matchesIndexedSearch(typed) ?? sql`false`})`
}

/** Whether a text finds more orders than are counted, and so often that those of the newest make such a page. */
export async function isFrequentMatch(db: Db, typed: string, limit: number): Promise<boolean> {
  if (!matchesSearch(typed)) return false
  return (await findFrequentOrderIds(db, 'everybody', { q: typed, limit })) !== undefined
}

/** Whether a typed text finds the order of that id: asked row by row, where nearly all that are asked for match. */
export function orderMatchesSearch(id: Column, typed: string): SQL {
  return sql`(select ${matchesSearch(typed) ?? sql`false`} from ${orders} where ${orders.id} = ${id})`
}

/** The ids of the orders whose shopper is forgotten, as a subquery. */
export function selectErasedOrders(db: Db) {
  return db
    .select({ id: orders.id })
    .from(orders)
    .where(and(isNull(orders.userId), eq(orders.customerEmail, ''), eq(orders.isSample, false)))
}
