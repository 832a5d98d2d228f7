const MAX_NEAREST = 4
/** From here the beginning of a word is enough, so that a mistake is found while the word is being typed. */
const PREFIX_LETTERS = 5

/** One mistake from four letters, two from eight. Numbers have no mistakes. */
export function countAllowedMistakes(word: string): number {
  if (/\d/.test(word) || word.length < 4) return 0
  return word.length < 8 ? 1 : 2
}

/** The words with the fewest mistakes; whole words before beginnings, frequent ones first. */
export function findNearestWords(
  word: string,
  counts: Iterable<readonly [string, number]>,
  mistakes: number,
): string[] {
  let best = Number.POSITIVE_INFINITY
  let near: { known: string; count: number }[] = []
  for (const [known, count] of counts) {
    const score = scoreOf(word, known, mistakes)
    if (score === undefined || score > best) continue
    if (score < best) near = []
    best = score
    near.push({ known, count })
  }
  return near
    .sort((a, b) => b.count - a.count || (a.known < b.known ? -1 : 1))
    .slice(0, MAX_NEAREST)
    .map(({ known }) => known)
}

function scoreOf(word: string, known: string, mistakes: number): number | undefined {
  if (known.length < Math.max(3, word.length - mistakes) || lacksLetters(word, known, mistakes)) return undefined
  const start = known.slice(0, word.length + mistakes)
  const { whole, prefix } = countMistakes(word, start)
  if (start.length === known.length && whole <= mistakes) return whole
  if (word.length >= PREFIX_LETTERS && prefix <= mistakes) return prefix + 0.5
  return undefined
}

/** Whether more letters are foreign to `known` than there may be mistakes: this spares most words the comparison. */
function lacksLetters(word: string, known: string, mistakes: number): boolean {
  let foreign = 0
  for (const letter of word) if (!known.includes(letter)) foreign += 1
  return foreign > mistakes
}

/** Letters that are wrong, missing, superfluous or swapped (optimal string alignment); `prefix` is to any beginning of `known`. */
export function countMistakes(word: string, known: string): { whole: number; prefix: number } {
  let before: number[] = []
  let last = Array.from({ length: known.length + 1 }, (_, at) => at)
  for (let i = 1; i <= word.length; i++) {
    const row = [i]
    for (let j = 1; j <= known.length; j++) {
      const isSame = word[i - 1] === known[j - 1]
      const isSwapped = i > 1 && j > 1 && word[i - 1] === known[j - 2] && word[i - 2] === known[j - 1]
      row[j] = Math.min(
        at(last, j) + 1,
        at(row, j - 1) + 1,
        at(last, j - 1) + (isSame ? 0 : 1),
        isSwapped ? at(before, j - 2) + 1 : Number.POSITIVE_INFINITY,
      )
    }
    before = last
    last = row
  }
  return { whole: at(last, known.length), prefix: Math.min(...last) }
}

const at = (row: readonly number[], place: number) => row[place] ?? Number.POSITIVE_INFINITY
