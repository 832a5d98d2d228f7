import { and, asc, eq, inArray } from 'drizzle-orm'
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

export async function listOrderDocuments(db: Db, orderIds: string[]): Promise<Map<string, OrderDocument[]>> {
  const issued = await db.select().from(invoices).where(inArray(invoices.orderId, orderIds))
  const notes = await db
    .select({ id: creditNotes.id, number: creditNotes.number, invoiceId: creditNotes.invoiceId })
    .from(creditNotes)
    .where(
      inArray(
        creditNotes.invoiceId,
        issued.map(({ id }) => id),
      ),
    )
    .orderBy(asc(creditNotes.issuedAt), asc(creditNotes.serial))
  const notesOf = Map.groupBy(notes, ({ invoiceId }) => invoiceId)
  return new Map(
    issued.map(({ id: invoiceId, orderId, kind, number }) => [
      orderId,
      [
        { title: INVOICE_TITLES[kind], number, path: 'invoice' },
        ...(notesOf.get(invoiceId) ?? []).map(({ id, number }) => ({
          title: 'Credit note',
          number,
          path: `credit-notes/${id}`,
        })),
      ],
    ]),
  )
}
