import { expect, it } from 'vitest'
import { parseStoriesSearchParams, STORY_EMOTIONS } from './stories-search-params.ts'
import { EMOTION_LABELS, filterStories, formatStoryDate, STORY_CHOCOLATES, summarizeStory } from './story.ts'

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
  expect(parseStoriesSearchParams(typed)).toEqual(address)
})

it('filters by emotion; without one, every story is shown', () => {
  const happy = { emotion: 'happy' as const }
  const silent = { emotion: null }
  expect(filterStories([happy, silent], 'happy')).toEqual([happy])
  expect(filterStories([happy, silent], 'romantic')).toEqual([])
  expect(filterStories([happy, silent])).toEqual([happy, silent])
})

it.each([
  ['2026-11-20T18:29:59Z', '20 Nov 2026'],
  ['2026-11-20T18:30:00Z', '21 Nov 2026'],
  [null, 'Recently'],
  ['soon', 'Recently'],
])('the date of %s is %s', (createdAt, date) => {
  expect(formatStoryDate(createdAt)).toBe(date)
})

it('summarises a story with its first words', () => {
  expect(summarizeStory('Dark\n\n and slow. ')).toBe('Dark and slow.')
  const summary = summarizeStory('Rose petals '.repeat(40))
  expect(summary).toMatch(/ (Rose|petals)…$/)
  expect(summary.length).toBeLessThanOrEqual(161)
})
