import { eq } from 'drizzle-orm'
import { DomainError } from '#src/core/domain-error.ts'
import { type Db, inTransaction } from '#src/db/database.server.ts'
import { type Actor, recordChange } from '#src/features/audit/record-change.server.ts'
import {
  type CustomOrderRow,
  insertRequest,
  lockCustomOrder,
  withRetryOnChange,
} from '#src/features/custom-orders/custom-order-record.server.ts'
import { customOrders } from '#src/features/custom-orders/custom-orders.table.server.ts'
import { type NewRequest, SPLIT_NOTE, type SplitRequest } from './bulk.contract.ts'
import { type BulkLineRow, insertBulkLines, loadBulkLines, takePieces } from './bulk-lines.server.ts'

type Split = SplitRequest & { id: string; by: Actor }

/** Moves pieces to a new request of the same customer, so that UPI can pay each of the two quotations. */
export async function splitBulkRequest(db: Db, { id, lines, by }: Split): Promise<NewRequest> {
  return withRetryOnChange(() =>
    inTransaction(db, async (tx) => {
      const { customOrder: before } = await lockCustomOrder(tx, eq(customOrders.id, id))
      if (before.kind !== 'bulk' || before.status !== 'quote-pending')
        throw new DomainError('conflict', 'Only a bulk request that waits for its quotation can be split.')
      const taken = takeFrom(await loadBulkLines(tx, id), lines)
      const moved = taken.reduce((sum, { quantity }) => sum + quantity, 0)
      if (moved === before.quantity) throw refuse('lines', 'Please leave some pieces in this request.')
      for (const { line, quantity } of taken) await takePieces(tx, line, quantity)
      const added = await insertRequest(tx, {
        ...copyOf(before),
        adminNotes: before.adminNotes || SPLIT_NOTE,
        quantity: moved,
      })
      await insertBulkLines(
        tx,
        added.id,
        taken.map(({ line, quantity }) => ({ productId: line.productId, name: line.name, quantity })),
      )
      const [quantity, adminNotes] = [before.quantity - moved, before.adminNotes || SPLIT_NOTE]
      await tx.update(customOrders).set({ adminNotes, quantity }).where(eq(customOrders.id, id))
      await recordChange(tx, {
        ...{ by, entity: 'custom-order', entityId: id, action: 'update' },
        before: { quantity: before.quantity },
        after: { quantity, splitTo: added.reference },
      })
      return { id: added.id, reference: added.reference }
    }),
  )
}

function takeFrom(lines: readonly BulkLineRow[], wanted: SplitRequest['lines']) {
  return wanted.map(({ productId, quantity }, at) => {
    const line = lines.find((one) => one.productId === productId)
    const isRepeated = wanted.findIndex((one) => one.productId === productId) < at
    if (!line || isRepeated) throw refuse(`lines.${at}.productId`, 'Please name each product of the request once.')
    if (quantity > line.quantity)
      throw refuse(`lines.${at}.quantity`, `The request has only ${line.quantity} pieces of ${line.name}.`)
    return { line, quantity }
  })
}

const refuse = (path: string, message: string) => new DomainError('invalid', message, { issues: [{ path, message }] })

function copyOf({ kind, message, neededBy, company, gstin, customerName, customerEmail, ...row }: CustomOrderRow) {
  const { customerMobile, dueAt, notificationsMuted, createdAt, userId } = row
  const sender = { customerName, customerEmail, customerMobile, userId, company, gstin }
  return { kind, message, neededBy, ...sender, dueAt, notificationsMuted, createdAt }
}
