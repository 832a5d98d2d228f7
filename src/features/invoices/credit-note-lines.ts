import { type Supply, splitInclusiveTax, type TaxSplit } from '#src/core/gst.ts'
import { type Paise, paise } from '#src/core/money.ts'
import { allocateProportionally } from '#src/core/order-tax.ts'
import { type CreditLine, type InvoiceLine, sumTaxSplit } from './invoice-types.ts'

type Crediting = {
  supply: Supply
  lines: readonly InvoiceLine[]
  /** What went back before. */
  credited: readonly CreditLine[]
  amount: Paise
}

/**
 * What of each line goes back with an amount: every line in proportion to what is left of it, to the paisa. However
 * often something goes back, no line and no tax is given back above what it was, and the last note takes all that is left.
 */
export function allocateCreditLines({ supply, lines, credited, amount }: Crediting): CreditLine[] {
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

/**
 * The tax in all that has gone back of a line by now, less the tax that went back before: so that many small notes give
 * back the same as one. No part goes below nothing or above what is left.
 */
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

/**
 * CGST equals SGST in all that has gone back by now. Where only tax is left and a single paisa of it goes back, one of
 * the two is a paisa ahead until the next note: to refuse that paisa its credit note would be worse.
 */
function inHalves(tax: number, { net, before }: { net: Paise; before: TaxSplit }): TaxSplit {
  const soFar = taxOf(before) + tax
  const [cgst, sgst] = [Math.ceil(soFar / 2) - before.cgst, Math.floor(soFar / 2) - before.sgst]
  return { taxable: paise(net - tax), cgst: paise(cgst), sgst: paise(sgst), igst: paise(0) }
}

const taxOf = ({ cgst, sgst, igst }: TaxSplit) => cgst + sgst + igst
