import { and, asc, eq } from 'drizzle-orm'
import { DomainError } from '#src/core/domain-error.ts'
import type { Db } from '#src/db/database.server.ts'
import { creditNotes, invoices } from '#src/features/invoices/invoices.table.server.ts'
import { findOrder, type OrderScope } from '#src/features/orders/lookup/list-orders.server.ts'
import type { OrderDocument } from '#src/features/orders/orders.contract.ts'
import { INVOICE_TITLES, type PrintedDocument, toCreditNoteDocument, toInvoiceDocument } from './printed-document.ts'

type OfOrder = { orderId: string; whose: OrderScope }

export async function readInvoice(db: Db, { orderId, whose }: OfOrder): Promise<PrintedDocument> {
  await findOrder(db, whose, orderId)
  const [invoice] = await db.select().from(invoices).where(eq(invoices.orderId, orderId))
  if (!invoice) throw new DomainError('not-found', 'This order has no invoice.')
  return toInvoiceDocument(invoice)
}

export async function readCreditNote(
  db: Db,
  { orderId, whose, id }: OfOrder & { id: string },
): Promise<PrintedDocument> {
  await findOrder(db, whose, orderId)
  const [found] = await db
    .select({ note: creditNotes, invoice: invoices })
    .from(creditNotes)
    .innerJoin(invoices, eq(invoices.id, creditNotes.invoiceId))
    .where(and(eq(invoices.orderId, orderId), eq(creditNotes.id, id)))
  if (!found) throw new DomainError('not-found', 'Credit note not found.')
  return toCreditNoteDocument({ ...found.note, invoice: found.invoice })
}

export async function listOrderDocuments(db: Db, orderId: string): Promise<OrderDocument[]> {
  const [invoice] = await db.select().from(invoices).where(eq(invoices.orderId, orderId))
  if (!invoice) return []
  const notes = await db
    .select({ id: creditNotes.id, number: creditNotes.number })
    .from(creditNotes)
    .where(eq(creditNotes.invoiceId, invoice.id))
    .orderBy(asc(creditNotes.issuedAt), asc(creditNotes.serial))
  return [
    { title: INVOICE_TITLES[invoice.kind], number: invoice.number, path: 'invoice' },
    ...notes.map(({ id, number }) => ({ title: 'Credit note', number, path: `credit-notes/${id}` })),
  ]
}
