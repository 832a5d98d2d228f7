import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'

/** The rows of docs/spec-coverage.md, without the heads of its tables. */
function rows(): { sentence: string; shown: string; differs: string | undefined }[] {
  const lines = readFileSync('docs/spec-coverage.md', 'utf8').split('\n')
  return lines
    .filter(
      (line) => line.startsWith('| ') && !line.startsWith('| The specification |') && !line.startsWith('| What is'),
    )
    .map((line) => {
      const [, sentence = '', shown = '', differs] = line
        .split(/(?<!\\)\|/)
        .slice(0, -1)
        .map((cell) => cell.trim())
      return { sentence, shown, differs }
    })
}

const tests = new Map(
  globSync(['src/**/*.test.ts', 'db/**/*.test.ts', 'tests/**/*.{test,e2e}.ts']).map((file) => [
    path.basename(file),
    readFileSync(file, 'utf8'),
  ]),
)

/** A title as it may stand in the source: quotes of its own kind are escaped there. */
const isIn = (source: string | undefined, title: string) =>
  source?.includes(title) || source?.includes(title.replaceAll("'", "\\'")) || false

describe('the coverage of the specification', () => {
  it('names only tests that are there', () => {
    const named = rows().flatMap(({ shown }) => [...shown.matchAll(/`([^`>]+) > ([^`]+)`/g)])
    const gone = named.filter(([, file = '', title = '']) => !isIn(tests.get(file), title)).map(([row]) => row)
    expect(gone).toEqual([])
    expect(named.length).toBeGreaterThan(150)
  })

  it("says of every sentence what shows it, that it is the maker's desk, or that it is missing", () => {
    const bare = rows().filter(({ shown }) => !/^(`[^`>]+ > [^`]+`|the maker's desk|\*\*missing\*\*)/.test(shown))
    expect(bare).toEqual([])
  })

  it('promise M20: says in a column of its own where the shop differs, and hides no difference in a sentence', () => {
    const fromSpecification = rows().filter(({ differs }) => differs !== undefined)
    expect(fromSpecification.length).toBeGreaterThan(200)
    expect(fromSpecification.filter(({ sentence }) => /\b(here|ours)\b/.test(sentence))).toEqual([])
    expect(fromSpecification.filter(({ differs }) => differs).length).toBeGreaterThan(20)
  })
})
