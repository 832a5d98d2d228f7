import { type GstMode, type Supply, splitInclusiveTax, type TaxSplit } from './gst.ts'
import { addPaise, type Paise, paise } from './money.ts'
import { counted } from './words.ts'

export type TaxableLine = { amount: Paise; hsn: string; rateBasisPoints: number }

export type TaxedLine<L extends TaxableLine> = L & TaxSplit & { discount: Paise; net: Paise }
/** A charge beside the goods. */
export type Charge = { kind: 'shipping' | 'cool-pack' | 'gift-wrap'; amount: Paise }
/** The part of a charge that belongs to the goods of one rate, under the HSN of the dearest of them. */
export type TaxedCharge = TaxSplit & { kind: Charge['kind']; net: Paise; hsn: string; rateBasisPoints: number }

export type OrderTax<L extends TaxableLine> = {
  lines: TaxedLine<L>[]
  charges: TaxedCharge[]
  totals: TaxSplit & { tax: Paise; total: Paise }
}

export type TaxedOrder<L extends TaxableLine> = {
  lines: readonly L[]
  discount: Paise
  charges: readonly Charge[]
  supply: Supply
  mode: GstMode
}

/** Calculates GST by line. Shipping and cool packs are taxed like the goods: a composite supply (CGST Act, section 8). */
export function calculateOrderTax<L extends TaxableLine>({
  lines,
  discount,
  charges,
  ...law
}: TaxedOrder<L>): OrderTax<L> {
  const taxed = discountLines(lines, discount).map((line) => ({
    ...line,
    ...taxOn(line.net, line.rateBasisPoints, law),
  }))
  const parts = charges.flatMap((charge) => chargeByRate(lines, charge))
  const charged = parts.map((part) => ({ ...part, ...taxOn(part.net, part.rateBasisPoints, law) }))
  return { lines: taxed, charges: charged, totals: totalsOf([...taxed, ...charged]) }
}

/** Takes from each line its share of the discount; `net` is what was paid for it. */
export function discountLines<L extends { amount: Paise }>(
  lines: readonly L[],
  discount: Paise,
): (L & { discount: Paise; net: Paise })[] {
  const discounts = allocateProportionally(
    discount,
    lines.map(({ amount }) => amount),
  )
  return lines.map((line, at) => {
    const off = discounts[at] ?? paise(0)
    return { ...line, discount: off, net: paise(line.amount - off) }
  })
}

function taxOn(net: Paise, rateBasisPoints: number, { mode, supply }: { mode: GstMode; supply: Supply }): TaxSplit {
  return splitInclusiveTax(net, mode === 'regular' ? rateBasisPoints : 0, supply)
}

function chargeByRate(
  lines: readonly TaxableLine[],
  { kind, amount: whole }: Charge,
): Omit<TaxedCharge, keyof TaxSplit>[] {
  if (whole === 0) return []
  const dearestFirst = [...lines].sort((a, b) => b.amount - a.amount)
  const goods = [...Map.groupBy(dearestFirst, (line) => line.rateBasisPoints)].map(([rateBasisPoints, alike]) => ({
    rateBasisPoints,
    hsn: alike[0]?.hsn ?? '',
    amount: addPaise(...alike.map((line) => line.amount)),
  }))
  const shares = allocateProportionally(
    whole,
    goods.map(({ amount }) => amount),
  )
  return goods
    .map(({ rateBasisPoints, hsn }, i) => ({ kind, rateBasisPoints, hsn, net: shares[i] ?? paise(0) }))
    .filter(({ net }) => net > 0)
}

function totalsOf(parts: readonly (TaxSplit & { net: Paise })[]): OrderTax<TaxableLine>['totals'] {
  const sum = (of: keyof TaxSplit | 'net') => addPaise(...parts.map((part) => part[of]))
  const [cgst, sgst, igst] = [sum('cgst'), sum('sgst'), sum('igst')]
  return { taxable: sum('taxable'), cgst, sgst, igst, tax: addPaise(cgst, sgst, igst), total: sum('net') }
}

/** Allocates an amount in proportion, by largest remainders. BigInt, because the products exceed safe integers. */
export function allocateProportionally(amount: Paise, weights: readonly Paise[]): Paise[] {
  const whole = BigInt(addPaise(...weights))
  if (whole === 0n) {
    if (amount === 0) return weights.map(() => paise(0))
    throw new Error(`Nothing to share ${amount} paise among`)
  }
  const parts = weights.map((weight, at) => {
    const product = BigInt(amount) * BigInt(weight)
    return { at, share: Number(product / whole), remainder: product % whole }
  })
  const left = amount - parts.reduce((sum, { share }) => sum + share, 0)
  const larger = [...parts].sort((a, b) => Number(b.remainder - a.remainder) || a.at - b.at)
  const lucky = new Set(larger.slice(0, left).map(({ at }) => at))
  return parts.map(({ at, share }) => paise(share + (lucky.has(at) ? 1 : 0)))
}

/** Counts documents of one title: 2 bills of supply. */
export function countDocuments(count: number, title: string): string {
  const name = title.toLowerCase()
  return counted(count, name, name.replace(/invoice|bill|note/, '$&s'))
}
