import type { Supply } from '#src/core/gst.ts'
import { formatAmount, type Paise, paise, rupees } from '#src/core/money.ts'
import type { CreditLine, InvoiceKind, InvoiceLine } from '#src/features/invoices/invoice-types.ts'

export type DocumentColumn = { head: string; width?: number; alignRight?: boolean }
export type DocumentTable = { columns: DocumentColumn[]; rows: string[][]; foot: string[] }

type Money<L> = { [K in keyof L]: L[K] extends Paise ? K : never }[keyof L]
type CellOf<L> = DocumentColumn & { cell: (line: L, at: number) => string; sum?: (lines: readonly L[]) => string }
type Sale = { kind: InvoiceKind; supply: Supply }

/** The lines of an invoice: tax columns only where tax is collected, discounts only where there are any. */
export function buildInvoiceTable(lines: readonly InvoiceLine[], sale: Sale): DocumentTable {
  const columns: CellOf<InvoiceLine>[] = [
    ...named<InvoiceLine>(),
    { head: 'Quantity', width: 42, alignRight: true, cell: ({ quantity, unit }) => `${quantity} ${unit}` },
    money('Price', 'gross'),
  ]
  if (lines.some(({ discount }) => discount > 0)) columns.push(money('Discount', 'discount'))
  return tableOf([...columns, ...taxColumns<InvoiceLine>(sale), money('Total', 'net')], lines)
}

/** The lines of a credit note, without quantities: a partial refund has none. */
export function buildCreditNoteTable(lines: readonly CreditLine[], sale: Sale): DocumentTable {
  return tableOf([...named<CreditLine>(), ...taxColumns<CreditLine>(sale), money('Total', 'net')], lines)
}

function tableOf<L>(columns: CellOf<L>[], lines: readonly L[]): DocumentTable {
  return {
    columns: columns.map(({ head, width, alignRight }) => ({ head, width, alignRight })),
    rows: lines.map((line, at) => columns.map(({ cell }) => cell(line, at))),
    foot: columns.map(({ head, sum }) => (head === 'Description' ? 'Total' : (sum?.(lines) ?? ''))),
  }
}

function named<L extends CreditLine | InvoiceLine>(): CellOf<L>[] {
  return [
    { head: 'No.', width: 21, cell: (_, at) => String(at + 1) },
    { head: 'Description', cell: ({ description }) => description },
    { head: 'HSN', width: 46, cell: ({ hsn }) => hsn },
  ]
}

function taxColumns<L extends CreditLine | InvoiceLine>({ kind, supply }: Sale): CellOf<L>[] {
  if (kind !== 'tax-invoice') return []
  const tax = (head: string, of: 'cgst' | 'sgst' | 'igst', parts: number): CellOf<L> => ({
    ...money<L>(head, of as Money<L>),
    cell: (line) => `${amountText(line[of])}\n${percent(line.rateBasisPoints / parts)}`,
  })
  const taxable = money<L>('Taxable', 'taxable' as Money<L>)
  return supply === 'inter'
    ? [taxable, tax('IGST', 'igst', 1)]
    : [taxable, tax('CGST', 'cgst', 2), tax('SGST', 'sgst', 2)]
}

function money<L>(head: string, of: Money<L>): CellOf<L> {
  const paiseOf = (line: L) => line[of] as Paise
  return {
    head,
    width: 51,
    alignRight: true,
    cell: (line) => amountText(paiseOf(line)),
    sum: (lines) => amountText(paise(lines.reduce((all, line) => all + paiseOf(line), 0))),
  }
}

/** Two decimals and Indian grouping, without the sign: the table heading says rupees. */
const amountText = (amount: Paise) => formatAmount(rupees(amount)).replace('₹', '')

const percent = (basisPoints: number) => `${basisPoints / 100}%`
