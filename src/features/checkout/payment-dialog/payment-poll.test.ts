import { describe, expect, it } from 'vitest'
import { HttpError } from '#src/browser/http-client.ts'
import { continueCheck, dialogStateOf, nextPollAfter, type PollState, type StatusCheck } from './payment-poll.ts'

const OPENED = Date.parse('2026-11-28T06:00:00Z')
const EXPIRES = '2026-11-28T06:15:00Z'
const SIGNED_OUT = [401, 403, 404].map((status) => new HttpError(status, 'No.'))
const LOST = new TypeError('Failed to fetch')

const checkFor = (reason: StatusCheck['reason'], more: Partial<StatusCheck> = {}): StatusCheck => ({
  at: OPENED,
  reason,
  before: 'pending',
  repeatsLeft: 2,
  ...more,
})

describe('polling', () => {
  const pollAfter = (seconds: number, more: Partial<PollState> = {}) =>
    nextPollAfter({
      error: null,
      status: 'pending',
      expiresAt: EXPIRES,
      openedAt: OPENED,
      check: null,
      now: OPENED + seconds * 1000,
      ...more,
    })

  it('an open payment is polled often at first, then less', () => {
    expect([0, 119, 120, 899].map((seconds) => pollAfter(seconds))).toEqual([5_000, 5_000, 10_000, 10_000])
    expect(pollAfter(60, { status: 'failure' })).toBe(5_000)
  })

  it('a press polls faster for half a minute, also after the end', () => {
    expect([0, 29, 30].map((seconds) => pollAfter(seconds, { check: checkFor('claim') }))).toEqual([
      3_000, 3_000, 5_000,
    ])
    expect(pollAfter(2000, { check: checkFor('claim', { at: OPENED + 1_999_000 }) })).toBe(3_000)
  })

  it('an ended payment is polled for two minutes more, because money may be on its way', () => {
    expect([901, 1019, 1021].map((seconds) => pollAfter(seconds))).toEqual([15_000, 15_000, false])
    expect(pollAfter(60, { status: 'cancelled' })).toBe(15_000)
    expect(pollAfter(1021, { error: LOST })).toBe(false)
  })

  it('a device whose clock is an hour ahead polls for two minutes', () => {
    const expiresAt = '2026-11-28T05:15:00Z'
    expect([0, 119, 121].map((seconds) => pollAfter(seconds, { expiresAt }))).toEqual([15_000, 15_000, false])
  })

  it('a settled payment is not polled', () => {
    expect(['success', 'refunded', 'review'].map((status) => pollAfter(1, { status }))).toEqual([false, false, false])
  })

  it('failed polls slow down, and without a session they end', () => {
    const check = checkFor('claim')
    for (const error of [LOST, new HttpError(429, 'Too many requests.')])
      expect(pollAfter(1, { error, check })).toBe(15_000)
    expect(SIGNED_OUT.map((error) => pollAfter(1, { error, check }))).toEqual([false, false, false])
  })
})

describe('a check', () => {
  it('says once that nothing has arrived, if the customer says that it is paid', () => {
    const first = continueCheck(checkFor('claim'), { error: null, status: 'pending' })
    expect(first).toEqual({ next: checkFor('claim', { repeatsLeft: 1 }), isToast: false })
    const second = continueCheck(checkFor('claim', { repeatsLeft: 1 }), { error: null, status: 'pending' })
    expect(second).toEqual({ next: checkFor('claim', { repeatsLeft: 0 }), isToast: true })
    expect(continueCheck(checkFor('claim', { repeatsLeft: 0 }), { error: null, status: 'pending' }).isToast).toBe(false)
  })

  it('says what is new, not the decline of before', () => {
    const again = checkFor('claim', { before: 'failure' })
    const first = continueCheck(again, { error: null, status: 'failure' })
    expect(first).toEqual({ next: { ...again, repeatsLeft: 1 }, isToast: false })
    expect(continueCheck({ ...again, repeatsLeft: 1 }, { error: null, status: 'failure' }).isToast).toBe(true)
    expect(continueCheck(again, { error: null, status: 'expired' })).toEqual({ next: null, isToast: true })
    expect(continueCheck(checkFor('app'), { error: null, status: 'failure' })).toEqual({ next: null, isToast: true })
  })

  it('of a reloaded page says nothing', () => {
    expect(continueCheck(checkFor('resumed'), { error: null, status: 'expired' })).toEqual({
      next: null,
      isToast: false,
    })
  })

  it('without an answer is an error only for a customer who waits for it', () => {
    expect(continueCheck(checkFor('claim'), { error: LOST, status: 'pending' })).toEqual({ next: null, isToast: true })
    const app = checkFor('app')
    expect(continueCheck(app, { error: LOST, status: 'pending' })).toEqual({ next: app, isToast: false })
    for (const error of SIGNED_OUT)
      expect(continueCheck(checkFor('claim'), { error, status: 'pending' })).toEqual({ next: null, isToast: false })
  })
})

it.each([
  ['pending', false, 'open'],
  ['pending', true, 'ended'],
  ['failure', false, 'failed'],
  ['failure', true, 'ended'],
  ['expired', false, 'ended'],
  ['cancelled', true, 'cancelled'],
  ['review', true, 'review'],
  ['refunded', true, 'refunded'],
] as const)('a payment that is %s, its time over: %s, is shown as %s', (status, isTimeUp, state) => {
  expect(dialogStateOf({ error: null, status, isTimeUp })).toBe(state)
  expect(dialogStateOf({ error: LOST, status, isTimeUp })).toBe(state)
})

it('without a session an open payment is not shown as open', () => {
  const states = SIGNED_OUT.map((error) => dialogStateOf({ error, status: 'pending', isTimeUp: false }))
  expect(states).toEqual(['signed-out', 'signed-out', 'unknown'])
})
