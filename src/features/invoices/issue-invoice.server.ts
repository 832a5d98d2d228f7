import { and, eq, gte, inArray, lt, sql } from 'drizzle-orm'
import { type Paise, paise } from '#src/core/money.ts'
import { taxRecordsExpiredBefore } from '#src/core/retention.ts'
import { runInBatches } from '#src/db/batches.server.ts'
import { type Db, onlyRow } from '#src/db/database.server.ts'
import type { OrderRow } from '#src/features/orders/orders.server.ts'
import { allocateCreditLines } from './credit-note-lines.ts'
import { draftInvoice } from './draft-invoice.server.ts'
import { allocateDocumentNumber } from './invoice-numbers.server.ts'
import { DOCUMENT_SERIES, sumTaxSplit } from './invoice-types.ts'
import { creditNotes, invoices } from './invoices.table.server.ts'

export type InvoiceRow = typeof invoices.$inferSelect
export type CreditNoteRow = typeof creditNotes.$inferSelect

type Sold = { order: OrderRow; paidAt: Date; now: Date }

/**
 * Writes the invoice of an order that is being paid, in the transaction that pays it: no money without its document, and
 * no document without its money. Once for an order (which is locked). Nobody bought what the demo invents, so sample
 * orders have none. Comes last in its transaction, because it holds the row of numbers.
 */
export async function issueInvoice(tx: Db, { order, paidAt, now }: Sold): Promise<InvoiceRow | undefined> {
  if (order.isSample) return undefined
  const [known] = await tx.select().from(invoices).where(eq(invoices.orderId, order.id))
  if (known) return known
  const { kind, ...frozen } = await draftInvoice(tx, order, now)
  const numbered = await allocateDocumentNumber(tx, DOCUMENT_SERIES[kind], now)
  return onlyRow(
    await tx
      .insert(invoices)
      .values({
        ...numbered,
        ...frozen,
        ...columnsOf(sumTaxSplit(frozen.lines)),
        kind,
        orderId: order.id,
        orderReference: order.reference,
        orderedAt: order.createdAt,
        paidAt,
      })
      .returning(),
  )
}

type Returned = {
  orderId: string
  refundId: string
  /** What of the order's price went back. Money that came above it was never invoiced and is not to be handed in. */
  amount: Paise
  now: Date
}

/**
 * Writes the credit note of a refund that was carried out, once for a refund: of every line in proportion. Nothing where
 * there is no invoice (sample orders, orders that were never paid for), and never more than the invoice has left.
 */
export async function issueCreditNote(
  tx: Db,
  { orderId, refundId, amount, now }: Returned,
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
  const numbered = await allocateDocumentNumber(tx, DOCUMENT_SERIES['credit-note'], now)
  const written = { ...numbered, invoiceId: invoice.id, refundId, lines, ...columnsOf(sumTaxSplit(lines)) }
  return onlyRow(await tx.insert(creditNotes).values(written).returning())
}

/** For the clock: whose time in the books is over has no name and address any more. What was sold stays as a figure. */
export async function eraseInvoiceRecipients(db: Db, now: Date): Promise<void> {
  const nobody = '{"name": "-", "address": "-", "place": "-", "pincode": "-"}'
  const { id, issuedAt, recipient } = invoices
  const forgotten = { recipient: sql`(${recipient} - 'phone') || ${nobody}::jsonb` }
  // From where the batch before ended: what it has forgotten is not read again.
  let from = new Date(0)
  await runInBatches(async (limit) => {
    const isOver = and(
      gte(issuedAt, from),
      lt(issuedAt, taxRecordsExpiredBefore(now)),
      sql`${recipient} ->> 'name' <> '-'`,
    )
    const some = db.select({ id }).from(invoices).where(isOver).orderBy(issuedAt, id).limit(limit)
    const changed = await db.update(invoices).set(forgotten).where(inArray(id, some)).returning({ issuedAt })
    from = new Date(Math.max(...changed.map((invoice) => invoice.issuedAt.getTime())))
    return changed
  })
}

function columnsOf({ taxable, cgst, sgst, igst, net }: ReturnType<typeof sumTaxSplit>) {
  return { taxablePaise: taxable, cgstPaise: cgst, sgstPaise: sgst, igstPaise: igst, totalPaise: net }
}
