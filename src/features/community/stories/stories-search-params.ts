/** The emotions that a story can name (specification, section 3). */
export const STORY_EMOTIONS = ['happy', 'nostalgic', 'romantic', 'comforting', 'celebratory', 'adventurous'] as const
export type StoryEmotion = (typeof STORY_EMOTIONS)[number]

export type StoriesSearchParams = { emotion?: StoryEmotion; story?: string }

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

export function parseStoriesSearchParams(typed: Record<string, unknown>): StoriesSearchParams {
  const emotion = STORY_EMOTIONS.find((known) => known === typed.emotion)
  const story = parseStoryId(typed.story)
  return { ...(emotion && { emotion }), ...(story && { story }) }
}

export const parseStoryId = (typed: unknown): string | undefined =>
  typeof typed === 'string' && UUID.test(typed) ? typed : undefined
