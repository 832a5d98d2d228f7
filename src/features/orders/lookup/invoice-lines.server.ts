import { asc, eq } from 'drizzle-orm'
import { paise } from '#src/core/money.ts'
import type { Db } from '#src/db/database.server.ts'
import { orderLines } from '#src/features/orders/orders.table.server.ts'

/** Lists order lines as named and priced at placement. A custom chocolate has no product. */
export async function listInvoiceLines(db: Db, orderId: string) {
  const { productId, name, unitPaise, quantity, id } = orderLines
  const rows = await db
    .select({ productId, name, unitPaise, quantity })
    .from(orderLines)
    .where(eq(orderLines.orderId, orderId))
    .orderBy(asc(name), asc(id))
  return rows.map(({ unitPaise, ...line }) => ({ ...line, amount: paise(unitPaise * line.quantity) }))
}
