import { expect, it } from 'vitest'
import { EMOTION_LABELS, STORY_CHOCOLATES, storiesOf, storyDate, summaryOf } from './stories.rules.ts'
import { readStoriesAddress, STORY_EMOTIONS } from './stories-address.rules.ts'

it('there are six emotions and eleven types of chocolate', () => {
  expect(STORY_EMOTIONS).toEqual(['happy', 'nostalgic', 'romantic', 'comforting', 'celebratory', 'adventurous'])
  expect(STORY_EMOTIONS.map((emotion) => EMOTION_LABELS[emotion].toLowerCase())).toEqual([...STORY_EMOTIONS])
  expect(STORY_CHOCOLATES).toEqual([
    'Dark Chocolate',
    'Milk Chocolate',
    'White Chocolate',
    'Ruby Chocolate',
    'Truffle',
    'Bonbon',
    'Chocolate Bar',
    'Hot Chocolate',
    'Chocolate Cake',
    'Chocolate Cookies',
    'Other',
  ])
})

const ID = '0b9f4a57-6a3c-4c5e-9a56-0f6b2f0f7a11'

it.each([
  [{}, {}],
  [{ emotion: 'happy' }, { emotion: 'happy' }],
  [{ emotion: 'Happy' }, {}],
  [
    { emotion: 'happy', story: ID, more: '1' },
    { emotion: 'happy', story: ID },
  ],
  [{ story: '1' }, {}],
  [{ story: `${ID}<script>` }, {}],
  [{ story: 5, emotion: ['happy'] }, {}],
])('the address %j means %j', (typed, address) => {
  expect(readStoriesAddress(typed)).toEqual(address)
})

it('filters by emotion; without one, every story is shown', () => {
  const happy = { emotion: 'happy' as const }
  const silent = { emotion: null }
  expect(storiesOf([happy, silent], 'happy')).toEqual([happy])
  expect(storiesOf([happy, silent], 'romantic')).toEqual([])
  expect(storiesOf([happy, silent])).toEqual([happy, silent])
})

it.each([
  ['2026-11-20T18:29:59Z', '20 Nov 2026'],
  ['2026-11-20T18:30:00Z', '21 Nov 2026'],
  [null, 'Recently'],
  ['soon', 'Recently'],
])('the date of %s is %s', (createdAt, date) => {
  expect(storyDate(createdAt)).toBe(date)
})

it('sums a story up in its first words', () => {
  expect(summaryOf('Dark\n\n and slow. ')).toBe('Dark and slow.')
  const summary = summaryOf('Rose petals '.repeat(40))
  expect(summary).toMatch(/ (Rose|petals)…$/)
  expect(summary.length).toBeLessThanOrEqual(161)
})
