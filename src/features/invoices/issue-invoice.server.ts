import { and, asc, eq, gte, inArray, lt, sql } from 'drizzle-orm'
import { type Paise, paise } from '#src/core/money.ts'
import { taxRecordsExpiredBefore } from '#src/core/retention.ts'
import { type Db, onlyRow, runInBatches } from '#src/db/database.server.ts'
import type { OrderRow } from '#src/features/orders/orders.server.ts'
import { allocateCreditLines } from './credit-note-lines.ts'
import { draftInvoices } from './draft-invoice.server.ts'
import { allocateDocumentNumber } from './invoice-numbers.server.ts'
import { DOCUMENT_SERIES, sumTaxSplit } from './invoice-types.ts'
import { creditNotes, invoices } from './invoices.table.server.ts'

export type InvoiceRow = typeof invoices.$inferSelect
export type CreditNoteRow = typeof creditNotes.$inferSelect

type Sold = { orders: readonly OrderRow[]; paidAt: Date; now: Date }

/**
 * Issues the invoices of orders that are being paid, in the same transaction and in their order; samples have none.
 * Call it last: it locks the series.
 */
export async function issueInvoices(tx: Db, { orders, paidAt, now }: Sold): Promise<InvoiceRow[]> {
  const sold = orders.filter(({ isSample }) => !isSample)
  const ids = sold.map(({ id }) => id)
  const known = await tx.select().from(invoices).where(inArray(invoices.orderId, ids)).orderBy(asc(invoices.serial))
  const missing = sold.filter(({ id }) => !known.some(({ orderId }) => orderId === id))
  if (missing.length === 0) return known
  const rows = []
  for (const { order, kind, ...frozen } of await draftInvoices(tx, missing, now)) {
    const { id: orderId, reference: orderReference, createdAt: orderedAt } = order
    const documentNumber = await allocateDocumentNumber(tx, DOCUMENT_SERIES[kind], now)
    const totals = columnsOf(sumTaxSplit(frozen.lines))
    rows.push({ ...documentNumber, ...frozen, ...totals, kind, orderId, orderReference, orderedAt, paidAt })
  }
  return [...known, ...(await tx.insert(invoices).values(rows).returning())]
}

type CreditNoteInput = {
  orderId: string
  refundId: string
  amount: Paise
  now: Date
}

/** Issues the credit note of a completed refund, once; none without an invoice, never more than is left of it. */
export async function issueCreditNote(
  tx: Db,
  { orderId, refundId, amount, now }: CreditNoteInput,
): Promise<CreditNoteRow | undefined> {
  const [invoice] = await tx.select().from(invoices).where(eq(invoices.orderId, orderId)).for('no key update')
  if (!invoice) return undefined
  const earlier = await tx.select().from(creditNotes).where(eq(creditNotes.invoiceId, invoice.id))
  const known = earlier.find((note) => note.refundId === refundId)
  if (known) return known
  const left = earlier.reduce((rest, note) => rest - note.totalPaise, invoice.totalPaise)
  if (left === 0) return undefined
  const lines = allocateCreditLines({
    supply: invoice.supply,
    lines: invoice.lines,
    credited: earlier.flatMap((note) => note.lines),
    amount: paise(Math.min(amount, left)),
  })
  const documentNumber = await allocateDocumentNumber(tx, DOCUMENT_SERIES['credit-note'], now)
  const written = { ...documentNumber, invoiceId: invoice.id, refundId, lines, ...columnsOf(sumTaxSplit(lines)) }
  return onlyRow(await tx.insert(creditNotes).values(written).returning())
}

/** Erases the recipients of invoices whose retention period is over; the amounts stay. */
export async function eraseInvoiceRecipients(db: Db, now: Date): Promise<void> {
  const emptyRecipient = '{"name": "-", "address": "-", "place": "-", "pincode": "-"}'
  const { id, issuedAt, recipient } = invoices
  const erased = {
    recipient: sql`(${recipient} - '{phone,contact,gstin,deliveredTo}'::text[]) || ${emptyRecipient}::jsonb`,
  }
  let from = new Date(0)
  await runInBatches(async (limit) => {
    const isOver = and(
      gte(issuedAt, from),
      lt(issuedAt, taxRecordsExpiredBefore(now)),
      sql`${recipient} ->> 'name' <> '-'`,
    )
    const some = db.select({ id }).from(invoices).where(isOver).orderBy(issuedAt, id).limit(limit)
    const changed = await db.update(invoices).set(erased).where(inArray(id, some)).returning({ issuedAt })
    from = new Date(Math.max(...changed.map((invoice) => invoice.issuedAt.getTime())))
    return changed
  })
}

function columnsOf({ taxable, cgst, sgst, igst, net }: ReturnType<typeof sumTaxSplit>) {
  return { taxablePaise: taxable, cgstPaise: cgst, sgstPaise: sgst, igstPaise: igst, totalPaise: net }
}
