import { and, type Column, eq, isNull, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#src/platform/database.server.ts'
import { firstFrequentOrders } from './order-history.server.ts'
import { indexed, matching } from './order-search.server.ts'
import { orders } from './orders.table.server.ts'

/** Whose order it is, as a table to join: for whoever lists what hangs on orders. */
export function customersOfOrders(db: Db) {
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
export function orderIdsMatching(typed: string): SQL {
  return sql`(select ${orders.id} from ${orders} where ${indexed(typed) ?? sql`false`})`
}

/** Whether a text finds more orders than are counted, and so often that those of the newest make such a page. */
export async function isOftenFound(db: Db, typed: string, limit: number): Promise<boolean> {
  if (!matching(typed)) return false
  return (await firstFrequentOrders(db, 'everybody', { q: typed, limit })) !== undefined
}

/** Whether a typed text finds the order of that id: asked row by row, where nearly all that are asked for match. */
export function isOrderMatching(id: Column, typed: string): SQL {
  return sql`(select ${matching(typed) ?? sql`false`} from ${orders} where ${orders.id} = ${id})`
}

/** The ids of the orders whose shopper is forgotten, as a subquery. */
export function ordersOfNobody(db: Db) {
  return db
    .select({ id: orders.id })
    .from(orders)
    .where(and(isNull(orders.userId), eq(orders.customerEmail, ''), eq(orders.isSample, false)))
}
