import { expect, it } from 'vitest'
import { counted, nameKey } from './words.ts'

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
  ['E\u0301clats', '\u00c9CLATS'],
  [' Dark   Bars ', 'dark bars'],
])('two names that look the same are one name: %j and %j', (one, other) => {
  expect(nameKey(one)).toBe(nameKey(other))
  expect(nameKey(one)).not.toBe(nameKey(`${other} 2`))
})
