import { type Supply, splitInclusiveTax, type TaxSplit } from '#src/core/gst.ts'
import { type Paise, paise } from '#src/core/money.ts'
import { allocateProportionally } from '#src/core/order-tax.ts'
import { type CreditLine, type InvoiceLine, sumTaxSplit } from './invoice-types.ts'

type CreditNoteInput = {
  supply: Supply
  lines: readonly InvoiceLine[]
  credited: readonly CreditLine[]
  amount: Paise
}

/** Splits a refund over the lines in proportion to what is left of each, to the paisa; never more than was charged. */
export function allocateCreditLines({ supply, lines, credited, amount }: CreditNoteInput): CreditLine[] {
  const before = lines.map((_, at) => sumTaxSplit(credited.filter(({ line }) => line === at)))
  const shares = allocateProportionally(
    amount,
    lines.map(({ net }, at) => paise(net - (before[at]?.net ?? 0))),
  )
  return lines
    .map((line, at) => {
      const { description, hsn, rateBasisPoints } = line
      const net = shares[at] ?? paise(0)
      return { line: at, description, hsn, rateBasisPoints, net, ...creditWithin({ line, net, supply }, before[at]) }
    })
    .filter(({ net }) => net > 0)
}

type Credited = { line: InvoiceLine; net: Paise; supply: Supply }

/** Cumulative tax minus the tax already credited, so that many small notes add up to the same as one. */
function creditWithin({ line, net, supply }: Credited, before: TaxSplit & { net: Paise } = sumTaxSplit([])): TaxSplit {
  const taxBefore = taxOf(before)
  const least = Math.max(0, net - (line.taxable - before.taxable))
  const most = Math.min(taxOf(line) - taxBefore, net)
  const wanted = taxOf(splitInclusiveTax(paise(before.net + net), line.rateBasisPoints, supply)) - taxBefore
  const tax = Math.max(least, Math.min(most, wanted))
  if (supply === 'inter') return { taxable: paise(net - tax), cgst: paise(0), sgst: paise(0), igst: paise(tax) }
  const isFit = (some: number) => some >= least && some <= most && (taxBefore + some) % 2 === 0
  return inHalves([tax, tax - 1, tax + 1].find(isFit) ?? tax, { net, before })
}

/** CGST and SGST are equal in total; a single odd paisa of tax stays ahead in one of them until the next note. */
function inHalves(tax: number, { net, before }: { net: Paise; before: TaxSplit }): TaxSplit {
  const soFar = taxOf(before) + tax
  const [cgst, sgst] = [Math.ceil(soFar / 2) - before.cgst, Math.floor(soFar / 2) - before.sgst]
  return { taxable: paise(net - tax), cgst: paise(cgst), sgst: paise(sgst), igst: paise(0) }
}

const taxOf = ({ cgst, sgst, igst }: TaxSplit) => cgst + sgst + igst
