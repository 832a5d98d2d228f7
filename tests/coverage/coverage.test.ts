import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parse } from 'csv-parse/sync'
import { describe, expect, it } from 'vitest'

type Row = { id: string; tests: string; requirement: string; 'reason without a test': string }

const readRows = (file: string): Row[] => parse(readFileSync(file, 'utf8'), { columns: true })

const requirements = readRows('tests/coverage/specification.csv')
const threats = readRows('tests/coverage/threats.csv')

const sources = new Map(
  globSync(['src/**/*.test.ts', 'db/**/*.test.ts', 'tests/**/*.{test,e2e,chaos}.ts']).map((file) => [
    path.basename(file),
    readFileSync(file, 'utf8'),
  ]),
)

const testsOf = ({ tests }: Row) => tests.split('\n').filter(Boolean)

/** A title as it may appear in the source, with escaped quotes. */
function exists(test: string): boolean {
  const [, file = '', title = ''] = /^(\S+) > (.+)$/.exec(test) ?? []
  const source = sources.get(file)
  return source?.includes(title) || source?.includes(title.replaceAll("'", "\\'")) || false
}

const duplicates = (ids: string[]) => ids.filter((id, index) => ids.indexOf(id) !== index)

describe('the coverage of the specification', () => {
  it('names for every requirement tests that exist', () => {
    expect(requirements.length).toBeGreaterThan(265)
    expect(requirements.filter((row) => testsOf(row).length === 0)).toEqual([])
    expect(requirements.flatMap(testsOf).filter((test) => !exists(test))).toEqual([])
    expect(duplicates(requirements.map(({ id }) => id))).toEqual([])
  })

  it('lists where the shop differs, and hides no difference in a requirement', () => {
    const document = readFileSync('docs/spec-coverage.md', 'utf8')
    const differences = [...document.matchAll(/^\| (\d[\d., ]*) \|/gm)].flatMap(([, ids = '']) => ids.split(', '))
    expect(differences.length).toBeGreaterThan(35)
    expect(differences.filter((id) => !requirements.some((row) => row.id === id))).toEqual([])
    expect(requirements.filter(({ requirement }) => /\b(here|ours)\b/.test(requirement))).toEqual([])
  })
})

describe('the register of threats', () => {
  it('names for every threat tests that exist, or why there is none', () => {
    expect(threats.flatMap(testsOf).length).toBeGreaterThan(160)
    expect(threats.filter((row) => testsOf(row).length === 0 && row['reason without a test'].length < 20)).toEqual([])
    expect(threats.flatMap(testsOf).filter((test) => !exists(test))).toEqual([])
    expect(duplicates(threats.map(({ id }) => id))).toEqual([])
  })

  it('has every threat, invariant, case, fault, abuse and attack', () => {
    const ids = threats.flatMap(({ id }) => id.split(', '))
    const wanted = [
      ['T', 1, 40],
      ['I', 1, 12],
      ['P', 1, 12],
      ['W', 1, 14],
      ['F', 1, 20],
      ['S', 15, 30],
    ] as const
    expect(wanted.flatMap(([kind, from, to]) => numbered(kind, from, to)).filter((id) => !ids.includes(id))).toEqual([])
    expect(ids.filter((id) => /^[HMLG]/.test(id))).toHaveLength(40)
  })
})

const numbered = (kind: string, from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, nth) => `${kind}-${String(from + nth).padStart(2, '0')}`)
