const MOOD_IDS = ['happy', 'romantic', 'energetic', 'calm', 'adventurous', 'cozy'] as const
export type MoodId = (typeof MOOD_IDS)[number]

export function parseMoodSearchParams(typed: Record<string, unknown>): { mood?: MoodId } {
  const mood = MOOD_IDS.find((known) => known === typed.mood)
  return mood ? { mood } : {}
}
