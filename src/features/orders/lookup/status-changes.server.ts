import { and, asc, inArray, max, notInArray } from 'drizzle-orm'
import type { Db } from '#src/db/database.server.ts'
import { DELIVERED_STATUSES, type OrderStatus } from '#src/features/orders/order-status.ts'
import { orderStatusChanges } from '#src/features/orders/orders.table.server.ts'

export type StatusChangeRow = typeof orderStatusChanges.$inferSelect

/** Lists the status changes of orders, oldest first. */
export async function listStatusChanges(db: Db, orderIds: readonly string[]): Promise<StatusChangeRow[]> {
  return db
    .select()
    .from(orderStatusChanges)
    .where(inArray(orderStatusChanges.orderId, [...orderIds]))
    .orderBy(asc(orderStatusChanges.createdAt))
}

type LastChangesInput = { orderIds: readonly string[]; to: OrderStatus[] }

/** When orders last got one of these statuses from another one, by order. */
export async function findLastChanges(db: Db, { orderIds, to }: LastChangesInput): Promise<Map<string, Date>> {
  const { orderId, createdAt, from } = orderStatusChanges
  const rows = await db
    .select({ orderId, at: max(createdAt) })
    .from(orderStatusChanges)
    .where(and(inArray(orderId, [...orderIds]), inArray(orderStatusChanges.to, to), notInArray(from, to)))
    .groupBy(orderId)
  return new Map(rows.flatMap(({ orderId, at }) => (at ? [[orderId, at] as const] : [])))
}

/** When orders last arrived, by order. */
export const findArrivals = (db: Db, orderIds: readonly string[]): Promise<Map<string, Date>> =>
  findLastChanges(db, { orderIds, to: DELIVERED_STATUSES })
