import { expect, it } from 'vitest'
import { formatCountdown, getSlaUrgency } from './quote-countdown.tsx'

it.each([
  [30 * 60, '30:00 left', 'calm'],
  [600, '10:00 left', 'calm'],
  [599, '09:59 left', 'soon'],
  [1, '00:01 left', 'soon'],
  [0, '00:00 late', 'late'],
  [-250, '04:10 late', 'late'],
  [15 * 3600 + 12 * 60, '15 h 12 min left', 'calm'],
  [-3 * 86_400, '3 days late', 'late'],
] as const)('%s seconds before the deadline the countdown reads %s and is %s', (seconds, text, urgency) => {
  expect([formatCountdown(seconds), getSlaUrgency(seconds)]).toEqual([text, urgency])
})
