import { and, eq, inArray, isNotNull, ne, notInArray, sql, sum } from 'drizzle-orm'
import { type Paise, paise } from '#src/core/money.ts'
import type { Db } from '#src/db/database.server.ts'
import { selectCancelledOrders } from '#src/features/orders/lookup/order-customers.server.ts'
import { problemLines, problemReports } from './problems.table.server.ts'

type Reported = { ticketId: string; orderId: string; lineIds: readonly string[] }

/** What other reports of the order settled: replaced pieces by line, and refunds of reports about any of these lines. */
export type SettledBefore = { replaced: ReadonlyMap<string, number>; refunded: Paise }

/** Finds what other reports about these lines have settled. The pieces of a cancelled replacement count as not replaced. */
export async function findSettledBefore(db: Db, { ticketId, orderId, lineIds }: Reported): Promise<SettledBefore> {
  const isOther = and(eq(problemReports.orderId, orderId), ne(problemReports.ticketId, ticketId))
  const isAboutLines = inArray(problemLines.orderLineId, [...lineIds])
  const { replacementOrderId } = problemReports
  const wasSent = and(isNotNull(replacementOrderId), notInArray(replacementOrderId, selectCancelledOrders(db)))
  const replaced = await db
    .select({ lineId: problemLines.orderLineId, quantity: sum(problemLines.quantity).mapWith(Number) })
    .from(problemReports)
    .innerJoin(problemLines, eq(problemLines.ticketId, problemReports.ticketId))
    .where(and(isOther, isAboutLines, wasSent))
    .groupBy(problemLines.orderLineId)
  const ofLines = db.select({ ticketId: problemLines.ticketId }).from(problemLines).where(isAboutLines)
  const [refunds] = await db
    .select({ total: sql`coalesce(sum(${problemReports.refundPaise}), 0)`.mapWith(Number) })
    .from(problemReports)
    .where(and(isOther, isNotNull(problemReports.refundPaise), inArray(problemReports.ticketId, ofLines)))
  return {
    replaced: new Map(replaced.map(({ lineId, quantity }) => [lineId, quantity])),
    refunded: paise(refunds?.total ?? 0),
  }
}
