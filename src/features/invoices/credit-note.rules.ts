import { type Supply, type TaxSplit, taxWithin } from '#src/core/gst.ts'
import { type Paise, paise } from '#src/core/money.ts'
import { sharesOf } from '#src/core/order-tax.ts'
import { type CreditLine, type InvoiceLine, splitOf } from './invoices.rules.ts'

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
export function creditLines({ supply, lines, credited, amount }: Crediting): CreditLine[] {
  const before = lines.map((_, at) => splitOf(credited.filter(({ line }) => line === at)))
  const shares = sharesOf(
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
function creditWithin({ line, net, supply }: Credited, before: TaxSplit & { net: Paise } = splitOf([])): TaxSplit {
  const soFar = taxWithin(paise(before.net + net), line.rateBasisPoints, supply)
  const leastTax = net - (line.taxable - before.taxable)
  if (supply === 'inter') {
    const igst = between(leastTax, soFar.igst - before.igst, Math.min(line.igst - before.igst, net))
    return { taxable: paise(net - igst), cgst: paise(0), sgst: paise(0), igst }
  }
  const most = Math.min(line.cgst - before.cgst, Math.floor(net / 2))
  const half = between(Math.ceil(leastTax / 2), soFar.cgst - before.cgst, most)
  return { taxable: paise(net - 2 * half), cgst: half, sgst: half, igst: paise(0) }
}

function between(least: number, wanted: number, most: number): Paise {
  return paise(Math.max(0, Math.min(most, Math.max(least, wanted))))
}
