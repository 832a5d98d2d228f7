/** The six emotions that a story may name (specification, section 3). */
export const STORY_EMOTIONS = ['happy', 'nostalgic', 'romantic', 'comforting', 'celebratory', 'adventurous'] as const
export type StoryEmotion = (typeof STORY_EMOTIONS)[number]

/** What of the stories page stands in its address: the filter, and the story that a shared link is about. */
export type StoriesSearchParams = { emotion?: StoryEmotion; story?: string }

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Reads what anybody may have typed into the address; what makes no sense counts as not given. */
export function parseStoriesSearchParams(typed: Record<string, unknown>): StoriesSearchParams {
  const emotion = STORY_EMOTIONS.find((known) => known === typed.emotion)
  const story = parseStoryId(typed.story)
  return { ...(emotion && { emotion }), ...(story && { story }) }
}

export const parseStoryId = (typed: unknown): string | undefined =>
  typeof typed === 'string' && UUID.test(typed) ? typed : undefined
