import { randomInt } from 'node:crypto'
import { eq, type SQL } from 'drizzle-orm'
import { DomainError } from '#src/core/domain-error.ts'
import { monotonicNow } from '#src/db/columns.server.ts'
import { type Db, onlyRow } from '#src/db/database.server.ts'
import { lockOrder, type OrderRow } from '#src/features/orders/orders.server.ts'
import type { CustomOrderStatus } from './custom-order-options.ts'
import { customOrderEvents, customOrders } from './custom-orders.table.server.ts'

export type CustomOrderRow = typeof customOrders.$inferSelect

type Composed =
  | 'flavor'
  | 'concentration'
  | 'ingredients'
  | 'shape'
  | 'packaging'
  | 'estimatePaise'
  | 'estimateBreakdown'

/** A custom chocolate. The database refuses one with a column missing. */
export type ComposedRow = CustomOrderRow & { kind: 'composed' } & {
  [Name in Composed]: NonNullable<CustomOrderRow[Name]>
}

export const isComposed = (row: CustomOrderRow): row is ComposedRow => row.kind === 'composed'

/** `order` is set once the quotation is accepted; that order may be cancelled again. */
export type LockedCustomOrder = { customOrder: CustomOrderRow; order: OrderRow | undefined }

class ChangedMeanwhile extends Error {}

/** Locks it after its order, as payment events do, to avoid deadlocks. Call it within `withRetryOnChange`. */
export async function lockCustomOrder(tx: Db, filter: SQL | undefined): Promise<LockedCustomOrder> {
  const [seen] = await tx
    .select({ id: customOrders.id, orderId: customOrders.orderId })
    .from(customOrders)
    .where(filter)
  if (!seen) throw new DomainError('not-found', 'Custom order not found.')
  const order = seen.orderId ? await lockOrder(tx, seen.orderId) : undefined
  const [customOrder] = await tx.select().from(customOrders).where(eq(customOrders.id, seen.id)).for('update')
  if (!customOrder || customOrder.orderId !== seen.orderId) throw new ChangedMeanwhile()
  return { customOrder, order }
}

/** Retries the transaction when the custom order was accepted or deleted just before it was locked. */
export async function withRetryOnChange<T>(attempt: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await attempt()
    } catch (error) {
      if (!(error instanceof ChangedMeanwhile)) throw error
    }
  }
}

type NewRequest = Omit<typeof customOrders.$inferInsert, 'reference'>

/** Stores a request with a new number. */
export async function insertRequest(tx: Db, request: NewRequest): Promise<CustomOrderRow> {
  const [row] = await tx
    .insert(customOrders)
    .values({ ...request, reference: newReference() })
    .onConflictDoNothing({ target: customOrders.reference })
    .returning()
  // The random reference exists already.
  return row ?? insertRequest(tx, request)
}

/** Without I, O, 0 and 1, which are easily confused on the telephone. */
const ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'

function newReference(): string {
  return `CC-${Array.from({ length: 6 }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')}`
}

type NewEvent = Omit<typeof customOrderEvents.$inferInsert, 'id' | 'customOrderId' | 'createdAt'>

export async function recordCustomOrderEvent(tx: Db, customOrderId: string, event: NewEvent): Promise<{ id: string }> {
  return onlyRow(
    await tx
      .insert(customOrderEvents)
      .values({ ...event, customOrderId, createdAt: monotonicNow() })
      .returning({ id: customOrderEvents.id }),
  )
}

type StatusChange = Pick<NewEvent, 'actor' | 'text' | 'amountPaise'> & {
  to: CustomOrderStatus
  kind?: 'status' | 'quote'
  set?: Partial<CustomOrderRow>
}

/** Writes a status and its event. The custom order must be locked. */
export async function applyStatusChange(tx: Db, before: CustomOrderRow, change: StatusChange): Promise<CustomOrderRow> {
  const { to, set, kind = 'status', ...by } = change
  const updated = await tx
    .update(customOrders)
    .set({ status: to, ...set })
    .where(eq(customOrders.id, before.id))
    .returning()
  await recordCustomOrderEvent(tx, before.id, { kind, from: before.status, to, ...by })
  return onlyRow(updated)
}
