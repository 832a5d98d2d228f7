import { asRecord, parseJsonOrNull } from '#src/browser/safe-json.ts'
import { startOfShopDay } from '#src/core/dates.ts'

/** Storage key and size (specification, sections 3 and 9). */
export const MOOD_HISTORY_KEY = 'chocolate-mood-history'
export const MAX_MOOD_ENTRIES = 50
export const SHOWN_ENTRIES = 10
export const MAX_STREAK_DAYS = 30
export const WEEK_DAYS = 7

const ONE_DAY_MS = 86_400_000
const MAX_TEXT = 100
/** The last time with a four-digit year. */
const LATEST_TIME = Date.UTC(9999, 11, 31)

export type TrackerMood = {
  id: string
  name: string
  emoji: string
  description: string
  chocolate: string
  recommendation: string
  search: string
}

export const TRACKER_MOODS: readonly TrackerMood[] = [
  {
    id: 'happy',
    name: 'Happy',
    emoji: '😊',
    description: 'Joyful and light',
    chocolate: 'Milk chocolate',
    recommendation: 'Creamy and sweet, to keep the good mood going.',
    search: 'milk',
  },
  {
    id: 'excited',
    name: 'Excited',
    emoji: '😆',
    description: 'Full of energy',
    chocolate: 'Dark chocolate',
    recommendation: 'Deep and bold, as wide awake as you are.',
    search: 'dark',
  },
  {
    id: 'romantic',
    name: 'Romantic',
    emoji: '😍',
    description: 'In love, or close to it',
    chocolate: 'Ruby chocolate',
    recommendation: 'Pink and berry-bright, made to be shared.',
    search: 'ruby',
  },
  {
    id: 'stressed',
    name: 'Stressed',
    emoji: '😰',
    description: 'Under pressure',
    chocolate: 'White chocolate',
    recommendation: 'Soft and mild. Let one piece melt slowly.',
    search: 'white',
  },
  {
    id: 'contemplative',
    name: 'Thoughtful',
    emoji: '😌',
    description: 'Turning something over',
    chocolate: 'Bitter dark chocolate',
    recommendation: 'Slow and intense, company for a long thought.',
    search: 'bitter',
  },
  {
    id: 'celebratory',
    name: 'Celebratory',
    emoji: '😁',
    description: 'Something to celebrate',
    chocolate: 'Chocolate with gold flakes',
    recommendation: 'A little shine for a day that deserves it.',
    search: 'gold',
  },
  {
    id: 'cozy',
    name: 'Cozy',
    emoji: '☕',
    description: 'Warm and at home',
    chocolate: 'Caramel chocolate',
    recommendation: 'Golden and buttery, like a blanket.',
    search: 'caramel',
  },
  {
    id: 'adventurous',
    name: 'Adventurous',
    emoji: '😜',
    description: 'Ready for something new',
    chocolate: 'Chili spice chocolate',
    recommendation: 'First sweet, then fire. You asked for it.',
    search: 'chili',
  },
]

export type MoodEntry = { id: string; mood: string; emoji: string; chocolate: string; timestamp: string }

export const findTrackerMood = (id: unknown) => TRACKER_MOODS.find((mood) => mood.id === id)

export function createMoodEntry({ id, emoji, chocolate }: TrackerMood, now: Date): MoodEntry {
  const entryId = `mood_${now.getTime()}_${Math.random().toString(36).slice(2, 11)}`
  return { id: entryId, mood: id, emoji, chocolate, timestamp: now.toISOString() }
}

export function mergeMoodEntries(one: readonly MoodEntry[], other: readonly MoodEntry[]): MoodEntry[] {
  const byId = new Map([...one, ...other].map((entry) => [entry.id, entry]))
  return [...byId.values()]
    .sort((a, b) => Date.parse(b.timestamp) - Date.parse(a.timestamp) || (a.id < b.id ? -1 : 1))
    .slice(0, MAX_MOOD_ENTRIES)
}

/** Drops invalid entries, because anyone can edit the storage or a file. */
export function parseMoodEntries(text: string | null): MoodEntry[] {
  const value = parseJsonOrNull(text)
  if (!Array.isArray(value)) return []
  return mergeMoodEntries(
    value.map(readEntry).filter((entry) => entry !== null),
    [],
  )
}

function readEntry(value: unknown): MoodEntry | null {
  const { id, mood: moodId, emoji, chocolate, timestamp } = asRecord(value)
  const mood = findTrackerMood(moodId)
  const time = readTime(timestamp)
  if (!mood || time === null || !isShortText(id)) return null
  return {
    id,
    mood: mood.id,
    emoji: isShortText(emoji) ? emoji : mood.emoji,
    chocolate: isShortText(chocolate) ? chocolate : mood.chocolate,
    timestamp: time,
  }
}

const isShortText = (value: unknown): value is string =>
  typeof value === 'string' && value.trim() !== '' && value.length <= MAX_TEXT

function readTime(value: unknown): string | null {
  if (typeof value !== 'string' && typeof value !== 'number') return null
  const time = new Date(value)
  return time.getTime() >= 0 && time.getTime() <= LATEST_TIME ? time.toISOString() : null
}

export function countMoodsThisWeek(entries: readonly MoodEntry[], now: Date): number {
  const since = now.getTime() - WEEK_DAYS * ONE_DAY_MS
  return entries.filter(({ timestamp }) => Date.parse(timestamp) > since && Date.parse(timestamp) <= now.getTime())
    .length
}

export function calculateDayStreak(entries: readonly MoodEntry[], now: Date): number {
  const days = new Set(entries.map(({ timestamp }) => startOfShopDay(new Date(timestamp)).getTime()))
  const today = startOfShopDay(now).getTime()
  let streak = 0
  // India has no daylight saving time: every day has 24 hours.
  while (streak < MAX_STREAK_DAYS && days.has(today - streak * ONE_DAY_MS)) streak += 1
  return streak
}
