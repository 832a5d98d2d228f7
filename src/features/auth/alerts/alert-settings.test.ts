import { describe, expect, it } from 'vitest'
import { findQuietEnd } from './alert-settings.server.ts'

const at = (time: string) => new Date(`2026-11-21T${time}:00+05:30`)
const endOf = (quietHours: { from: string; to: string } | null, time: string) =>
  findQuietEnd(quietHours, at(time))?.toISOString()

const NIGHT = { from: '22:30', to: '07:00' }
const NOON = { from: '13:00', to: '14:00' }
const THIS_MORNING = at('07:00').toISOString()
const TOMORROW = new Date('2026-11-22T07:00:00+05:30').toISOString()

describe('quiet hours in India', () => {
  it.each([
    ['22:29', undefined],
    ['22:30', TOMORROW],
    ['23:59', TOMORROW],
    ['00:00', THIS_MORNING],
    ['06:59', THIS_MORNING],
    ['07:00', undefined],
    ['12:00', undefined],
  ])('over midnight: an alert of %s waits until %s', (time, end) => {
    expect(endOf(NIGHT, time)).toBe(end)
  })

  it.each([
    ['12:59', undefined],
    ['13:00', at('14:00').toISOString()],
    ['14:00', undefined],
  ])('within a day: an alert of %s waits until %s', (time, end) => {
    expect(endOf(NOON, time)).toBe(end)
  })

  it('are none unless an admin asks for them', () => {
    expect(endOf(null, '03:00')).toBeUndefined()
  })
})
