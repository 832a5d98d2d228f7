import { stringify } from 'csv-stringify/sync'
import { and, asc, eq, gte, lt } from 'drizzle-orm'
import { shopDay } from '#src/core/dates.ts'
import { STATE_CODES } from '#src/core/gst.ts'
import { decimalRupees, type Paise, paise } from '#src/core/money.ts'
import type { Db } from '#src/db/database.server.ts'
import { INVOICE_TITLES } from '#src/features/invoices/documents/printed-document.ts'
import { selectPayingOrders } from '#src/features/orders/lookup/order-customers.server.ts'
import { escapeFormula } from '#src/server/csv/csv.server.ts'
import { type CreditLine, type InvoiceLine, placeOfSupply, sumTaxSplit } from './invoice-types.ts'
import { creditNotes, invoices } from './invoices.table.server.ts'

const COLUMNS = [
  'Document',
  'Number',
  'Date',
  'Invoice',
  'Order',
  'Recipient',
  'Recipient GSTIN',
  'State',
  'State code',
  'HSN',
  'GST rate',
  'Taxable value',
  'CGST',
  'SGST',
  'IGST',
  'Total',
  'Paid with order',
]

export async function writeInvoicesCsv(db: Db, month: string): Promise<string> {
  const { from, until } = monthInIndia(month)
  const payingOrder = selectPayingOrders(db)
  const sold = await db
    .select({ invoice: invoices, paidWith: payingOrder.reference })
    .from(invoices)
    .innerJoin(payingOrder, eq(payingOrder.id, invoices.orderId))
    .where(and(gte(invoices.issuedAt, from), lt(invoices.issuedAt, until)))
    .orderBy(asc(invoices.number))
  const credited = await db
    .select({ note: creditNotes, invoice: invoices, paidWith: payingOrder.reference })
    .from(creditNotes)
    .innerJoin(invoices, eq(invoices.id, creditNotes.invoiceId))
    .innerJoin(payingOrder, eq(payingOrder.id, invoices.orderId))
    .where(and(gte(creditNotes.issuedAt, from), lt(creditNotes.issuedAt, until)))
    .orderBy(asc(creditNotes.number))
  const records = [
    ...sold.flatMap(({ invoice, paidWith }) =>
      rowsOf(invoice, { ...invoice, title: INVOICE_TITLES[invoice.kind], sign: '', paidWith }),
    ),
    ...credited.flatMap(({ note, invoice, paidWith }) =>
      rowsOf(invoice, { ...note, title: 'Credit note', sign: '-', paidWith }),
    ),
  ]
  return stringify([COLUMNS, ...records], { bom: true, quoted: true, record_delimiter: 'windows' })
}

function monthInIndia(month: string): { from: Date; until: Date } {
  const [year = 0, counted = 0] = month.split('-').map(Number)
  const next = counted === 12 ? `${year + 1}-01` : `${year}-${String(counted + 1).padStart(2, '0')}`
  const first = (of: string) => new Date(`${of}-01T00:00:00+05:30`)
  return { from: first(month), until: first(next) }
}

type Invoice = typeof invoices.$inferSelect
type Document = {
  title: string
  number: string
  issuedAt: Date
  lines: readonly (CreditLine | InvoiceLine)[]
  sign: '' | '-'
  /** The order number of the payment, also if it pays several parcels. */
  paidWith: string
}

function rowsOf(invoice: Invoice, { title, number, issuedAt, lines, sign, paidWith }: Document): string[][] {
  const { name, gstin = '' } = invoice.recipient
  const state = placeOfSupply(invoice.recipient)
  const rupees = (amount: Paise) => (amount === 0 ? decimalRupees(amount) : `${sign}${decimalRupees(amount)}`)
  const groups = Map.groupBy(lines, ({ hsn, rateBasisPoints }) => `${hsn} ${rateBasisPoints}`)
  return [...groups.values()].map((alike) => {
    const { taxable, cgst, sgst, igst, net } = sumTaxSplit(alike)
    const [first] = alike
    return [
      ...[title, number, shopDay(issuedAt), invoice.number, invoice.orderReference].map(escapeFormula),
      ...[name, gstin, state, STATE_CODES[state], first?.hsn ?? ''].map(escapeFormula),
      `${(first?.rateBasisPoints ?? 0) / 100}%`,
      ...[taxable, cgst, sgst, igst, net].map((amount) => rupees(paise(amount))),
      escapeFormula(paidWith),
    ]
  })
}
