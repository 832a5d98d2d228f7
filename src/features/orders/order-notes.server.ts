import { asc, eq } from 'drizzle-orm'
import { type Maker, recordChange } from '#src/features/audit/audit.server.ts'
import { type Db, inTransaction, onlyRow } from '#src/platform/database.server.ts'
import { thisMoment } from '#src/platform/moment.server.ts'
import { lockOrder } from './orders.server.ts'
import { orderNotes } from './orders.table.server.ts'

/** Something the house should remember about an order. It is only ever added to. */
export async function addOrderNote(db: Db, note: { orderId: string; by: Maker; text: string }): Promise<void> {
  const { orderId, by, text } = note
  await inTransaction(db, async (tx) => {
    await lockOrder(tx, orderId)
    const written = { orderId, text, authorEmail: by.email, createdAt: thisMoment() }
    const { id: noteId } = onlyRow(await tx.insert(orderNotes).values(written).returning({ id: orderNotes.id }))
    // The words are not repeated here: they go with the person whose order it is, and the log stays.
    await recordChange(tx, { by, entity: 'order', entityId: orderId, action: 'update', after: { noteId } })
  })
}

export async function listOrderNotes(db: Db, orderId: string) {
  return db.select().from(orderNotes).where(eq(orderNotes.orderId, orderId)).orderBy(asc(orderNotes.createdAt))
}
