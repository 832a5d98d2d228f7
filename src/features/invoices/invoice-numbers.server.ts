import { sql } from 'drizzle-orm'
import { financialYearOf } from '#src/core/gst.ts'
import { type Db, onlyRow } from '#src/db/database.server.ts'
import { invoiceCounters } from './invoices.table.server.ts'

export type DocumentNumber = { series: string; financialYear: string; serial: number; issuedAt: Date }

/** Allocates the next number and locks its series until commit, so numbers have no gaps. Call it last. */
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
