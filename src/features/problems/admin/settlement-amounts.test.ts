import { describe, expect, it } from 'vitest'
import { describeAmounts, findAmountFault, whyImpossible } from './settlement-amounts.ts'

const charges = { shipping: 150, coolPack: 90, giftWrap: 0 }

describe('the amount of a settlement', () => {
  it('names what the customer paid, with the charges if everything is reported', () => {
    const some = { refundable: 2300, linesPaid: 2060, charges: null, hasLeft: true }
    expect(describeAmounts(some)).toBe('At most ₹2,300.00. The customer paid ₹2,060.00 for these pieces.')
    expect(describeAmounts({ ...some, charges })).toBe(
      'At most ₹2,300.00. The customer paid ₹2,060.00 for these pieces, ₹150.00 for shipping and ₹90.00 for the cool pack.',
    )
  })

  it('of an order that has not left points to cancelling it', () => {
    const unsent = { refundable: 999, linesPaid: 849, charges, hasLeft: false }
    expect(describeAmounts(unsent)).toMatch(/cancel the order/)
    expect(whyImpossible(unsent, 'replace')).toMatch(/nothing to replace/)
    expect(whyImpossible(unsent, 'refund')).toBeUndefined()
    expect(whyImpossible({ refundable: null, hasLeft: true }, 'refund')).toMatch(/left to refund/)
  })

  it('is more than nothing, at most what is left, and in whole paise', () => {
    for (const amount of [Number.NaN, 0, -1]) expect(findAmountFault(amount, 1890)).toBe('Please enter an amount.')
    expect(findAmountFault(9999, 1890)).toBe('At most ₹1,890.00 can be refunded.')
    expect(findAmountFault(0.001, 1890)).toBe('Please enter whole paise.')
    for (const amount of [0.01, 19.99, 1890]) expect(findAmountFault(amount, 1890)).toBeUndefined()
  })
})
