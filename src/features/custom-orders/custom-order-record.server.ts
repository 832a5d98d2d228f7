import { eq, type SQL } from 'drizzle-orm'
import { DomainError } from '#src/core/domain-error.ts'
import { monotonicNow } from '#src/db/columns.server.ts'
import { type Db, onlyRow } from '#src/db/database.server.ts'
import { lockOrder, type OrderRow } from '#src/features/orders/orders.server.ts'
import type { CustomOrderStatus } from './custom-order-options.ts'
import { customOrderEvents, customOrders } from './custom-orders.table.server.ts'

export type CustomOrderRow = typeof customOrders.$inferSelect

/** `order` is set once the quotation is accepted; that order may be cancelled again. */
export type LockedCustomOrder = { customOrder: CustomOrderRow; order: OrderRow | undefined }

class MovedMeanwhile extends Error {}

/**
 * Locks a custom order after its order, as payment events do, to avoid deadlocks. Call it within `withRetryOnChange`.
 */
export async function lockCustomOrder(tx: Db, which: SQL | undefined): Promise<LockedCustomOrder> {
  const [seen] = await tx.select({ id: customOrders.id, orderId: customOrders.orderId }).from(customOrders).where(which)
  if (!seen) throw new DomainError('not-found', 'There is no such custom order.')
  const order = seen.orderId ? await lockOrder(tx, seen.orderId) : undefined
  const [customOrder] = await tx.select().from(customOrders).where(eq(customOrders.id, seen.id)).for('update')
  if (!customOrder || customOrder.orderId !== seen.orderId) throw new MovedMeanwhile()
  return { customOrder, order }
}

/** Retries the transaction when the custom order was accepted or deleted just before it was locked. */
export async function withRetryOnChange<T>(attempt: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await attempt()
    } catch (error) {
      if (!(error instanceof MovedMeanwhile)) throw error
    }
  }
}

type Moment = Omit<typeof customOrderEvents.$inferInsert, 'id' | 'customOrderId' | 'createdAt'>

/** Adds an event to the custom order's history. */
export async function recordCustomOrderEvent(tx: Db, customOrderId: string, moment: Moment): Promise<{ id: string }> {
  return onlyRow(
    await tx
      .insert(customOrderEvents)
      .values({ ...moment, customOrderId, createdAt: monotonicNow() })
      .returning({ id: customOrderEvents.id }),
  )
}

type Move = Pick<Moment, 'actor' | 'text' | 'amountPaise'> & {
  to: CustomOrderStatus
  kind?: 'status' | 'quote'
  set?: Partial<CustomOrderRow>
}

/** Writes a status and its event. The custom order must be locked. */
export async function applyStatusChange(tx: Db, before: CustomOrderRow, move: Move): Promise<CustomOrderRow> {
  const { to, set, kind = 'status', ...by } = move
  const moved = await tx
    .update(customOrders)
    .set({ status: to, ...set })
    .where(eq(customOrders.id, before.id))
    .returning()
  await recordCustomOrderEvent(tx, before.id, { kind, from: before.status, to, ...by })
  return onlyRow(moved)
}
