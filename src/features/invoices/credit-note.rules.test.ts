import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Supply } from '#src/core/gst.ts'
import { paise } from '#src/core/money.ts'
import { taxOfOrder } from '#src/core/order-tax.ts'
import { creditLines } from './credit-note.rules.ts'
import { type CreditLine, type InvoiceLine, splitOf } from './invoices.rules.ts'

function soldFor(amounts: number[], { supply, rates = [500] }: { supply: Supply; rates?: number[] }): InvoiceLine[] {
  const lines = amounts.map((amount, i) => ({
    amount: paise(amount),
    hsn: '18069010',
    rateBasisPoints: rates[i % rates.length] ?? 500,
  }))
  const order = { lines, discount: paise(0), shipping: paise(0), supply, mode: 'regular' } as const
  return taxOfOrder(order).lines.map((line) => ({
    ...line,
    description: 'Dark bar',
    quantity: 1,
    unit: 'PCS',
    gross: line.amount,
  }))
}

describe('a credit note', () => {
  it('of the whole invoice gives back exactly what it says', () => {
    const lines = soldFor([999_00], { supply: 'intra' })
    const back = creditLines({ supply: 'intra', lines, credited: [], amount: paise(999_00) })
    expect(splitOf(back)).toEqual({ taxable: 951_42, cgst: 23_79, sgst: 23_79, igst: 0, net: 999_00 })
  })

  it('of a part takes from every line in proportion, its tax within', () => {
    const lines = soldFor([600_00, 400_00], { supply: 'inter', rates: [500, 1800] })
    const back = creditLines({ supply: 'inter', lines, credited: [], amount: paise(100_00) })
    expect(back.map(({ line, net, taxable, igst }) => [line, net, taxable, igst])).toEqual([
      [0, 60_00, 57_14, 2_86],
      [1, 40_00, 33_90, 6_10],
    ])
  })

  it('after others takes what is left, to the paisa, however the parts were cut', () => {
    const amounts = fc.array(fc.integer({ min: 100, max: 5_000_00 }), { minLength: 1, maxLength: 12 })
    const supplies = fc.constantFrom<Supply>('intra', 'inter')
    const cuts = fc.array(fc.double({ min: 0.01, max: 0.9, noNaN: true }), { maxLength: 8 })
    fc.assert(
      fc.property(amounts, supplies, cuts, (amounts, supply, cuts) => {
        const lines = soldFor(amounts, { supply, rates: [500, 1800, 0] })
        const whole = splitOf(lines)
        const credited: CreditLine[] = []
        const giveBack = (amount: number) => {
          const back = creditLines({ supply, lines, credited, amount: paise(amount) })
          expect(splitOf(back).net).toBe(amount)
          for (const { net, taxable, cgst, sgst, igst } of back) {
            expect(taxable + cgst + sgst + igst).toBe(net)
            expect(cgst).toBe(sgst)
            expect(Math.min(taxable, cgst, igst)).toBeGreaterThanOrEqual(0)
          }
          credited.push(...back)
        }
        const left = () => whole.net - splitOf(credited).net
        for (const cut of cuts) if (Math.round(left() * cut) >= 100) giveBack(Math.round(left() * cut))
        if (left() > 0) giveBack(left())
        expect(splitOf(credited)).toEqual(whole)
        for (const [at, line] of lines.entries())
          expect(splitOf(credited.filter((part) => part.line === at))).toEqual(splitOf([line]))
      }),
      { numRuns: 300 },
    )
  })
})
