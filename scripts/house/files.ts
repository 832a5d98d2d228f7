import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'

export type SourceFile = { path: string; text: string }

const TEST = /\.(test|e2e|chaos)\.tsx?$|\.setup\.tsx?$/

const tracked = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { encoding: 'utf8' })
  .trim()
  .split('\n')
  .filter((path) => existsSync(path))

const read = (paths: string[]): SourceFile[] => paths.map((path) => ({ path, text: readFileSync(path, 'utf8') }))
const isCode = (path: string) => /\.tsx?$/.test(path) && !path.endsWith('.gen.ts')
const isTest = (path: string) => TEST.test(path) || path.startsWith('tests/') || path.startsWith('src/testing/')

export function listFiles() {
  const code = tracked.filter(isCode)
  return {
    source: read(code.filter((path) => path.startsWith('src/') && !isTest(path))),
    tests: read(code.filter((path) => isTest(path))),
    bench: read(code.filter((path) => path.startsWith('bench/'))),
    scripts: read(code.filter((path) => path.startsWith('scripts/') && !isTest(path))),
    documents: read(tracked.filter((path) => path.endsWith('.md') && !path.startsWith('art/'))),
  }
}

export const countLines = (files: SourceFile[]) =>
  files.reduce((sum, { text }) => sum + text.split('\n').filter((line) => line.trim()).length, 0)

export const countWords = (files: SourceFile[]) =>
  files.reduce((sum, { text }) => sum + text.split(/\s+/).filter(Boolean).length, 0)
