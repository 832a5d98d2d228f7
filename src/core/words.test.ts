import { expect, it } from 'vitest'
import { counted, formatDuration } from './words.ts'

it.each([
  [0, '0 stories'],
  [1, '1 story'],
  [999, '999 stories'],
  [1200, '1,200 stories'],
  [250_000, '2,50,000 stories'],
])('%i is counted as the shop writes numbers: %s', (count, text) => {
  expect(counted(count, 'story', 'stories')).toBe(text)
})

it.each([
  [0, '0 min'],
  [50, '50 min'],
  [60, '1 h'],
  [200, '3 h 20 min'],
  [1440, '1 day'],
  [3181, '2 days 5 h'],
])('%i minutes are called %s', (minutes, text) => expect(formatDuration(minutes)).toBe(text))
