import { expect, it } from 'vitest'
import { counted } from './words.ts'

it.each([
  [0, '0 stories'],
  [1, '1 story'],
  [999, '999 stories'],
  [1200, '1,200 stories'],
  [250_000, '2,50,000 stories'],
])('%i is counted as the shop writes numbers: %s', (count, text) => {
  expect(counted(count, 'story', 'stories')).toBe(text)
})
