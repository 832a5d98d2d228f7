import { execFileSync } from 'node:child_process'
import { existsSync, globSync } from 'node:fs'
import path from 'node:path'

const TEST = /\.test\.tsx?$/

/**
 * Tests that differ from the last commit, and tests in the folder of code that does. All tests that depend on a change
 * would often be all tests: those are for `npm run check`.
 */
export function listChangedTests(): string[] {
  const status = ['status', '--porcelain', '-z', '--no-renames', '--untracked-files=all']
  const entries = execFileSync('git', status, { encoding: 'utf8' }).split('\0')
  const changed = entries.map((entry) => entry.slice('XY '.length)).filter((file) => /\.tsx?$/.test(file))
  const folders = changed.filter((file) => !TEST.test(file)).map((file) => path.dirname(file))
  const besideCode = folders.flatMap((folder) => globSync(`${folder}/*.test.{ts,tsx}`))
  const tests = [...changed.filter((file) => TEST.test(file) && existsSync(file)), ...besideCode]
  // Vitest's names, also on Windows.
  return [...new Set(tests.map((file) => file.replaceAll('\\', '/')))].filter(
    (file) => !file.includes('.postgres.test.'),
  )
}
