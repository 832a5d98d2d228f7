import { describe, expect, it } from 'vitest'
import { addDays } from '#src/core/delivery/business-days.ts'
import type { DeliveryDay } from '#src/features/orders/delivery/delivery.contract.ts'
import { dayForKey, toWeeks } from './calendar-days.ts'

const [THURSDAY, WEDNESDAY_THREE_WEEKS_ON] = ['2026-11-26', '2026-12-16']

function listDays(): DeliveryDay[] {
  return Array.from({ length: 21 }, (_, nth) => {
    const day = addDays(THURSDAY, nth)
    return { day, state: 'free', shipOn: day, from: day, needsCoolPack: false }
  })
}

describe('the calendar of delivery days', () => {
  it('has weeks from Monday to Sunday, with gaps before the first and after the last day', () => {
    const weeks = toWeeks(listDays()).map((week) => week.map((found) => found?.day.slice(8) ?? ''))
    expect(weeks).toEqual([
      ['', '', '', '26', '27', '28', '29'],
      ['30', '01', '02', '03', '04', '05', '06'],
      ['07', '08', '09', '10', '11', '12', '13'],
      ['14', '15', '16', '', '', '', ''],
    ])
  })

  it('is empty where no day can be promised', () => {
    expect(toWeeks([])).toEqual([])
  })

  it.each([
    ['ArrowRight', '2026-11-29', '2026-11-30'],
    ['ArrowLeft', '2026-11-30', '2026-11-29'],
    ['ArrowDown', '2026-11-28', '2026-12-05'],
    ['ArrowUp', '2026-12-05', '2026-11-28'],
    ['Home', '2026-12-05', '2026-11-30'],
    ['End', '2026-12-01', '2026-12-06'],
  ])('%s leads from %s to %s', (key, from, to) => {
    expect(dayForKey(key, from, listDays())).toBe(to)
  })

  it('keeps every key within its days', () => {
    const days = listDays()
    expect(['ArrowLeft', 'ArrowUp', 'Home'].map((key) => dayForKey(key, THURSDAY, days))).toEqual([
      THURSDAY,
      THURSDAY,
      THURSDAY,
    ])
    expect(['ArrowRight', 'ArrowDown', 'End'].map((key) => dayForKey(key, WEDNESDAY_THREE_WEEKS_ON, days))).toEqual([
      WEDNESDAY_THREE_WEEKS_ON,
      WEDNESDAY_THREE_WEEKS_ON,
      WEDNESDAY_THREE_WEEKS_ON,
    ])
  })

  it('leaves other keys alone', () => {
    expect(dayForKey('Tab', THURSDAY, listDays())).toBeUndefined()
  })
})
