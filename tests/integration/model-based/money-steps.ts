import fc from 'fast-check'
import { BANK_BEHAVIOURS, REFUND_BEHAVIOURS } from '#tests/fakes/bank.ts'

const order = fc.constantFrom<0 | 1>(0, 1)
const bankStatus = fc.constantFrom(...BANK_BEHAVIOURS)
const minutes = fc.constantFrom(1, 2, 6, 14, 16, 31, 24 * 60, 73 * 60)

/**
 * What can happen while customers pay. A step that does not apply does nothing; a refused step is refused. A webhook
 * reports `new` money, the same as `before`, or money that paid the `other` order.
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
  { weight: 3, arbitrary: fc.record({ do: fc.constant('wait'), minutes, bankStatus }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('look'), order, bankStatus }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('cancel'), order, by: fc.constantFrom('customer', 'admin') }) },
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

/** An order comes first, since nothing else applies without one. */
export const moneySteps = fc
  .oneof(
    { weight: 3, arbitrary: fc.array(moneyStep, { minLength: 2, maxLength: 6 }) },
    { weight: 1, arbitrary: fc.array(moneyStep, { minLength: 6, maxLength: 11 }) },
  )
  .map((steps): MoneyStep[] => [{ do: 'start', order: 0 }, ...steps])

export const STOCK_LEVELS = [1, 2, 5] as const

/** Stock for less than both carts, exactly both, or plenty. */
export const stockSetup = fc.record({
  stock: fc.constantFrom(...STOCK_LEVELS),
  quantities: fc.tuple(fc.constantFrom(1, 2), fc.constantFrom(1, 2)),
})
export type StockSetup = typeof stockSetup extends fc.Arbitrary<infer T> ? T : never
