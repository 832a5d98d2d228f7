import { toCurrency } from 'to-words/en-IN'
import { formatFullDay, shopDay } from '#src/core/dates.ts'
import { STATE_CODES, type Supply } from '#src/core/gst.ts'
import { formatAmount, type Paise, rupees } from '#src/core/money.ts'
import {
  type CreditLine,
  type InvoiceKind,
  type InvoiceLine,
  type PostalAddress,
  placeOfSupply,
  type Recipient,
  type Supplier,
  sumTaxSplit,
} from '#src/features/invoices/invoice-types.ts'
import { buildCreditNoteTable, buildInvoiceTable, type DocumentTable } from './printed-table.ts'

type Fact = { name: string; value: string }
type Party = { heading: string; name: string; rows: string[] }

export type PrintedDocument = {
  title: string
  number: string
  issuedAt: Date
  declaration?: string
  facts: Fact[]
  parties: Party[]
  table: DocumentTable
  sums: Fact[]
  words: string
  notes: string[]
  signature: string
}

export type InvoiceHeader = {
  number: string
  issuedAt: Date
  kind: InvoiceKind
  supply: Supply
  supplier: Supplier
  recipient: Recipient
  orderReference: string
  paidAt: Date
}
type PrintedInvoice = InvoiceHeader & { lines: InvoiceLine[] }
type PrintedCreditNote = { number: string; issuedAt: Date; lines: CreditLine[]; invoice: InvoiceHeader }

export const INVOICE_TITLES: Record<InvoiceKind, string> = {
  'tax-invoice': 'Tax invoice',
  'bill-of-supply': 'Bill of supply',
  bill: 'Bill',
}

/** Rule 5 of the composition scheme requires this text at the top of every bill of supply. */
const DECLARATIONS: Record<InvoiceKind, string | undefined> = {
  'tax-invoice': 'Original for recipient',
  'bill-of-supply': 'Composition taxable person, not eligible to collect tax on supplies',
  bill: undefined,
}

const TAX_NOTES: Record<InvoiceKind, string> = {
  'tax-invoice': 'Prices include GST.',
  'bill-of-supply': 'No tax is collected on this supply.',
  bill: 'The seller is not registered under GST. No tax is collected.',
}

/** An invoice with everything that rule 46 of the CGST rules requires, or a bill without tax. */
export function toInvoiceDocument(invoice: PrintedInvoice): PrintedDocument {
  const { kind, number, issuedAt, lines } = invoice
  return {
    title: INVOICE_TITLES[kind],
    number,
    issuedAt,
    declaration: DECLARATIONS[kind],
    facts: [
      { name: 'Number', value: number },
      { name: 'Date', value: dayOf(issuedAt) },
      { name: 'Order', value: invoice.orderReference },
      { name: 'Paid on', value: dayOf(invoice.paidAt) },
      ...supplyFacts(invoice),
    ],
    parties: partiesOf(invoice),
    table: buildInvoiceTable(lines, invoice),
    ...sumsOf(lines, { ...invoice, totalName: 'Total' }),
    notes: [TAX_NOTES[kind], 'All amounts are in Indian rupees.'],
    signature: signatureOf(invoice),
  }
}

/** A credit note with everything that rule 53 of the CGST rules requires. */
export function toCreditNoteDocument({ number, issuedAt, lines, invoice }: PrintedCreditNote): PrintedDocument {
  const { kind } = invoice
  return {
    title: 'Credit note',
    number,
    issuedAt,
    declaration: DECLARATIONS[kind],
    facts: [
      { name: 'Number', value: number },
      { name: 'Date', value: dayOf(issuedAt) },
      { name: `For ${INVOICE_TITLES[kind].toLowerCase()}`, value: invoice.number },
      { name: `Date of the ${INVOICE_TITLES[kind].toLowerCase()}`, value: dayOf(invoice.issuedAt) },
      { name: 'Order', value: invoice.orderReference },
      ...supplyFacts(invoice),
    ],
    parties: partiesOf(invoice),
    table: buildCreditNoteTable(lines, invoice),
    ...sumsOf(lines, { ...invoice, totalName: 'Total refunded' }),
    notes: ['This amount was refunded.', 'All amounts are in Indian rupees.'],
    signature: signatureOf(invoice),
  }
}

function supplyFacts({ kind, recipient }: InvoiceHeader): Fact[] {
  if (kind !== 'tax-invoice') return []
  const state = placeOfSupply(recipient)
  return [
    { name: 'Place of supply', value: `${state} (${STATE_CODES[state]})` },
    { name: 'Reverse charge', value: 'No' },
  ]
}

function partiesOf({ supplier, recipient, kind }: InvoiceHeader): Party[] {
  const { name, legalName, address, state, stateCode, gstin, fssai, phone, email } = supplier
  const said = (label: string, value: string) => value && `${label} ${value}`
  return [
    {
      heading: kind === 'tax-invoice' ? 'Supplier' : 'Seller',
      name: legalName || name,
      rows: [
        legalName && legalName !== name ? `Trading as ${name}` : '',
        address,
        `${state} (State code ${stateCode})`,
        said('GSTIN', gstin),
        said('FSSAI No.', fssai),
        [phone, email].filter(Boolean).join(', '),
      ].filter(Boolean),
    },
    ...buyersOf(recipient),
  ]
}

/** One address serves for billing and delivery, unless the goods go to somebody else. */
function buyersOf(recipient: Recipient): Party[] {
  const { name, contact, gstin, deliveredTo } = recipient
  const company = [gstin && `GSTIN ${gstin}`, contact && `Contact: ${contact}`].filter((row) => row !== undefined)
  const rows = addressRows(recipient)
  if (deliveredTo === undefined) return [{ heading: 'Billed and delivered to', name, rows: [...company, ...rows] }]
  if (typeof deliveredTo === 'string')
    return [
      { heading: 'Billed to', name, rows: company },
      { heading: 'Delivered to', name: deliveredTo, rows },
    ]
  return [
    { heading: 'Billed to', name, rows: [...company, ...rows] },
    { heading: 'Delivered to', name: deliveredTo.name, rows: addressRows(deliveredTo) },
  ]
}

const addressRows = ({ address, place, pincode, state, stateCode }: PostalAddress) => [
  address,
  `${place} ${pincode}`,
  `${state} (State code ${stateCode})`,
]

type Summed = { kind: InvoiceKind; supply: Supply; totalName: string }

function sumsOf(
  lines: readonly (CreditLine | InvoiceLine)[],
  { kind, supply, totalName }: Summed,
): Pick<PrintedDocument, 'sums' | 'words'> {
  const { taxable, cgst, sgst, igst, net } = sumTaxSplit(lines)
  const sum = (name: string, amount: Paise) => ({ name, value: formatAmount(rupees(amount)) })
  const taxes = supply === 'inter' ? [sum('IGST', igst)] : [sum('CGST', cgst), sum('SGST', sgst)]
  return {
    sums: [...(kind === 'tax-invoice' ? [sum('Taxable value', taxable), ...taxes] : []), sum(totalName, net)],
    words: toCurrency(rupees(net)),
  }
}

const signatureOf = ({ supplier }: InvoiceHeader) => `For ${supplier.legalName || supplier.name}`

const dayOf = (time: Date) => formatFullDay(shopDay(time))
