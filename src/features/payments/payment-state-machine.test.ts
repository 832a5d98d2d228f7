import { describe, expect, it } from 'vitest'
import { addMinutes } from '#src/core/dates.ts'
import { paise } from '#src/core/money.ts'
import {
  checkAcceptance,
  computeNextPollAt,
  computeRecheckAt,
  type GatewayStatus,
  type PaymentState,
  type PaymentStateEvent,
  type PaymentTransition,
  transitionPayment,
} from './payment-state-machine.ts'
import { isOpenPayment, PAYMENT_STATUSES } from './payment-status.ts'

const STARTED = new Date('2026-11-22T10:00:00+05:30')
const WINDOW_ENDS = addMinutes(STARTED, 15)
const JUST_BEFORE = new Date(WINDOW_ENDS.getTime() - 1)

const pending: PaymentState = {
  status: 'pending',
  amount: paise(214_900),
  expiresAt: WINDOW_ENDS,
  order: 'open',
  money: 'new',
  now: STARTED,
}
const unchanged: PaymentTransition = { act: 'nothing', result: 'unchanged' }
const ENDED = PAYMENT_STATUSES.filter((status) => !isOpenPayment(status))

const transition = (state: Partial<PaymentState>, event: PaymentStateEvent) =>
  transitionPayment({ ...pending, ...state }, event)
const reported = (money: Partial<Extract<GatewayStatus, { kind: 'success' }>> = {}): PaymentStateEvent => ({
  type: 'reported',
  report: { kind: 'success', amount: pending.amount, currency: 'INR', upiTxnId: '6325', paidAt: STARTED, ...money },
})

describe('the end of a payment', () => {
  it('is the end of its window, and not earlier', () => {
    expect(transition({ now: WINDOW_ENDS }, { type: 'expired' })).toEqual({ act: 'close' })
    expect(transition({ now: JUST_BEFORE }, { type: 'expired' })).toEqual(unchanged)
  })

  it.each(ENDED)('comes once: a payment that is %s neither expires nor waits for a confirmation', (status) => {
    const late = { status, now: WINDOW_ENDS }
    expect(transition(late, { type: 'expired' })).toEqual(unchanged)
    expect(transition(late, { type: 'utr-submitted' })).toEqual(unchanged)
  })
})

describe('a payment that is not on the bank statement', () => {
  const rejected = { type: 'rejected', windowEndsAt: WINDOW_ENDS } as const
  const waiting = { status: 'awaiting_confirmation' } as const

  it('can be paid again until its window ends', () => {
    expect(transition({ ...waiting, now: JUST_BEFORE }, rejected)).toEqual({ act: 'reopen' })
    expect(transition({ ...waiting, now: WINDOW_ENDS }, rejected)).toEqual({ act: 'close' })
  })

  it.each(PAYMENT_STATUSES.filter((status) => status !== 'awaiting_confirmation'))(
    'is not rejected when it is %s',
    (status) => expect(transition({ status }, rejected)).toEqual(unchanged),
  )
})

describe('money', () => {
  it.each(['expired', 'cancelled'] as const)('pays late when the payment is %s', (status) =>
    expect(transition({ status }, reported())).toEqual({ act: 'pay', late: true }),
  )

  it.each(['created', 'pending', 'awaiting_confirmation', 'failure', 'review'] as const)(
    'pays in time when the payment is %s',
    (status) => expect(transition({ status }, reported())).toEqual({ act: 'pay', late: false }),
  )

  it.each(['success', 'refunded'] as const)('is returned, and changes nothing, when the payment is %s', (status) =>
    expect(transition({ status }, reported({ amount: paise(100) }))).toMatchObject({
      act: 'refund',
      to: 'unchanged',
      reason: 'duplicate-payment',
    }),
  )

  it.each(['success', 'refunded'] as const)('of another payment changes nothing when this one is %s', (status) =>
    expect(transition({ status, money: 'duplicate-reference' }, reported())).toEqual(unchanged),
  )

  it('of another payment is not believed', () =>
    expect(transition({ money: 'duplicate-reference' }, reported())).toMatchObject({ act: 'review' }))

  it('that the shop knows changes nothing', () => expect(transition({ money: 'known' }, reported())).toEqual(unchanged))

  it.each([
    ['too little', { amount: paise(214_899) }],
    ['too much', { amount: paise(214_901) }],
    ['in dollars', { currency: 'USD' }],
  ])('%s is returned', (_, money) =>
    expect(transition({}, reported(money))).toMatchObject({ act: 'refund', to: 'review', reason: 'wrong-amount' }),
  )

  it.each([
    ['another attempt paid', 'paid', 'duplicate-payment'],
    ['was cancelled', 'cancelled', 'order-cancelled'],
  ] as const)('for an order that %s is returned', (_, order, reason) =>
    expect(transition({ order }, reported())).toMatchObject({ act: 'refund', to: 'review', reason }),
  )
})

describe('an admin who accepts money in review', () => {
  const review = { status: 'review', amount: pending.amount, order: 'open' } as const
  const money = { amount: paise(215_000), currency: 'INR' }

  it('pays the order, and owes what is above its price', () => {
    expect(checkAcceptance(review, money)).toEqual({ act: 'pay', excess: 100 })
    expect(checkAcceptance(review, { ...money, amount: review.amount })).toEqual({ act: 'pay', excess: 0 })
  })

  it.each([
    ['that is not in review', { status: 'success' }, {}],
    ['for an order that is paid', { order: 'paid' }, {}],
    ['for an order that is cancelled', { order: 'cancelled' }, {}],
    ['in dollars', {}, { currency: 'USD' }],
    ['that is too little', {}, { amount: paise(214_899) }],
  ] as const)('cannot accept money %s', (_, state, other) =>
    expect(checkAcceptance({ ...review, ...state }, { ...money, ...other })).toMatchObject({ act: 'refuse' }),
  )
})

describe('the gateway is asked', () => {
  it('first after 90 seconds, then after 5 and 15 minutes, and never after three days', () => {
    const minutes = [0, 1.5, 5].map((passed) => computeNextPollAt(STARTED, addMinutes(STARTED, passed)))
    expect(minutes).toEqual([1.5, 5, 15].map((due) => addMinutes(STARTED, due)))
    expect(computeNextPollAt(STARTED, addMinutes(STARTED, 72 * 60))).toBeNull()
  })

  it('by an admin two hours after the last time, or when it is due anyway', () => {
    const asked = { createdAt: STARTED, lastPolledAt: addMinutes(STARTED, 5) }
    const [due, far] = [addMinutes(STARTED, 15), addMinutes(STARTED, 24 * 60)]
    expect(computeRecheckAt({ ...asked, nextPollAt: null })).toEqual(addMinutes(STARTED, 125))
    expect(computeRecheckAt({ ...asked, nextPollAt: due })).toEqual(due)
    expect(computeRecheckAt({ ...asked, nextPollAt: far })).toEqual(addMinutes(STARTED, 125))
    expect(computeRecheckAt({ ...asked, lastPolledAt: null, nextPollAt: null })).toEqual(addMinutes(STARTED, 120))
  })
})
