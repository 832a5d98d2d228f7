import fc from 'fast-check'
import { expect, it } from 'vitest'
import { paise } from '#src/core/money.ts'
import { type PaymentState, type PaymentStateEvent, transitionPayment } from './payment-state-machine.ts'

const AMOUNT = paise(214_900)
const STARTED = new Date('2026-11-22T10:00:00+05:30')
const WINDOW_ENDS = new Date('2026-11-22T10:15:00+05:30')
const AFTER = new Date('2026-11-22T10:16:00+05:30')

type Input = 'pending' | 'failed' | 'success A' | 'success B' | 'expire'

/** A payment in memory: what the transitions leave behind. */
type Simulation = { state: PaymentState; paidBy: string[]; owed: string[]; taken: number }

const started = (): Simulation => ({
  state: { status: 'pending', amount: AMOUNT, expiresAt: WINDOW_ENDS, order: 'open', money: 'new', now: STARTED },
  paidBy: [],
  owed: [],
  taken: 0,
})

function eventOf(input: Input): PaymentStateEvent {
  if (input === 'expire') return { type: 'expired' }
  if (input === 'pending') return { type: 'reported', report: { kind: 'pending' } }
  if (input === 'failed') return { type: 'reported', report: { kind: 'failure' } }
  const money = { amount: AMOUNT, currency: 'INR', upiTxnId: input, paidAt: STARTED }
  return { type: 'reported', report: { kind: 'success', ...money } }
}

function applyEvent(simulation: Simulation, input: Input): Simulation {
  const isKnown = simulation.paidBy.includes(input) || simulation.owed.includes(input)
  const now = input === 'expire' ? AFTER : simulation.state.now
  const state: PaymentState = { ...simulation.state, now, money: isKnown ? 'known' : 'new' }
  const transition = transitionPayment(state, eventOf(input))
  switch (transition.act) {
    case 'pay':
      return {
        ...simulation,
        state: { ...state, status: 'success', order: 'paid' },
        paidBy: [...simulation.paidBy, input],
        taken: simulation.taken + 1,
      }
    case 'fail':
      return { ...simulation, state: { ...state, status: 'failure' } }
    case 'close':
      return { ...simulation, state: { ...state, status: 'expired' } }
    case 'refund':
      return {
        ...simulation,
        state: { ...state, status: transition.to === 'review' ? 'review' : state.status },
        owed: [...simulation.owed, input],
      }
    default:
      return { ...simulation, state }
  }
}

const after = (inputs: Input[]) => inputs.reduce(applyEvent, started())

const inAnyOrder = (inputs: Input[]) =>
  fc
    .array(fc.constantFrom(...inputs), { maxLength: 7 })
    .chain((more) => fc.shuffledSubarray([...inputs, ...more], { minLength: inputs.length + more.length }))

it('a paid payment ends in the same state in whatever order and however often its events arrive', () => {
  fc.assert(
    fc.property(inAnyOrder(['pending', 'failed', 'success A', 'success B', 'expire']), (inputs) => {
      const { state, paidBy, owed, taken } = after(inputs)
      expect(state.status).toBe('success')
      expect([...paidBy, ...owed].sort()).toEqual(['success A', 'success B'])
      expect([paidBy.length, taken]).toEqual([1, 1])
    }),
    { numRuns: 5000 },
  )
})

it('an unpaid payment ends expired, in whatever order and however often its events arrive', () => {
  fc.assert(
    fc.property(inAnyOrder(['pending', 'failed', 'expire']), (inputs) => {
      const { state, paidBy, owed } = after(inputs)
      expect([state.status, paidBy, owed]).toEqual(['expired', [], []])
    }),
    { numRuns: 2000 },
  )
})

it('success outranks all events before and after it, from any unpaid state', () => {
  const noise = fc.array(fc.constantFrom<Input>('pending', 'failed', 'expire'), { maxLength: 6 })
  fc.assert(
    fc.property(noise, noise, (before, later) => {
      expect(after([...before, 'success A', ...later]).state.status).toBe('success')
    }),
    { numRuns: 2000 },
  )
})
