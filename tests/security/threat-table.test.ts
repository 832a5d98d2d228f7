import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'

/** The rows of docs/security.md: an id, an attack, and the tests that cover it. */
const rows = readFileSync('docs/security.md', 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| ') && !line.startsWith('| id |'))
  .map((line) => line.split(/(?<!\\)\|/).map((cell) => cell.trim()))
  .map((cells) => ({ id: cells[1] ?? '', shown: cells.at(-2) ?? '' }))

const tests = new Map(
  globSync(['src/**/*.test.ts', 'db/**/*.test.ts', 'tests/**/*.{test,e2e,chaos}.ts']).map((file) => [
    path.basename(file),
    readFileSync(file, 'utf8'),
  ]),
)

/** A title as it may appear in the source, with escaped quotes. */
const isIn = (source: string | undefined, title: string) =>
  source?.includes(title) || source?.includes(title.replaceAll("'", "\\'")) || false

describe('the table of threats', () => {
  it('names only tests that are there', () => {
    const named = rows.flatMap(({ shown }) => [...shown.matchAll(/`([^`>]+) > ([^`]+)`/g)])
    const gone = named.filter(([, file = '', title = '']) => !isIn(tests.get(file), title)).map(([row]) => row)
    expect(gone).toEqual([])
    expect(named.length).toBeGreaterThan(90)
  })

  it('says of every row what shows it, or why nothing can', () => {
    expect(rows.filter(({ shown }) => !/^(`[^`>]+ > [^`]+`|\*\*impossible\*\* .{20,})/.test(shown))).toEqual([])
  })

  it('has every threat', () => {
    const threats = rows.map(({ id }) => id).filter((id) => id.startsWith('T-'))
    expect(threats).toEqual(Array.from({ length: 40 }, (_, nth) => `T-${String(nth + 1).padStart(2, '0')}`))
  })

  it('has every case of faults and abuse', () => {
    const ids = rows.flatMap(({ id }) => id.split(', '))
    const cases = [
      ['I', 1, 12],
      ['P', 1, 12],
      ['W', 1, 14],
      ['F', 1, 20],
      ['S', 15, 30],
    ] as const
    const missing = cases.flatMap(([kind, from, to]) => numbered(kind, from, to)).filter((id) => !ids.includes(id))
    expect(missing).toEqual([])
  })
})

const numbered = (kind: string, from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, nth) => `${kind}-${String(from + nth).padStart(2, '0')}`)
