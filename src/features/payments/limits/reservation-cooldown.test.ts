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

describe('the wait after unpaid orders says what happened', () => {
  it('that they ran to their end', () => {
    expect(said([held(31, 16), held(16, 1)])).toMatch(
      /^Your last orders held their pieces until their time was over, and were not paid\. Please wait 14 minutes/,
    )
  })

  it('that they were given up, with how long they held pieces', () => {
    expect(said([held(45, 30), held(25, 15, false), held(10, 1, false)])).toMatch(
      /^In the last 24 hours orders of yours held their pieces for 34 minutes in all, and were not paid\./,
    )
  })

  it('that one order was changed, from its third window on', () => {
    const changed = [held(45, 30, false), held(30, 15, false), held(15, 0, false)]
    expect(said(changed)).toMatch(/^You changed your order several times, and its pieces were held for 45 minutes/)
    expect(said(changed.slice(1))).toBeUndefined()
  })
})

it('one order whose typed number kept its pieces for two hours is no reason to wait', () => {
  expect(said([held(125, 5)])).toBeUndefined()
})

it('two orders side by side are two, also when one ends as the other goes on', () => {
  expect(said([held(30, 15), held(30, 15), held(15, 0)])).toContain('Please wait')
  expect(said([held(30, 15), held(15, 0)])).toContain('Please wait')
})

it('a paid order takes an hour off what was before it, and nothing off what comes after', () => {
  const four = [held(64, 49), held(48, 33), held(32, 17), held(16, 1)]
  expect(said(four)).toContain('Please wait 59 minutes')
  expect(said(four, { paidAgo: 0 })).toBeUndefined()
  expect(said(four, { paidAgo: 65 })).toContain('Please wait 59 minutes')
  expect(said([held(80, 65), ...four], { paidAgo: 0, isKnown: true })).toBeUndefined()
})
