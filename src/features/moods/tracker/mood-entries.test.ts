import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  calculateDayStreak,
  countMoodsThisWeek,
  createMoodEntry,
  findTrackerMood,
  MAX_MOOD_ENTRIES,
  MAX_STREAK_DAYS,
  type MoodEntry,
  mergeMoodEntries,
  parseMoodEntries,
  TRACKER_MOODS,
} from './mood-entries.ts'

let made = 0
function entryAt(timestamp: string): MoodEntry {
  made += 1
  return { id: `entry-${made}`, mood: 'cozy', emoji: '☕', chocolate: 'Caramel chocolate', timestamp }
}
const entriesAt = (...times: string[]) => times.map(entryAt)

/** Noon in India, a Saturday. */
const NOW = new Date('2026-11-21T12:00:00+05:30')
const DAY = 86_400_000
const daysAgo = (days: number) => new Date(NOW.getTime() - days * DAY).toISOString()

describe('the eight moods of the tracker', () => {
  it('are these, each with its chocolate; contemplative is called Thoughtful', () => {
    expect(TRACKER_MOODS.map(({ id, chocolate }) => [id, chocolate.toLowerCase()])).toEqual([
      ['happy', expect.stringContaining('milk')],
      ['excited', expect.stringMatching(/^dark/)],
      ['romantic', expect.stringContaining('ruby')],
      ['stressed', expect.stringContaining('white')],
      ['contemplative', expect.stringContaining('bitter dark')],
      ['celebratory', expect.stringContaining('gold flakes')],
      ['cozy', expect.stringContaining('caramel')],
      ['adventurous', expect.stringContaining('chili spice')],
    ])
    expect(findTrackerMood('contemplative')?.name).toBe('Thoughtful')
    for (const mood of TRACKER_MOODS) {
      expect(mood.description, mood.id).toMatch(/\w/)
      expect(mood.recommendation, mood.id).toMatch(/\w/)
    }
  })

  it('are logged with the fields that are stored', () => {
    const mood = findTrackerMood('contemplative')
    if (!mood) throw new Error('There is such a mood')
    expect(createMoodEntry(mood, NOW)).toEqual({
      id: expect.any(String),
      mood: 'contemplative',
      emoji: '😌',
      chocolate: 'Bitter dark chocolate',
      timestamp: '2026-11-21T06:30:00.000Z',
    })
    expect(createMoodEntry(mood, NOW).id).not.toBe(createMoodEntry(mood, NOW).id)
  })
})

describe('the day streak', () => {
  it.each([
    ['nothing', [], 0],
    ['today', [daysAgo(0)], 1],
    ['today, twice', [daysAgo(0), daysAgo(0.1)], 1],
    ['yesterday only', [daysAgo(1)], 0],
    ['three days in a row', [daysAgo(0), daysAgo(1), daysAgo(2)], 3],
    ['a gap after two', [daysAgo(0), daysAgo(1), daysAgo(3)], 2],
    ['tomorrow, by a wrong clock', [daysAgo(-1)], 0],
  ])('of %s', (_what, times, streak) => {
    expect(calculateDayStreak(entriesAt(...times), NOW)).toBe(streak)
  })

  it('counts days in India, to the second of midnight', () => {
    const firstSecond = new Date('2026-11-21T00:00:00+05:30')
    const lastSecondBefore = entryAt('2026-11-20T23:59:59+05:30')
    expect(calculateDayStreak([lastSecondBefore], firstSecond)).toBe(0)
    expect(calculateDayStreak([lastSecondBefore, entryAt(firstSecond.toISOString())], firstSecond)).toBe(2)
    // The same day in London and in Los Angeles, but not in Hyderabad.
    expect(calculateDayStreak([entryAt('2026-11-20T18:29:59Z')], new Date('2026-11-20T18:30:00Z'))).toBe(0)
    expect(calculateDayStreak([entryAt('2026-11-20T18:30:00Z')], new Date('2026-11-21T18:29:59Z'))).toBe(1)
  })

  it('looks back at most thirty days', () => {
    const everyDay = Array.from({ length: 45 }, (_, days) => entryAt(daysAgo(days)))
    expect(calculateDayStreak(everyDay, NOW)).toBe(MAX_STREAK_DAYS)
    expect(calculateDayStreak(everyDay.slice(0, 29), NOW)).toBe(29)
  })

  it('counts the days without a gap up to today, at any time of day', () => {
    const offsets = fc.uniqueArray(fc.integer({ min: 0, max: 40 }), { maxLength: 41 })
    const dates = fc.date({ min: new Date('2020-01-01'), max: new Date('2040-01-01'), noInvalidDate: true })
    fc.assert(
      fc.property(offsets, dates, fc.integer({ min: 0, max: DAY - 1 }), (days, now, within) => {
        const midnight = now.getTime() - ((now.getTime() + 5.5 * 3_600_000) % DAY)
        const logged = days.map((back) => entryAt(new Date(midnight - back * DAY + within).toISOString()))
        const gap = Array.from({ length: 42 }, (_, day) => day).findIndex((day) => !days.includes(day))
        expect(calculateDayStreak(logged, now)).toBe(Math.min(MAX_STREAK_DAYS, gap))
      }),
      { numRuns: 300 },
    )
  })
})

it("'This Week' counts the seven days up to now", () => {
  const entries = entriesAt(daysAgo(0), daysAgo(6.99), daysAgo(7), daysAgo(30), daysAgo(-1))
  expect(countMoodsThisWeek(entries, NOW)).toBe(2)
  expect(countMoodsThisWeek([], NOW)).toBe(0)
})

describe('merging', () => {
  it('keeps every entry once, newest first, at most fifty', () => {
    const old = Array.from({ length: 40 }, (_, days) => entryAt(daysAgo(days + 100)))
    const young = Array.from({ length: 40 }, (_, days) => entryAt(daysAgo(days)))
    const merged = mergeMoodEntries(old, [...young, ...old.slice(0, 3)])
    expect(merged).toEqual([...young, ...old.slice(0, MAX_MOOD_ENTRIES - 40)])
    expect(mergeMoodEntries(merged, merged)).toEqual(merged)
  })
})

describe('reading stored entries', () => {
  it('gives back what was written', () => {
    const entries = entriesAt(daysAgo(0), daysAgo(1))
    expect(parseMoodEntries(JSON.stringify(entries))).toEqual(entries)
  })

  it.each([
    ['nothing', null],
    ['no JSON', '{['],
    ['no list', '{"entries":[]}'],
    ['no entries', '[1,null,"happy",[],{}]'],
    ['an unknown mood', '[{"id":"a","mood":"furious","timestamp":"2026-11-21T00:00:00Z"}]'],
    ['no time', '[{"id":"a","mood":"happy","timestamp":"soon"}]'],
    ['a time that no calendar has', '[{"id":"a","mood":"happy","timestamp":8640000000000001}]'],
    ['no number', '[{"id":"","mood":"happy","timestamp":1}]'],
    ['an endless number', JSON.stringify([{ id: 'x'.repeat(101), mood: 'happy', timestamp: 1 }])],
  ])('reads %s as an empty history', (_what, text) => {
    expect(parseMoodEntries(text)).toEqual([])
  })

  it('fills in missing fields and drops unknown ones', () => {
    const text = JSON.stringify([
      { id: 'a', mood: 'happy', timestamp: 1_795_000_000_000, emoji: 7, chocolate: '<b>', secret: 'x' },
      'rubbish',
    ])
    expect(parseMoodEntries(text)).toEqual([
      { id: 'a', mood: 'happy', emoji: '😊', chocolate: '<b>', timestamp: new Date(1_795_000_000_000).toISOString() },
    ])
  })

  it('returns valid entries for any input', () => {
    const rubbish = fc.oneof(
      fc.jsonValue(),
      fc.array(
        fc.record(
          {
            id: fc.oneof(fc.string(), fc.integer()),
            mood: fc.oneof(fc.constantFrom('happy', 'cozy', 'toString'), fc.jsonValue()),
            emoji: fc.jsonValue(),
            chocolate: fc.jsonValue(),
            timestamp: fc.oneof(fc.double(), fc.string(), fc.integer(), fc.constant('2026-11-21')),
          },
          { requiredKeys: [] },
        ),
        { maxLength: 60 },
      ),
    )
    fc.assert(
      fc.property(rubbish, (json) => {
        const entries = parseMoodEntries(JSON.stringify(json))
        expect(entries.length).toBeLessThanOrEqual(MAX_MOOD_ENTRIES)
        for (const entry of entries) {
          expect(findTrackerMood(entry.mood)).toBeDefined()
          expect(new Date(entry.timestamp).toISOString()).toBe(entry.timestamp)
        }
        expect(calculateDayStreak(entries, NOW)).toBeLessThanOrEqual(MAX_STREAK_DAYS)
        expect(parseMoodEntries(JSON.stringify(entries))).toEqual(entries)
      }),
      { numRuns: 500 },
    )
  })
})
