import { type SQL, sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { inTestTransaction } from '#src/testing/test-database.ts'
import { containsText, hasWords, splitWords } from './search.server.ts'

/** Which of the texts match, as the table's function stores them. */
async function found(stored: SQL, texts: readonly string[], condition: SQL | undefined): Promise<string[]> {
  const matching: string[] = []
  await inTestTransaction(async (db) => {
    const { rows } = await db.execute<{ text: string }>(sql`
      select text from (select text, ${stored} as search_text from jsonb_array_elements_text(${JSON.stringify(texts)}::jsonb) text) texts
      where ${condition ?? sql`true`}`)
    matching.push(...rows.map(({ text }) => text))
  })
  return matching
}

const SEARCH_TEXT = sql`search_text`

describe('a part of a text is found', () => {
  const TEXTS = [
    'Crème brûlée, ७० per cent',
    'Dark 70% with a_b',
    'Back\\slash',
    'వేణు గోపాల్ చాక్లెట్',
    'हिन्दी में चॉकलेट',
    'Ｆull width ％',
  ] as const
  const partOf = (typed: string) => found(sql`normalize_text(text)`, TEXTS, containsText(SEARCH_TEXT, typed))

  it.each([
    ['without its accents', 'creme BRU', [TEXTS[0]]],
    ['with its accents in another case', 'CRÈME', [TEXTS[0]]],
    ['with an accent typed as a sign of its own', 'Cre\u0300me', [TEXTS[0]]],
    ['with a percent sign', '0%', [TEXTS[1]]],
    ['with an underscore', 'a_b', [TEXTS[1]]],
    ['with a backslash', 'k\\s', [TEXTS[2]]],
    ['in Telugu', 'గోపాల్', [TEXTS[3]]],
    ['from the middle of a Telugu word', 'ాక్లె', [TEXTS[3]]],
    ['in Hindi', 'हिन्दी', [TEXTS[4]]],
    ['with a digit of Hindi', '७०', [TEXTS[0]]],
    ['with one letter', 'w', [TEXTS[1], TEXTS[5]]],
    ['with a wide percent sign, which is no pattern either', '％', [TEXTS[1], TEXTS[5]]],
    ['with what none has', '_%', []],
  ] as const)('%s: %s', async (_, typed, wanted) => {
    expect(await partOf(typed)).toEqual(wanted)
  })

  it('only in the fields that are searched', async () => {
    const stored = sql`normalize_text(replace(text, '|', chr(1)))`
    const texts = ['GC-1|Ruby|dark', 'RUBY-2|Bar|dark', 'GC-3|Bar|like ruby']
    expect(await found(stored, texts, containsText(SEARCH_TEXT, 'ruby', { after: 1 }))).toEqual([texts[0], texts[2]])
    expect(await found(stored, texts, containsText(SEARCH_TEXT, 'ruby', { before: 1 }))).toEqual([texts[0], texts[1]])
  })
})

describe('words are found by their beginnings', () => {
  const TEXTS = ['Renée D’Souza-Rao 500034', 'వేణు Rao', 'हिन्दी Nair', 'a b'] as const
  const withWords = (typed: string, isWhole?: (word: string) => boolean) =>
    found(sql`search_words(text)`, TEXTS, hasWords(SEARCH_TEXT, splitWords(typed), isWhole))

  it.each([
    ['in any order', 'rao ren', [TEXTS[0]]],
    ['two letters of one', 'ra', [TEXTS[0], TEXTS[1]]],
    ['one letter', 'n', [TEXTS[2]]],
    ['in Telugu', 'వే', [TEXTS[1]]],
    ['in Hindi and English', 'nai हिन्', [TEXTS[2]]],
    ['but not by their middle', 'ao', []],
    ['nor by signs that are patterns elsewhere', '%rao _', [TEXTS[0], TEXTS[1]]],
    ['and none are found when no word was typed', '%_\\', []],
  ] as const)('%s: %s', async (_, typed, wanted) => {
    expect(await withWords(typed)).toEqual(wanted)
  })

  it('or as a whole, where that is asked', async () => {
    expect(await withWords('a', () => true)).toEqual([TEXTS[3]])
    expect(await withWords('ra', () => true)).toEqual([])
  })
})
