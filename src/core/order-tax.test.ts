import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { GST_MODES, type Supply } from './gst.ts'
import { type Paise, paise } from './money.ts'
import { calculateOrderTax, countDocuments, type TaxableLine } from './order-tax.ts'

const chocolate = (amount: number): TaxableLine => ({ amount: paise(amount), hsn: '18069010', rateBasisPoints: 500 })
const toy = (amount: number): TaxableLine => ({ amount: paise(amount), hsn: '95030090', rateBasisPoints: 1800 })
const nothing = paise(0)
const shippingOf = (amount: Paise) => ({ kind: 'shipping', amount }) as const
const regularly = { mode: 'regular', supply: 'intra' } as const

describe('the tax of an order', () => {
  it('of ₹999.00 is what the law says, in the own state and outside', () => {
    const order = { lines: [chocolate(999_00)], discount: nothing, charges: [], mode: 'regular' } as const
    expect(calculateOrderTax({ ...order, supply: 'intra' }).totals).toEqual({
      taxable: 951_42,
      cgst: 23_79,
      sgst: 23_79,
      igst: 0,
      tax: 47_58,
      total: 999_00,
    })
    expect(calculateOrderTax({ ...order, supply: 'inter' }).totals).toMatchObject({
      taxable: 951_43,
      igst: 47_57,
      cgst: 0,
    })
  })

  it('counts shipping to the goods: their HSN, their rate', () => {
    const { charges, totals } = calculateOrderTax({
      lines: [chocolate(600_00), chocolate(400_00)],
      discount: nothing,
      charges: [shippingOf(paise(150_00))],
      ...regularly,
    })
    expect(charges).toEqual([
      {
        kind: 'shipping',
        net: 150_00,
        hsn: '18069010',
        rateBasisPoints: 500,
        taxable: 142_86,
        cgst: 3_57,
        sgst: 3_57,
        igst: 0,
      },
    ])
    expect(totals.total).toBe(1_150_00)
  })

  it('taxes a cool pack like the goods that it cools, beside the shipping', () => {
    const { charges } = calculateOrderTax({
      lines: [chocolate(600_00)],
      discount: nothing,
      charges: [shippingOf(paise(150_00)), { kind: 'cool-pack', amount: paise(90_00) }],
      ...regularly,
    })
    expect(charges.map(({ kind, net, cgst }) => [kind, net, cgst])).toEqual([
      ['shipping', 150_00, 3_57],
      ['cool-pack', 90_00, 2_14],
    ])
  })

  it('shares shipping out by value where goods of several rates go in one parcel', () => {
    const { charges } = calculateOrderTax({
      lines: [toy(250_00), chocolate(750_00)],
      discount: nothing,
      charges: [shippingOf(paise(100_00))],
      ...regularly,
    })
    expect(charges.map(({ hsn, net }) => [hsn, net])).toEqual([
      ['18069010', 75_00],
      ['95030090', 25_00],
    ])
  })

  it('is on what is paid: a discount lowers every line by its share, the odd paisa where most is left over', () => {
    const { lines } = calculateOrderTax({
      lines: [chocolate(100_00), chocolate(100_00), chocolate(100_01)],
      discount: paise(100),
      charges: [],
      ...regularly,
    })
    expect(lines.map(({ discount }) => discount)).toEqual([33, 33, 34])
    expect(lines.map(({ net }) => net)).toEqual([99_67, 99_67, 99_67])
  })

  it('is nothing where the shop is not registered regularly', () => {
    for (const mode of ['unregistered', 'composition'] as const) {
      const order = { lines: [chocolate(999_00)], discount: paise(99_00), charges: [shippingOf(paise(150_00))] }
      const { totals } = calculateOrderTax({ ...order, mode, supply: 'intra' })
      expect(totals).toEqual({ taxable: 1_050_00, cgst: 0, sgst: 0, igst: 0, tax: 0, total: 1_050_00 })
    }
  })

  it('of an empty cart is nothing, and shipping needs goods to go with', () => {
    const empty = { lines: [], discount: nothing, charges: [], ...regularly }
    expect(calculateOrderTax(empty).totals.total).toBe(0)
    expect(() => calculateOrderTax({ ...empty, discount: paise(1) })).toThrow('Nothing to share')
  })
})

const orders = fc
  .record({
    lines: fc.array(
      fc.record({
        amount: fc.integer({ min: 1, max: 50_000_000_00 }).map(paise),
        hsn: fc.constantFrom('18069010', '18063100', '1905'),
        rateBasisPoints: fc.constantFrom(0, 500, 1200, 1800),
      }),
      { minLength: 1, maxLength: 20 },
    ),
    part: fc.integer({ min: 0, max: 1000 }),
    shipping: fc.integer({ min: 0, max: 1_00_000_00 }).map(paise),
    coolPack: fc.integer({ min: 0, max: 1_000_00 }).map(paise),
    supply: fc.constantFrom<Supply>('intra', 'inter'),
    mode: fc.constantFrom(...GST_MODES),
  })
  .map(({ part, shipping, coolPack, ...order }) => {
    const charges = [shippingOf(shipping), { kind: 'cool-pack', amount: coolPack } as const]
    const subtotal = order.lines.reduce((sum, line) => sum + line.amount, 0)
    return {
      ...order,
      charges,
      charged: shipping + coolPack,
      subtotal,
      discount: paise(Math.floor((subtotal * part) / 1000)),
    }
  })

describe('whatever is ordered', () => {
  it('the parts add up to the paisa: of every line, of the charges, of the whole', () => {
    fc.assert(
      fc.property(orders, ({ subtotal, charged, ...order }) => {
        const { lines, charges, totals } = calculateOrderTax(order)
        for (const part of [...lines, ...charges, { ...totals, net: totals.total }])
          expect(part.taxable + part.cgst + part.sgst + part.igst).toBe(part.net)
        expect(lines.reduce((sum, { discount }) => sum + discount, 0)).toBe(order.discount)
        expect(charges.reduce((sum, { net }) => sum + net, 0)).toBe(charged)
        expect(totals.total).toBe(subtotal - order.discount + charged)
        expect(totals.cgst).toBe(totals.sgst)
      }),
      { numRuns: 500 },
    )
  })

  it('no line is discounted below nothing, or by a paisa more than the next whole one of its share', () => {
    fc.assert(
      fc.property(orders, ({ subtotal, ...order }) => {
        for (const { amount, discount, net } of calculateOrderTax(order).lines) {
          expect(net).toBeGreaterThanOrEqual(0)
          const share = (BigInt(order.discount) * BigInt(amount)) / BigInt(subtotal)
          expect(Number(BigInt(discount) - share)).toBeOneOf([0, 1])
        }
      }),
    )
  })
})

it.each([
  [1, 'Tax invoice', '1 tax invoice'],
  [2, 'Bill of supply', '2 bills of supply'],
  [3, 'Bill', '3 bills'],
  [2, 'Credit note', '2 credit notes'],
])('%i documents with the title %s are %s', (count, title, text) => {
  expect(countDocuments(count, title)).toBe(text)
})
