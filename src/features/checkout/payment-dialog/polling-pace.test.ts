import { expect, it } from 'vitest'
import { HttpError } from '#src/browser/http-client.ts'
import { nextPollAfter, type PollState } from './polling-pace.ts'

const OPENED = Date.parse('2026-11-28T06:00:00Z')
const EXPIRES = '2026-11-28T06:15:00Z'
const CHECK = { at: OPENED, isManual: true, pendingLeft: 2 }

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
})

it('a press polls faster, for half a minute', () => {
  expect([0, 29, 30].map((seconds) => pollAfter(seconds, { check: CHECK }))).toEqual([3_000, 3_000, 5_000])
})

it('an ended payment is polled for two minutes more, because money may be on its way', () => {
  expect([901, 1019, 1021].map((seconds) => pollAfter(seconds))).toEqual([15_000, 15_000, false])
  expect(pollAfter(60, { status: 'cancelled' })).toBe(15_000)
  expect(pollAfter(60, { status: 'failure' })).toBe(5_000)
})

it('a device whose clock is an hour ahead polls for two minutes', () => {
  const expiresAt = '2026-11-28T05:15:00Z'
  expect([0, 119, 121].map((seconds) => pollAfter(seconds, { expiresAt }))).toEqual([15_000, 15_000, false])
})

it('a settled payment is not polled', () => {
  expect(['success', 'refunded', 'review'].map((status) => pollAfter(1, { status }))).toEqual([false, false, false])
})

it('failed polls slow down, and without a session they end', () => {
  const failWith = (error: Error) => pollAfter(1, { error, check: CHECK })
  expect(failWith(new TypeError('Failed to fetch'))).toBe(15_000)
  expect(failWith(new HttpError(429, 'Too many requests.'))).toBe(15_000)
  expect([401, 403, 404].map((status) => failWith(new HttpError(status, 'No.')))).toEqual([false, false, false])
})
