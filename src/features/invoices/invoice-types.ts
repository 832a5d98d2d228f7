import type { GstMode, IndianState, TaxSplit } from '#src/core/gst.ts'
import { type Paise, paise } from '#src/core/money.ts'

/** A shop that collects no tax must not issue a document that looks like a tax invoice. */
export const INVOICE_KINDS = ['tax-invoice', 'bill-of-supply', 'bill'] as const
export type InvoiceKind = (typeof INVOICE_KINDS)[number]

export function selectInvoiceKind(mode: GstMode, gstin: string): InvoiceKind {
  if (mode === 'composition') return 'bill-of-supply'
  return mode === 'regular' && gstin !== '' ? 'tax-invoice' : 'bill'
}

/** Each kind has its own series, so that no series has a gap. */
export const DOCUMENT_SERIES: Record<InvoiceKind | 'credit-note', string> = {
  'tax-invoice': 'KC',
  'bill-of-supply': 'KS',
  bill: 'KB',
  'credit-note': 'CN',
}

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

export type PostalAddress = { address: string; place: string; pincode: string; state: IndianState; stateCode: string }

/** The buyer. The address is also that of delivery, unless `deliveredTo` has its own. */
export type Recipient = PostalAddress & {
  name: string
  /** Of a company: the person who ordered. */
  contact?: string
  gstin?: string
  /** Somebody else, to whom the goods go. */
  deliveredTo?: string | (PostalAddress & { name: string })
  /** If it is not the state of the address. */
  placeOfSupply?: IndianState
}

export const placeOfSupply = ({ placeOfSupply: own, state }: Recipient): IndianState => own ?? state

/** GST unit codes (UQC): pieces, and "others". */
export type InvoiceUnit = 'PCS' | 'OTH'

/** `gross`, `discount` and `net` include the tax; `net` is the sum of the four parts. */
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

export type CreditLine = TaxSplit &
  Pick<InvoiceLine, 'description' | 'hsn' | 'rateBasisPoints' | 'net'> & { line: number }

export function sumTaxSplit(lines: readonly (TaxSplit & { net: Paise })[]): TaxSplit & { net: Paise } {
  const sum = (of: keyof TaxSplit | 'net') => paise(lines.reduce((all, line) => all + line[of], 0))
  return { taxable: sum('taxable'), cgst: sum('cgst'), sgst: sum('sgst'), igst: sum('igst'), net: sum('net') }
}
