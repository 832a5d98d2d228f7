import { describe, expect, it } from 'vitest'
import { addMinutes } from '#src/core/dates.ts'
import {
  computeNextRefundAttempt,
  mayHaveBeenSent,
  REFUND_STATES,
  type RefundEvent,
  type RefundState,
  transitionRefund,
} from './refund-state-machine.ts'

const reported = (state: 'pending' | 'processed' | 'failed') => ({ type: 'reported', state }) as const

/** The states from which an event leads on, and where to. */
const outcomes = (event: RefundEvent) =>
  REFUND_STATES.flatMap((state) => {
    const transition = transitionRefund(state, event)
    return 'to' in transition ? [`${state} -> ${transition.to}`] : []
  })

describe('a refund', () => {
  it.each<[string, RefundEvent, string[]]>([
    ['is sent back once, when it is due', { type: 'send-back' }, ['due -> requested']],
    [
      'is recorded by hand unless it is on its way or decided',
      { type: 'done-outside' },
      ['due -> processed', 'failed -> processed'],
    ],
    ['is waived unless it is on its way or decided', { type: 'waived' }, ['due -> waived', 'failed -> waived']],
    ['is handed to an admin while it is on its way', { type: 'manual-only' }, ['requested -> due', 'pending -> due']],
    ['waits for the bank unless it is decided', reported('pending'), ['due -> pending', 'requested -> pending']],
    ['fails unless it is decided', reported('failed'), ['due -> failed', 'requested -> failed', 'pending -> failed']],
    [
      'is processed whatever was said before',
      reported('processed'),
      ['due', 'requested', 'pending', 'failed', 'waived'].map((state) => `${state} -> processed`),
    ],
  ])('%s', (_, event, expected) => expect(outcomes(event)).toEqual(expected))

  it.each<[RefundState, string]>([
    ['requested', 'This refund is already on its way.'],
    ['pending', 'This refund is already on its way.'],
    ['processed', 'This payment has already been decided.'],
  ])('that is %s says why it cannot be sent back', (state, why) =>
    expect(transitionRefund(state, { type: 'send-back' })).toEqual({ act: 'refuse', why }),
  )

  it('may have been sent once the gateway was asked or has given it a number', () => {
    expect(mayHaveBeenSent({ attempts: 0, providerRefundId: null })).toBe(false)
    expect(mayHaveBeenSent({ attempts: 1, providerRefundId: null })).toBe(true)
    expect(mayHaveBeenSent({ attempts: 0, providerRefundId: 'rfnd_1' })).toBe(true)
  })

  it('is tried again after growing pauses, up to an hour, and a pending one up to a day', () => {
    const now = new Date('2026-11-22T10:00:00+05:30')
    const pauses = (state: 'requested' | 'pending') =>
      [0, 1, 2, 3, 4, 5, 6, 7].map((attempts) => computeNextRefundAttempt(state, attempts, now))
    expect(pauses('requested')).toEqual([1, 1, 2, 5, 15, 30, 60, 60].map((pause) => addMinutes(now, pause)))
    expect(pauses('pending')).toEqual([5, 5, 30, 60, 360, 1440, 1440, 1440].map((pause) => addMinutes(now, pause)))
  })
})
