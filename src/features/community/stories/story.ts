import { formatFullDay, shopDay } from '#src/core/dates.ts'
import type { StoryEmotion } from './stories-search-params.ts'

export const EMOTION_LABELS: Record<StoryEmotion, string> = {
  happy: 'Happy',
  nostalgic: 'Nostalgic',
  romantic: 'Romantic',
  comforting: 'Comforting',
  celebratory: 'Celebratory',
  adventurous: 'Adventurous',
}

/** The chocolates that a story can name (specification, section 3). */
export const STORY_CHOCOLATES = [
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
] as const

export const STORY_STATUSES = ['pending', 'published', 'rejected'] as const

/** A page must not grow with the number of stories. */
export const STORIES_PER_PAGE = 24

export const STORY_LENGTHS = { title: 200, content: 5000, authorName: 60, location: 100 } as const

export function filterStories<S extends { emotion: StoryEmotion | null }>(
  stories: readonly S[],
  emotion?: StoryEmotion,
): S[] {
  return stories.filter((story) => emotion === undefined || story.emotion === emotion)
}

/** For example '21 Nov 2026', or 'Recently' when the date is unknown. */
export function formatStoryDate(createdAt: string | null): string {
  const date = new Date(createdAt ?? Number.NaN)
  return Number.isNaN(date.getTime()) ? 'Recently' : formatFullDay(shopDay(date))
}

const SUMMARY_LENGTH = 160

export function summarizeStory(content: string): string {
  const text = content.replace(/\s+/g, ' ').trim()
  if (text.length <= SUMMARY_LENGTH) return text
  return `${text.slice(0, SUMMARY_LENGTH).replace(/\s+\S*$/, '')}…`
}

const CARD_LENGTH = 320
const CARD_LINES = 7

export function isLongStory(content: string): boolean {
  return content.length > CARD_LENGTH || content.split('\n').length > CARD_LINES
}
