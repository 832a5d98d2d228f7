import { countAllowedMistakes, findNearestWords } from './nearest-words.ts'
import { isNegated, listForms, listSearchWords, listWords, normalizeText } from './search-words.ts'

export type Synonym = { typed: string; meaning: string }

/** How many texts of the catalog have a word; and all its words as one text. */
export type Vocabulary = { counts: ReadonlyMap<string, number>; text: string }

export type SearchKnowledge = Vocabulary & { synonyms: ReadonlyMap<string, readonly string[]> }

/**
 * How a query is searched. What contains `whole` comes first; then what matches every pattern of `words` (none: nothing).
 * The patterns mean the same in JavaScript and PostgreSQL.
 */
export type SearchPlan = {
  whole: string
  /** False if no product can contain `whole`: the catalog lacks one of its words. */
  isKnown: boolean
  words: readonly string[]
  /** The query with its typing mistakes corrected; undefined if it has none. */
  corrected: string | undefined
}

export function createVocabulary(normalizedTexts: Iterable<string>): Vocabulary {
  const counts = new Map<string, number>()
  for (const text of normalizedTexts)
    for (const word of new Set(listWords(text))) counts.set(word, (counts.get(word) ?? 0) + 1)
  return { counts, text: [...counts.keys()].join(' ') }
}

/** Synonyms hold in both directions; a meaning of several words is found, but not replaced. */
export function indexSynonyms(synonyms: readonly Synonym[]): Map<string, string[]> {
  const pairs = synonyms.flatMap(({ typed, meaning }) => {
    const [one, other] = [normalizeText(typed), listWords(normalizeText(meaning)).join(' ')]
    return other.includes(' ')
      ? [[one, other] as const]
      : ([
          [one, other],
          [other, one],
        ] as const)
  })
  const index = new Map<string, string[]>()
  for (const [from, to] of pairs) for (const form of listForms(from)) index.set(form, [...(index.get(form) ?? []), to])
  return index
}

export const normalizeQuery = (query: string) => normalizeText(query.replaceAll(/\p{Cc}/gu, '').trim())

export function planSearch(query: string, knowledge: SearchKnowledge): SearchPlan {
  const whole = normalizeQuery(query)
  const typed = listWords(whole)
  const isKnown = typed.every((word) => knowledge.text.includes(word))
  if (isNegated(whole)) return { whole, isKnown, words: [typed.join('[^a-z0-9]+')], corrected: undefined }
  const words = listSearchWords(whole).map((word) => planWord(word, knowledge))
  const isCorrected = words.some(({ word, best }) => word !== best)
  return {
    whole,
    isKnown,
    words: words.map(({ pattern }) => pattern),
    corrected: isCorrected ? words.map(({ best }) => best).join(' ') : undefined,
  }
}

function planWord(word: string, knowledge: SearchKnowledge) {
  const pattern = patternOf(word, meaningsOf(word, knowledge))
  if (isInCatalog(pattern, knowledge)) return { word, best: word, pattern }
  const near = findNear(word, knowledge)
  const meanings = [...near, ...near.flatMap((one) => meaningsOf(one, knowledge))]
  return { word, best: near[0] ?? word, pattern: patternOf(word, meanings) }
}

const meaningsOf = (word: string, { synonyms }: SearchKnowledge) =>
  listForms(word).flatMap((form) => synonyms.get(form) ?? [])

const isInCatalog = (pattern: string, { text }: SearchKnowledge) => new RegExp(pattern).test(text)

function findNear(word: string, knowledge: SearchKnowledge, more = 0): string[] {
  const mistakes = countAllowedMistakes(word)
  return mistakes === 0 ? [] : findNearestWords(word, listKnown(knowledge), mistakes + more)
}

function* listKnown({ counts, synonyms }: SearchKnowledge): Iterable<readonly [string, number]> {
  yield* counts
  for (const synonym of synonyms.keys()) if (!counts.has(synonym)) yield [synonym, 0]
}

/** The typed word counts anywhere, other words only from their beginning. Words need no escaping. */
function patternOf(word: string, others: readonly string[]): string {
  const starts = [...new Set(others)].map((other) => other.replaceAll(' ', '[^a-z0-9]+'))
  const parts = [...listForms(word), ...(starts.length > 0 ? [`(^|[^a-z0-9])(${starts.join('|')})`] : [])]
  return parts.join('|')
}

const MAX_SUGGESTIONS = 5

/** Queries to suggest when this one finds nothing, best first: with one mistake more in long words, and with some of its words. */
export function listSuggestions(query: string, knowledge: SearchKnowledge): string[] {
  const whole = normalizeQuery(query)
  if (isNegated(whole)) return []
  const typed = listSearchWords(whole)
  const readings = typed.flatMap((word) => {
    if (isInCatalog(patternOf(word, meaningsOf(word, knowledge)), knowledge)) return [word]
    return findNear(word, knowledge, word.length > 5 ? 1 : 0).slice(0, 1)
  })
  const single = readings.toSorted((a, b) => b.length - a.length)
  const all = new Set([readings.join(' '), ...single])
  all.delete('')
  all.delete(typed.join(' '))
  return [...all].slice(0, MAX_SUGGESTIONS)
}
