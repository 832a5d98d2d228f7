import { and, type SQL, type SQLWrapper, sql } from 'drizzle-orm'

/** Search in `search_text`, which has a trigram index (decision 0037). What was typed is never a pattern. */

/** Separates the fields of a `search_text` that `containsText` reads: no customer can type it. */
export const FIELD_SEPARATOR = '\u0001'

const CONTROL = /\p{Cc}/gu

type Fields = { after?: number; before?: number }

/** Matches a text that contains what was typed, `after` and `before` so many field separators. */
export function containsText(searchText: SQLWrapper, typed: string, { after = 0, before = 0 }: Fields = {}): SQL {
  const start = `${`%${FIELD_SEPARATOR}`.repeat(after)}%`
  const end = `%${`${FIELD_SEPARATOR}%`.repeat(before)}`
  return sql`${searchText} like ${start} || search_pattern(${typed.replaceAll(CONTROL, '')}) || ${end}`
}

export const isAddress = (typed: string) => /^\S+@\S*$/.test(typed.trim())

/** Matches an address by its beginning, which has its own index: many addresses share the trigrams of a host. */
export function isAddressLike(address: SQLWrapper, typed: string): SQL {
  return sql`lower(${address}) like lower(${`${typed.trim().replace(/[\\%_]/g, '\\$&')}%`})`
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: what separates words is what is neither letter nor digit.
const SEPARATORS = /[\x00-\x2f\x3a-\x40\x5b-\x60\x7b-\x7f]+/
const MAX_WORDS = 8

/** Splits where the SQL function search_words does: at all of ASCII except letters and digits. */
export const splitWords = (typed: string) => typed.split(SEPARATORS).filter(Boolean).slice(0, MAX_WORDS)

/** Matches a text of `search_words` in which every word begins a word, or is one if `isWhole`. No words match nothing. */
export function hasWords(
  searchText: SQLWrapper,
  words: readonly string[],
  isWhole: (word: string) => boolean = () => false,
): SQL {
  const conditions = words.map(
    (word) => sql`${searchText} like '%' || rtrim(search_words(${word})) || ${isWhole(word) ? ' %' : '%'}`,
  )
  return and(...conditions) ?? sql`false`
}
