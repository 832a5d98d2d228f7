import type { GstMode, IndianState, TaxSplit } from '#src/core/gst.ts'
import { type Paise, paise } from '#src/core/money.ts'

/** What may go with a parcel: who collects no tax may not write an invoice that looks as if. */
export const INVOICE_KINDS = ['tax-invoice', 'bill-of-supply', 'bill'] as const
export type InvoiceKind = (typeof INVOICE_KINDS)[number]

/** Nobody can be registered regularly without a number of registration. */
export function selectInvoiceKind(mode: GstMode, gstin: string): InvoiceKind {
  if (mode === 'composition') return 'bill-of-supply'
  return mode === 'regular' && gstin !== '' ? 'tax-invoice' : 'bill'
}

/** Every kind of document counts for itself, so that none of their rows of numbers has a gap. */
export const DOCUMENT_SERIES: Record<InvoiceKind | 'credit-note', string> = {
  'tax-invoice': 'KC',
  'bill-of-supply': 'KS',
  bill: 'KB',
  'credit-note': 'CN',
}

/** Who sells, as it was when the document was written. Empty texts are printed nowhere. */
export type Supplier = {
  name: string
  legalName: string
  address: string
  state: IndianState
  stateCode: string
  gstin: string
  fssai: string
  phone: string
  email: string
}

/** Who buys. Goods are supplied where they are delivered, so there is one address. */
export type Recipient = {
  name: string
  address: string
  place: string
  pincode: string
  state: IndianState
  stateCode: string
}

/** Unit codes of GST (UQC): pieces, and what has no unit. */
export type InvoiceUnit = 'PCS' | 'OTH'

/** What one line was sold for. `gross` and `discount` and `net` include the tax; `net` is the four parts together. */
export type InvoiceLine = TaxSplit & {
  description: string
  hsn: string
  quantity: number
  unit: InvoiceUnit
  gross: Paise
  discount: Paise
  net: Paise
  rateBasisPoints: number
}

/** What of a line goes back. `line` is its place in the invoice, from 0. */
export type CreditLine = TaxSplit &
  Pick<InvoiceLine, 'description' | 'hsn' | 'rateBasisPoints' | 'net'> & { line: number }

/** All parts of these lines, each added up; `net` is the total. */
export function sumTaxSplit(lines: readonly (TaxSplit & { net: Paise })[]): TaxSplit & { net: Paise } {
  const sum = (of: keyof TaxSplit | 'net') => paise(lines.reduce((all, line) => all + line[of], 0))
  return { taxable: sum('taxable'), cgst: sum('cgst'), sgst: sum('sgst'), igst: sum('igst'), net: sum('net') }
}
