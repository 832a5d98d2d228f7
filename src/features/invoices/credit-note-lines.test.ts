import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Supply, TaxSplit } from '#src/core/gst.ts'
import { paise } from '#src/core/money.ts'
import { calculateOrderTax } from '#src/core/order-tax.ts'
import { allocateCreditLines } from './credit-note-lines.ts'
import { type CreditLine, type InvoiceLine, sumTaxSplit } from './invoice-types.ts'

function soldFor(amounts: number[], { supply, rates = [500] }: { supply: Supply; rates?: number[] }): InvoiceLine[] {
  const lines = amounts.map((amount, i) => ({
    amount: paise(amount),
    hsn: '18069010',
    rateBasisPoints: rates[i % rates.length] ?? 500,
  }))
  const order = { lines, discount: paise(0), charges: [], supply, mode: 'regular' } as const
  return calculateOrderTax(order).lines.map((line) => ({
    ...line,
    description: 'Dark bar',
    quantity: 1,
    unit: 'PCS',
    gross: line.amount,
  }))
}

const ofLine = (credited: CreditLine[], at: number) => sumTaxSplit(credited.filter(({ line }) => line === at))

function isWithin(credited: TaxSplit, sold: TaxSplit): boolean {
  const { taxable, cgst, sgst, igst } = credited
  return taxable <= sold.taxable && cgst <= sold.cgst && sgst <= sold.sgst && igst <= sold.igst
}

function expectSoundness({ net, taxable, cgst, sgst, igst }: CreditLine): void {
  expect(taxable + cgst + sgst + igst).toBe(net)
  expect(Math.abs(cgst - sgst)).toBeLessThanOrEqual(1)
  expect(Math.min(taxable, cgst, sgst, igst)).toBeGreaterThanOrEqual(0)
}

describe('a credit note', () => {
  it('for the whole invoice has exactly its amounts', () => {
    const lines = soldFor([999_00], { supply: 'intra' })
    const back = allocateCreditLines({ supply: 'intra', lines, credited: [], amount: paise(999_00) })
    expect(sumTaxSplit(back)).toEqual({ taxable: 951_42, cgst: 23_79, sgst: 23_79, igst: 0, net: 999_00 })
  })

  it('for a part takes from every line in proportion, with its tax', () => {
    const lines = soldFor([600_00, 400_00], { supply: 'inter', rates: [500, 1800] })
    const back = allocateCreditLines({ supply: 'inter', lines, credited: [], amount: paise(100_00) })
    expect(back.map(({ line, net, taxable, igst }) => [line, net, taxable, igst])).toEqual([
      [0, 60_00, 57_14, 2_86],
      [1, 40_00, 33_90, 6_10],
    ])
  })

  it('for single paise, one after the other, ends with exactly the original tax', () => {
    const lines = soldFor([100], { supply: 'intra', rates: [1800] })
    const credited: CreditLine[] = []
    for (let n = 0; n < 100; n++)
      credited.push(...allocateCreditLines({ supply: 'intra', lines, credited, amount: paise(1) }))
    expect(sumTaxSplit(credited)).toEqual(sumTaxSplit(lines))
    for (const { cgst, sgst } of credited) expect(Math.abs(cgst - sgst)).toBeLessThanOrEqual(1)
  })

  it('after others takes what is left, to the paisa, whatever the parts', () => {
    const histories = fc.record({
      amounts: fc.array(fc.integer({ min: 100, max: 5_000_00 }), { minLength: 1, maxLength: 12 }),
      supply: fc.constantFrom<Supply>('intra', 'inter'),
      cuts: fc.array(fc.double({ min: 0, max: 0.9, noNaN: true }), { maxLength: 8 }),
      singly: fc.integer({ min: 0, max: 25 }),
    })
    fc.assert(
      fc.property(histories, ({ amounts, supply, cuts, singly }) => {
        const lines = soldFor(amounts, { supply, rates: [500, 1800, 0] })
        const credited: CreditLine[] = []
        const left = () => sumTaxSplit(lines).net - sumTaxSplit(credited).net
        const giveBack = (amount: number) => {
          if (amount <= 0) return
          const back = allocateCreditLines({ supply, lines, credited, amount: paise(amount) })
          expect(sumTaxSplit(back).net).toBe(amount)
          for (const part of back) expectSoundness(part)
          credited.push(...back)
          for (const [at, line] of lines.entries()) expect(isWithin(ofLine(credited, at), line)).toBe(true)
        }
        for (const cut of cuts) giveBack(Math.round(left() * cut))
        giveBack(left() - singly)
        while (left() > 0) giveBack(1)
        for (const [at, line] of lines.entries()) expect(ofLine(credited, at)).toEqual(sumTaxSplit([line]))
      }),
      { numRuns: 300 },
    )
  })
})
