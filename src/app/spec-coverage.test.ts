import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'

/** The rows of docs/spec-coverage.md, without the heads of its tables. */
function rows(): { sentence: string; shown: string }[] {
  const lines = readFileSync('docs/spec-coverage.md', 'utf8').split('\n')
  return lines
    .filter(
      (line) => line.startsWith('| ') && !line.startsWith('| The specification |') && !line.startsWith('| What is'),
    )
    .map((line) => {
      const [, sentence = '', shown = ''] = line.split(/(?<!\\)\|/).map((cell) => cell.trim())
      return { sentence, shown }
    })
}

const tests = new Map(
  globSync(['src/**/*.test.ts', 'db/**/*.test.ts', 'tests/**/*.{test,journey}.ts']).map((file) => [
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
})
