import fc from 'fast-check'
import { BANK_BEHAVIOURS, REFUND_BEHAVIOURS } from '#tests/fakes/bank.ts'

const order = fc.constantFrom<0 | 1>(0, 1)
const asked = fc.constantFrom(...BANK_BEHAVIOURS)
const minutes = fc.constantFrom(1, 2, 6, 14, 16, 31, 24 * 60, 73 * 60)

/**
 * What can happen while people pay. A step that does not fit the moment (news of an order that nobody placed) does
 * nothing; a step that the shop refuses is refused. Which money a webhook speaks of: `new` money, the same as `before`,
 * or money that paid the `other` order.
 */
export const moneyStep = fc.oneof(
  { weight: 2, arbitrary: fc.record({ do: fc.constant('start'), order }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('pay again'), order }) },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('webhook'),
      order,
      attempt: fc.constantFrom('first', 'last'),
      says: fc.constantFrom('paid', 'paid', 'too little', 'too much', 'in dollars', 'declined', 'pending'),
      money: fc.constantFrom('new', 'new', 'before', 'other'),
      twice: fc.boolean(),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('webhook of long ago'), nth: fc.nat(7) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('money moves in silence'), order }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('wait'), minutes, asked }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('look'), order, asked }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('cancel'), order, by: fc.constantFrom('shopper', 'maker') }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('refund'),
      order,
      share: fc.constantFrom('whole', 'half', 'more than there is'),
      key: fc.constantFrom('one', 'two'),
      bank: fc.constantFrom(...REFUND_BEHAVIOURS),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('decide'),
      what: fc.constantFrom('send-back', 'done-outside', 'accept', 'keep'),
      bank: fc.constantFrom(...REFUND_BEHAVIOURS),
    }),
  },
)
export type MoneyStep = typeof moneyStep extends fc.Arbitrary<infer T> ? T : never

/** The first order is placed, or nothing that follows means anything; what happens then is anybody's. */
export const moneySteps = fc
  .oneof(
    { weight: 3, arbitrary: fc.array(moneyStep, { minLength: 2, maxLength: 6 }) },
    { weight: 1, arbitrary: fc.array(moneyStep, { minLength: 6, maxLength: 11 }) },
  )
  .map((steps): MoneyStep[] => [{ do: 'start', order: 0 }, ...steps])

export const STOCK_LEVELS = [1, 2, 5] as const

/** Two carts want more than there is, or all of it, or there is plenty. */
export const stockSetup = fc.record({
  stock: fc.constantFrom(...STOCK_LEVELS),
  quantities: fc.tuple(fc.constantFrom(1, 2), fc.constantFrom(1, 2)),
})
export type StockSetup = typeof stockSetup extends fc.Arbitrary<infer T> ? T : never
