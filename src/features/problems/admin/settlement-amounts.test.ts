import { describe, expect, it } from 'vitest'
import { needsConfirmation } from '#src/features/problems/settlement-sentences.ts'
import { describeAmounts, findAmountFault, whyImpossible } from './settlement-amounts.ts'

const fresh = { replaces: null, replacedBefore: [], proposed: null }
const charges = { shipping: 150, coolPack: 90, giftWrap: 0 }

describe('the amount of a settlement', () => {
  it('names what the customer paid, with the charges if everything is reported', () => {
    const some = { ...fresh, refundable: 2300, linesPaid: 2060, charges: null, hasLeft: true }
    expect(describeAmounts(some)).toBe('At most ₹2,300.00. The customer paid ₹2,060.00 for these pieces.')
    expect(describeAmounts({ ...some, charges })).toBe(
      'At most ₹2,300.00. The customer paid ₹2,060.00 for these pieces, ₹150.00 for shipping and ₹90.00 for the cool pack.',
    )
  })

  it('names what was replaced before and what that leaves', () => {
    const again = { ...fresh, replacedBefore: [{ name: 'Dark', quantity: 1 }], proposed: 520 }
    expect(describeAmounts({ ...again, refundable: 1190, linesPaid: 1040, charges: null, hasLeft: true })).toBe(
      'At most ₹1,190.00. The customer paid ₹1,040.00 for these pieces. Replaced before: 1 × Dark. That leaves ₹520.00.',
    )
    expect([520, 520.01].map((amount) => needsConfirmation(again, amount))).toEqual([false, true])
    expect(needsConfirmation(fresh, 1)).toBe(false)
  })

  it('of a replacement is refunded on the order that paid for it', () => {
    const replaces = { id: '00000000-0000-4000-8000-000000000000', orderId: 'ORD_1' }
    expect(whyImpossible({ ...fresh, replaces, refundable: null, hasLeft: true }, 'refund')).toMatch(
      /refund order ORD_1/,
    )
  })

  it('of an order that has not left points to cancelling it', () => {
    const unsent = { ...fresh, refundable: 999, linesPaid: 849, charges, hasLeft: false }
    expect(describeAmounts(unsent)).toMatch(/cancel the order/)
    expect(whyImpossible(unsent, 'replace')).toMatch(/nothing to replace/)
    expect(whyImpossible(unsent, 'refund')).toBeUndefined()
    expect(whyImpossible({ ...fresh, refundable: null, hasLeft: true }, 'refund')).toMatch(/left to refund/)
  })

  it('is more than nothing, at most what is left, and in whole paise', () => {
    for (const amount of [Number.NaN, 0, -1]) expect(findAmountFault(amount, 1890)).toBe('Please enter an amount.')
    expect(findAmountFault(9999, 1890)).toBe('At most ₹1,890.00 can be refunded.')
    expect(findAmountFault(0.001, 1890)).toBe('Please enter whole paise.')
    for (const amount of [0.01, 19.99, 1890]) expect(findAmountFault(amount, 1890)).toBeUndefined()
  })
})
