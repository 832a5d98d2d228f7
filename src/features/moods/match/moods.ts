import { ONE_PER_FAMILY } from '#src/features/catalog/products/product-params.ts'
import type { Product } from '#src/features/catalog/products/products.contract.ts'
import type { MoodId } from './mood-search-params.ts'

export const RECOMMENDATIONS_PER_MOOD = 3

/** The moods of the mood match (specification, section 3). */
export const MOODS = [
  {
    id: 'happy',
    name: 'Happy',
    description: 'Light-hearted and bright: something sweet to keep the smile going.',
    keywords: ['sweet', 'milk', 'vanilla', 'caramel', 'fruity'],
  },
  {
    id: 'romantic',
    name: 'Romantic',
    description: 'Tender and a little dreamy: something to give away, or to share.',
    keywords: ['strawberry', 'rose', 'heart', 'valentine', 'pink'],
  },
  {
    id: 'energetic',
    name: 'Energetic',
    description: 'Wide awake and on your way: something bold that keeps pace.',
    keywords: ['dark', 'espresso', 'coffee', 'mint', 'spicy'],
  },
  {
    id: 'calm',
    name: 'Calm',
    description: 'Quiet, slow and at ease: something soft that takes its time.',
    keywords: ['lavender', 'chamomile', 'white', 'coconut', 'honey'],
  },
  {
    id: 'adventurous',
    name: 'Adventurous',
    description: 'Curious for what you do not know yet: something that surprises.',
    keywords: ['exotic', 'chili', 'unique', 'fusion', 'special'],
  },
  {
    id: 'cozy',
    name: 'Cozy',
    description: 'A blanket, rain at the window: something that warms from inside.',
    keywords: ['cinnamon', 'nutmeg', 'autumn', 'warm', 'spiced'],
  },
] as const satisfies { id: MoodId; name: string; description: string; keywords: readonly string[] }[]

export type Mood = (typeof MOODS)[number]

export function findMood(id: MoodId | undefined): Mood | undefined {
  return MOODS.find((mood) => mood.id === id)
}

export const moodPicture = (id: string) => `/mood-${id}.svg`

export const moodScene = (id: MoodId) => `/pictures/mood-${id}.webp`

/** `words` is empty when nothing in the shop fits the mood. */
export type Recommendation<P> = { product: P; words: string[] }

type Described = Pick<Product, 'name' | 'description' | 'stock'>

/** Up to three available products whose texts contain a word of the mood; otherwise the first three available ones. */
export function recommendProducts<P extends Described>(products: readonly P[], mood: Mood): Recommendation<P>[] {
  const all = products
    .filter(({ stock }) => stock > 0)
    .map((product) => ({ product, words: wordsIn(product, mood.keywords) }))
  const fitting = all.filter(({ words }) => words.length > 0)
  return (fitting.length > 0 ? fitting : all).slice(0, RECOMMENDATIONS_PER_MOOD)
}

function wordsIn({ name, description }: Omit<Described, 'stock'>, keywords: readonly string[]): string[] {
  return keywords.filter((word) => holds(name, word) || holds(description, word))
}

const holds = (text: string, word: string) => text.toLowerCase().includes(word)

export const productParamsForMood = ({ keywords }: Pick<Mood, 'keywords'>) => ({
  words: keywords.join(','),
  ...FALLBACK_PRODUCT_PARAMS,
})
export const FALLBACK_PRODUCT_PARAMS = { limit: RECOMMENDATIONS_PER_MOOD, inStock: 'true', ...ONE_PER_FAMILY }

export function findSentencesWith(words: readonly string[], text: string): string {
  const sentences = text.split(/(?<=[.!?])\s+/)
  return sentences.filter((sentence) => words.some((word) => holds(sentence, word))).join(' ')
}

export type TextSegment = { text: string; isMatch: boolean; at: number }

export function splitAtMatches(words: readonly string[], text: string): TextSegment[] {
  if (words.length === 0) return [{ text, isMatch: false, at: 0 }]
  let at = 0
  // Splitting on a group keeps the separators: every second segment is a match.
  const parts = text.split(new RegExp(`(${words.join('|')})`, 'i')).map((part, index) => {
    const marked = { text: part, isMatch: index % 2 === 1, at }
    at += part.length
    return marked
  })
  return parts.filter((part) => part.text !== '')
}
