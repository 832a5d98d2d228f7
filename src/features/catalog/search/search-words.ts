const ACCENTS = /[\u0300-\u036f]/g
const SPECIAL: Record<string, string> = { ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', đ: 'd', ł: 'l', ı: 'i' }
const DASHES = /[\u2010-\u2015]/g
const QUOTES = /[\u2018\u2019]/g

/** As the SQL function normalize_text: small letters without accents. */
export function normalizeText(text: string): string {
  return text
    .normalize('NFD')
    .replace(ACCENTS, '')
    .normalize('NFC')
    .toLowerCase()
    .replace(/[ßæœøđłı]/g, (letter) => SPECIAL[letter] ?? letter)
    .replace(DASHES, '-')
    .replace(QUOTES, "'")
}

export const listWords = (normalized: string): string[] => normalized.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []

const NOISE = new Set(['and', 'with', 'the', 'for', 'from', 'chocolate', 'chocolates'])
const MAX_WORDS = 8

const NEGATIONS = new Set(['no', 'not', 'non', 'without', 'free'])

/** "no nuts", "nut-free", "eggless": products with what the customer avoids must not be found. */
export const isNegated = (query: string): boolean =>
  listWords(query).some((word) => NEGATIONS.has(word) || /^[a-z]{3,}less$/.test(word))

/** The words of a query that must match. One or two Latin letters say nothing. */
export function listSearchWords(query: string): string[] {
  const words = [...new Set(listWords(query))].filter((word) => !/^[a-z]{1,2}$/.test(word))
  const significant = words.filter((word) => !NOISE.has(word))
  return (significant.length > 0 ? significant : words).slice(0, MAX_WORDS)
}

/** A word with its singular or plural. As parts of words they also find longer ones. */
export function listForms(word: string): string[] {
  const forms = [word]
  if (/..ies$/.test(word)) forms.push(`${word.slice(0, -3)}y`)
  if (/.(?:s|x|z|ch|sh)es$/.test(word)) forms.push(word.slice(0, -2))
  if (/..[^s]s$/.test(word)) forms.push(word.slice(0, -1))
  if (/.[^aeiou]y$/.test(word)) forms.push(`${word.slice(0, -1)}ies`)
  return forms
}
