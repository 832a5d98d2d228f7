import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { paise } from '#src/core/money.ts'
import {
  calculateDiscount,
  checkPromotion,
  normalizePromoCode,
  type Promotion,
  promoRejectionText,
} from './promotions.ts'

const NOW = new Date('2026-11-21T12:00:00Z')
const DAY = 86_400_000
const diwali: Promotion = {
  code: 'DIWALI',
  percent: null,
  amount: paise(200_00),
  minSubtotal: paise(1_500_00),
  startsAt: new Date(NOW.getTime() - DAY),
  endsAt: new Date(NOW.getTime() + DAY),
  maxUses: 100,
  used: 99,
  active: true,
}
const input = { subtotal: paise(1_500_00), now: NOW, by: 'new' } as const

describe('a discount', () => {
  const tenth = { percent: 10, amount: null, minSubtotal: paise(0) }
  it.each([
    { is: 'a fixed amount from its minimum on', terms: diwali, of: 1_500_00, discount: 200_00 },
    { is: 'nothing below its minimum', terms: diwali, of: 1_499_99, discount: 0 },
    { is: 'a part of the subtotal', terms: tenth, of: 999_90, discount: 99_99 },
    { is: 'whole paise, rounded down', terms: tenth, of: 99_99, discount: 9_99 },
    { is: 'never all of it', terms: { ...diwali, minSubtotal: paise(0) }, of: 100_00, discount: 99_00 },
    { is: 'nothing of a rupee', terms: { ...diwali, minSubtotal: paise(0) }, of: 1_00, discount: 0 },
    { is: 'nothing of nothing', terms: { ...diwali, minSubtotal: paise(0) }, of: 0, discount: 0 },
  ])('is $is', ({ terms, of, discount }) => {
    expect(calculateDiscount(terms, paise(of))).toBe(discount)
  })

  it('gateway doubt 6: always leaves a rupee to pay and is never negative', () => {
    const terms = fc.oneof(
      fc.record({ percent: fc.integer({ min: 1, max: 90 }), amount: fc.constant(null) }),
      fc.record({ percent: fc.constant(null), amount: fc.integer({ min: 1, max: 10_000_00 }).map(paise) }),
    )
    fc.assert(
      fc.property(
        terms,
        fc.nat(10_000_00).map(paise),
        fc.nat(1_00_000_00).map(paise),
        (some, minSubtotal, subtotal) => {
          const discount = calculateDiscount({ ...some, minSubtotal }, subtotal)
          expect(Number.isSafeInteger(discount)).toBe(true)
          expect(discount).toBeGreaterThanOrEqual(0)
          expect(discount).toBeLessThanOrEqual(Math.max(0, subtotal - 1_00))
          if (subtotal < minSubtotal) expect(discount).toBe(0)
        },
      ),
    )
  })
})

describe('a code', () => {
  it('is valid when everything matches', () => {
    expect(checkPromotion(diwali, input)).toBeNull()
  })

  it.each([
    ['UNKNOWN', { active: false }, {}],
    ['NOT_STARTED', { startsAt: new Date(NOW.getTime() + 1) }, {}],
    ['EXPIRED', { endsAt: NOW }, {}],
    ['USED_UP', { used: 100 }, {}],
    ['SIGN_IN', {}, { by: 'nobody' as const }],
    ['USED_BY_YOU', {}, { by: 'used' as const }],
    ['MIN_SUBTOTAL', {}, { subtotal: paise(1_499_99) }],
  ] as const)('is refused as %s', (reason, promotion, change) => {
    expect(checkPromotion({ ...diwali, ...promotion }, { ...input, ...change })).toBe(reason)
  })

  it('is accepted in any spelling', () => {
    expect(normalizePromoCode(' wel come10\t')).toBe('WELCOME10')
  })

  it.each([
    ['UNKNOWN', 'We do not know the code DIWALI.'],
    ['NOT_STARTED', 'DIWALI begins on 20 Nov 2026.'],
    ['EXPIRED', 'DIWALI ended on 22 Nov 2026.'],
    ['USED_UP', 'DIWALI has been used up.'],
    ['SIGN_IN', 'Please sign in to use DIWALI: it works once per customer.'],
    ['USED_BY_YOU', 'You have already used DIWALI: it works once per customer.'],
    ['MIN_SUBTOTAL', 'DIWALI needs a subtotal of ₹1,500.00: add ₹400.50 more.'],
  ] as const)('refused as %s says why', (reason, text) => {
    expect(promoRejectionText(reason, { code: 'DIWALI', promotion: diwali, subtotal: paise(1_099_50) })).toBe(text)
  })
})
