import { execFileSync } from 'node:child_process'
import { existsSync, globSync } from 'node:fs'
import path from 'node:path'

const TEST = /\.test\.ts$/

/**
 * Tests that differ from the last commit, and those in the folders of other files that differ, also new ones. All tests
 * that depend on a change would often be all tests: those are for `npm run check`.
 */
export function listChangedTests(): string[] {
  const status = ['status', '--porcelain', '-z', '--no-renames', '--untracked-files=all']
  const entries = execFileSync('git', status, { encoding: 'utf8', maxBuffer: 2 ** 26 }).split('\0')
  const changed = entries.map((entry) => entry.slice('XY '.length)).filter(Boolean)
  const folders = new Set(changed.filter((file) => !TEST.test(file)).map((file) => path.dirname(file)))
  const beside = [...folders].flatMap((cwd) => globSync('*.test.ts', { cwd }).map((name) => `${cwd}/${name}`))
  const tests = new Set([...changed.filter((file) => TEST.test(file) && existsSync(file)), ...beside])
  return [...tests].filter((file) => !file.endsWith('.postgres.test.ts'))
}
