import { asc, eq, inArray } from 'drizzle-orm'
import { paise, rupees } from '#src/core/money.ts'
import type { Db } from '#src/db/database.server.ts'
import type { BulkLine } from './bulk.contract.ts'
import { bulkLines } from './bulk-lines.table.server.ts'

export type BulkLineRow = typeof bulkLines.$inferSelect

/** Finds the lines of bulk requests by the id of the request, in the order of the customer. */
export async function findBulkLines(db: Db, ids: readonly string[]): Promise<Map<string, BulkLineRow[]>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .select()
    .from(bulkLines)
    .where(inArray(bulkLines.customOrderId, [...ids]))
    .orderBy(asc(bulkLines.id))
  return Map.groupBy(rows, ({ customOrderId }) => customOrderId)
}

export async function loadBulkLines(db: Db, id: string): Promise<BulkLineRow[]> {
  return (await findBulkLines(db, [id])).get(id) ?? []
}

type NewLine = Pick<BulkLineRow, 'productId' | 'name' | 'quantity'>

export async function insertBulkLines(tx: Db, customOrderId: string, lines: readonly NewLine[]): Promise<void> {
  await tx.insert(bulkLines).values(lines.map((line) => ({ ...line, customOrderId })))
}

export async function setUnitPrice(tx: Db, { id }: BulkLineRow, unitPaise: number): Promise<void> {
  await tx.update(bulkLines).set({ unitPaise }).where(eq(bulkLines.id, id))
}

/** Takes pieces out of a line; the last ones take the line with them. */
export async function takePieces(tx: Db, { id, quantity }: BulkLineRow, taken: number): Promise<void> {
  if (taken === quantity) await tx.delete(bulkLines).where(eq(bulkLines.id, id))
  else
    await tx
      .update(bulkLines)
      .set({ quantity: quantity - taken })
      .where(eq(bulkLines.id, id))
}

export const toBulkLine = ({ productId, name, quantity, unitPaise }: BulkLineRow): BulkLine => ({
  productId,
  name,
  quantity,
  unitPrice: unitPaise === null ? null : rupees(paise(unitPaise)),
})
