import { describe, expect, it } from 'vitest'
import { checkReservationCooldown, type UnpaidReservation } from './reservation-cooldown.ts'

const now = new Date('2026-11-24T10:00:00Z')
const held = (from: number, to: number, whole = true): UnpaidReservation => ({
  from: now.getTime() - from * 60_000,
  to: now.getTime() - to * 60_000,
  whole,
})

const said = (unpaid: UnpaidReservation[], { isKnown = false, paidAgo = null as number | null } = {}) => {
  const lastPaidAt = paidAgo === null ? null : now.getTime() - paidAgo * 60_000
  return checkReservationCooldown({ isKnown, unpaid, lastPaidAt }, { now, factor: 1 })?.message
}

describe('the wait after unpaid orders gives its reason', () => {
  it('orders that expired', () => {
    expect(said([held(31, 16), held(16, 1)])).toMatch(
      /^Your last orders reserved items until they expired, and were not paid\. Please wait 14 minutes/,
    )
  })

  it('orders that were abandoned, with how long they reserved items', () => {
    expect(said([held(45, 30), held(25, 15, false), held(10, 1, false)])).toMatch(
      /^In the last 24 hours your unpaid orders reserved items for 34 minutes in total\./,
    )
  })

  it('one order that was changed, from its third deadline on', () => {
    const changed = [held(45, 30, false), held(30, 15, false), held(15, 0, false)]
    expect(said(changed)).toMatch(/^You changed your order several times, and its items were reserved for 45 minutes/)
    expect(said(changed.slice(1))).toBeUndefined()
  })
})

it('one order whose UTR reserved its items for two hours is no reason to wait', () => {
  expect(said([held(125, 5)])).toBeUndefined()
})

it('two parallel orders count as two, also when one ends earlier', () => {
  expect(said([held(30, 15), held(30, 15), held(15, 0)])).toContain('Please wait')
  expect(said([held(30, 15), held(15, 0)])).toContain('Please wait')
})

it('a paid order takes an hour off the time before it, and nothing off the time after', () => {
  const four = [held(64, 49), held(48, 33), held(32, 17), held(16, 1)]
  expect(said(four)).toContain('Please wait 59 minutes')
  expect(said(four, { paidAgo: 0 })).toBeUndefined()
  expect(said(four, { paidAgo: 65 })).toContain('Please wait 59 minutes')
  expect(said([held(80, 65), ...four], { paidAgo: 0, isKnown: true })).toBeUndefined()
})
