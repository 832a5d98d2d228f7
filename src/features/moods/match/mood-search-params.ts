const MOOD_IDS = ['happy', 'romantic', 'energetic', 'calm', 'adventurous', 'cozy'] as const
export type MoodId = (typeof MOOD_IDS)[number]

/** Reads what anybody may have typed into the address of the mood match; what is no mood counts as not given. */
export function parseMoodSearchParams(typed: Record<string, unknown>): { mood?: MoodId } {
  const mood = MOOD_IDS.find((known) => known === typed.mood)
  return mood ? { mood } : {}
}
