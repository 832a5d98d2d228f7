import { globSync, readFileSync } from 'node:fs'

export type SourceFile = { path: string; text: string }

const TEST = /\.(test|e2e|chaos)\.tsx?$|\.setup\.tsx?$/

const CODE = ['src/**/*.{ts,tsx}', 'db/**/*.ts', 'tests/**/*.ts', 'scripts/**/*.ts', 'bench/**/*.ts']
const DOCUMENTS = ['*.md', 'docs/**/*.md', 'art/*.md']

const read = (paths: string[]): SourceFile[] => paths.map((path) => ({ path, text: readFileSync(path, 'utf8') }))
const isTest = (path: string) => TEST.test(path) || path.startsWith('tests/') || path.startsWith('src/testing/')

export function listFiles() {
  const code = globSync(CODE)
    .sort()
    .filter((path) => !path.endsWith('.gen.ts'))
  return {
    source: read(code.filter((path) => path.startsWith('src/') && !isTest(path))),
    tests: read(code.filter((path) => isTest(path))),
    bench: read(code.filter((path) => path.startsWith('bench/'))),
    scripts: read(code.filter((path) => path.startsWith('scripts/') && !isTest(path))),
    // The changelog grows with every version.
    documents: read(globSync(DOCUMENTS, { exclude: ['CHANGELOG.md'] }).sort()),
  }
}

export const countLines = (files: SourceFile[]) =>
  files.reduce((sum, { text }) => sum + text.split('\n').filter((line) => line.trim()).length, 0)

/** A word has a letter or a digit; the bars of a table are none. */
export const countWords = (files: SourceFile[]) =>
  files.reduce((sum, { text }) => sum + text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length, 0)
