import { sql } from 'drizzle-orm'
import { financialYearOf } from '#src/core/gst.ts'
import { type Db, onlyRow } from '#src/db/database.server.ts'
import { invoiceCounters } from './invoices.table.server.ts'

/** What numbers a document, and when it is written. */
export type DocumentNumber = { series: string; financialYear: string; serial: number; issuedAt: Date }

/**
 * The next number of a series in the financial year of the moment. Whoever takes one holds the series until the end of
 * the transaction, so this comes last: a document that is given up gives its number back, and nobody passes it. Nor do
 * times: where clocks of processes differ, a later number is not written at an earlier moment.
 */
export async function allocateDocumentNumber(tx: Db, series: string, now: Date): Promise<DocumentNumber> {
  const financialYear = financialYearOf(now)
  const { last, lastIssuedAt } = onlyRow(
    await tx
      .insert(invoiceCounters)
      .values({ series, financialYear, last: 1, lastIssuedAt: now })
      .onConflictDoUpdate({
        target: [invoiceCounters.series, invoiceCounters.financialYear],
        set: {
          last: sql`${invoiceCounters.last} + 1`,
          lastIssuedAt: sql`greatest(${invoiceCounters.lastIssuedAt}, excluded.last_issued_at)`,
        },
      })
      .returning(),
  )
  return { series, financialYear, serial: last, issuedAt: lastIssuedAt }
}
