import { asc, eq } from 'drizzle-orm'
import { monotonicNow } from '#src/db/columns.server.ts'
import { type Db, inTransaction, onlyRow } from '#src/db/database.server.ts'
import { type Actor, recordChange } from '#src/features/audit/record-change.server.ts'
import { lockOrder } from '#src/features/orders/orders.server.ts'
import { orderNotes } from '#src/features/orders/orders.table.server.ts'

/** Adds an admin's note to an order. */
export async function addOrderNote(db: Db, note: { orderId: string; by: Actor; text: string }): Promise<void> {
  const { orderId, by, text } = note
  await inTransaction(db, async (tx) => {
    await lockOrder(tx, orderId)
    const written = { orderId, text, authorEmail: by.email, createdAt: monotonicNow() }
    const { id: noteId } = onlyRow(await tx.insert(orderNotes).values(written).returning({ id: orderNotes.id }))
    // The log is permanent, so it does not repeat the text.
    await recordChange(tx, { by, entity: 'order', entityId: orderId, action: 'update', after: { noteId } })
  })
}

export async function listOrderNotes(db: Db, orderId: string) {
  return db.select().from(orderNotes).where(eq(orderNotes.orderId, orderId)).orderBy(asc(orderNotes.createdAt))
}
