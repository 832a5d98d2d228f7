import { and, asc, eq } from 'drizzle-orm'
import { ShopError } from '#src/core/shop-error.ts'
import { findOrder, type OrdersOf } from '#src/features/orders/order-history.server.ts'
import type { OrderDocument } from '#src/features/orders/orders.contract.ts'
import type { Db } from '#src/platform/database.server.ts'
import { creditNotes, invoices } from './invoices.table.server.ts'
import { type PrintedDocument, printCreditNote, printInvoice, TITLES } from './printed-document.rules.ts'

type OfOrder = { orderId: string; whose: OrdersOf }

/** The invoice of one of their orders. Somebody else's is as unknown as one that does not exist. */
export async function readInvoice(db: Db, { orderId, whose }: OfOrder): Promise<PrintedDocument> {
  await findOrder(db, whose, orderId)
  const [invoice] = await db.select().from(invoices).where(eq(invoices.orderId, orderId))
  if (!invoice) throw new ShopError('not-found', 'There is no invoice for this order.')
  return printInvoice(invoice)
}

/** One credit note to the invoice of one of their orders. */
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
  if (!found) throw new ShopError('not-found', 'There is no such credit note.')
  return printCreditNote({ ...found.note, invoice: found.invoice })
}

/** What was written about an order: its invoice, then its credit notes. */
export async function documentsOfOrder(db: Db, orderId: string): Promise<OrderDocument[]> {
  const [invoice] = await db.select().from(invoices).where(eq(invoices.orderId, orderId))
  if (!invoice) return []
  const notes = await db
    .select({ id: creditNotes.id, number: creditNotes.number })
    .from(creditNotes)
    .where(eq(creditNotes.invoiceId, invoice.id))
    .orderBy(asc(creditNotes.issuedAt), asc(creditNotes.serial))
  return [
    { title: TITLES[invoice.kind], number: invoice.number, path: 'invoice' },
    ...notes.map(({ id, number }) => ({ title: 'Credit note', number, path: `credit-notes/${id}` })),
  ]
}
