import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import path from 'node:path'
import { listChangedTests } from './changed-tests.ts'
import { run } from './run.ts'

/** One check. `counts` returns its number of tests; a step without tests counts as one. */
export type CiStep = {
  name: string
  command: string[]
  env?: Record<string, string>
  counts?: 'vitest' | 'playwright'
  /** Gives way to steps that run beside it and measure time. */
  isPatient?: boolean
}
export type StepResult = { name: string; passed: number; failed: number; seconds: number }

/**
 * Checkers repeat each other's work: with one for each core instead of four, two cores need a fifth less time.
 * The compiler is a Go program: without garbage collection it takes a third less time, and 2.6 GB instead of 2.2.
 */
export const TYPES = {
  name: 'types',
  command: ['tsc', '--noEmit', '--checkers', String(Math.min(4, availableParallelism()))],
  env: { GOGC: 'off', GOMEMLIMIT: '3GiB' },
}

const QUICK: CiStep[] = [
  { name: 'format and lint', command: ['biome', 'ci', '.'] },
  TYPES,
  { name: 'import rules', command: ['npm', 'run', '--silent', 'import-law'] },
  { name: 'unused code', command: ['knip'] },
  { name: 'conventions', command: ['node', 'scripts/house.ts', '--check'] },
  { name: 'dependencies', command: ['node', 'scripts/ci/dependencies.ts'] },
]

/** Staged or not, compared with the last commit. */
const CHANGED = ['--changed', '--vcs-enabled=true', '--vcs-client-kind=git', '--vcs-default-branch=HEAD']
/** Builds the shop first. */
const BUDGETS: CiStep = { name: 'page weight', command: ['node', 'scripts/ci/budgets.ts'] }
export const UNIT_EMBEDDED = vitest('tests on the embedded database', 'embedded')
export const UNIT_POSTGRES = vitest('tests on PostgreSQL', 'postgres')
export const BUILD: CiStep = { name: 'build', command: ['npm', 'run', '--silent', 'build'] }
/** Whether CONTRIBUTING.md is right. */
export const RECIPES: CiStep = { name: 'recipes', command: ['node', 'scripts/ci/recipes.ts'] }
/** Fewer at a time, because some measure seconds. */
export const CHAOS = vitest('chaos tests', 'chaos', '--maxWorkers=2')
export const E2E: CiStep = {
  name: 'e2e tests in a browser',
  command: ['playwright', 'test', '--reporter=json'],
  counts: 'playwright',
}

function vitest(name: string, project: string, ...more: string[]): CiStep {
  return {
    name,
    command: ['vitest', 'run', '--project', project, '--reporter=default', '--reporter=json', ...more],
    counts: 'vitest',
  }
}

/** Checks before every commit without tests, in parallel. */
export const runQuickChecks = (): Promise<StepResult[]> => Promise.all([...QUICK, BUDGETS].map(runStep))

/** Checks before a commit, with caches. */
const FAST: CiStep[] = [
  { name: 'format and lint of what changed', command: ['biome', 'check', ...CHANGED, '--no-errors-on-unmatched'] },
  { ...TYPES, command: [...TYPES.command, '--incremental', '--tsBuildInfoFile', '.cache/tsc.json'] },
  { name: 'import rules', command: ['npm', 'run', '--silent', 'import-law', '--', '--cache', '.cache/import-law'] },
  { name: 'conventions', command: ['node', 'scripts/house.ts', '--check'] },
]

/** With the tests beside what changed, if there are any: without a name Vitest would run all. */
export function runFastChecks(): Promise<StepResult[]> {
  const tests = listChangedTests()
  const command = ['vitest', 'run', '--project', 'embedded', '--passWithNoTests', ...tests]
  if (tests.length === 0) console.log('No tests are beside what changed')
  const steps = tests.length > 0 ? [...FAST, { name: 'tests beside what changed', command }] : FAST
  return Promise.all(steps.map(runStep))
}

export async function runStep(gate: CiStep): Promise<StepResult> {
  const started = performance.now()
  const folder = mkdtempSync(path.join(tmpdir(), 'golconda-gate-'))
  const report = path.join(folder, 'report.json')
  const [program = '', ...given] = gate.command
  if (gate.counts === 'vitest') given.push(`--outputFile=${report}`)
  const { code, output } = await run(program, given, {
    env: { ...gate.env, PLAYWRIGHT_JSON_OUTPUT_NAME: report },
    isPatient: gate.isPatient,
  })
  const counted = gate.counts && existsSync(report) ? COUNTS[gate.counts](readFileSync(report, 'utf8')) : undefined
  rmSync(folder, { recursive: true, force: true })
  const seconds = Math.round((performance.now() - started) / 1000)
  const result = { name: gate.name, seconds, ...resultOf(code, counted) }
  const many = result.passed + result.failed > 1 ? `, ${result.passed} passed, ${result.failed} failed` : ''
  console.log(`${result.failed === 0 ? '✓' : '✗'} ${gate.name} (${seconds} s${many})`)
  for (const test of counted?.secondTry ?? []) console.log(`  passed at the second try only: ${test}`)
  if (result.failed > 0) console.log(output.trimEnd(), '\n')
  return result
}

/** `secondTry` names tests that passed on a retry. */
type Counted = { passed: number; failed: number; secondTry?: string[] }

/** A run that fails although every test passed (a crash, no tests) counts as one failure. */
function resultOf(code: number, counted: Counted | undefined) {
  if (!counted) return code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }
  const fine = code === 0 && counted.passed > 0
  return { passed: counted.passed, failed: fine ? counted.failed : Math.max(1, counted.failed) }
}

const COUNTS = {
  vitest: (json: string): Counted => {
    const { numPassedTests: passed, numFailedTests: failed, testResults }: VitestReport = JSON.parse(json)
    return { passed, failed, secondTry: testResults.flatMap(retriedIn) }
  },
  playwright: (json: string): Counted => {
    const { suites, stats }: PlaywrightReport = JSON.parse(json)
    return { passed: stats.expected + stats.flaky, failed: stats.unexpected, secondTry: suites.flatMap(flakyIn) }
  },
}

type VitestReport = { numPassedTests: number; numFailedTests: number; testResults: TestedFile[] }
type TestedFile = { name: string; assertionResults: { status: string; fullName: string; failureMessages: string[] }[] }

/** A test that passed keeps the messages of its first try. */
const retriedIn = ({ name, assertionResults }: TestedFile): string[] =>
  assertionResults
    .filter(({ status, failureMessages }) => status === 'passed' && failureMessages.length > 0)
    .map(({ fullName }) => `${path.relative('.', name)} ${fullName}`)

type Suite = { suites?: Suite[]; specs: { file: string; line: number; title: string; tests: { status: string }[] }[] }
type PlaywrightReport = { suites: Suite[]; stats: { expected: number; unexpected: number; flaky: number } }

const flakyIn = ({ suites = [], specs }: Suite): string[] => [
  ...specs
    .filter(({ tests }) => tests.some(({ status }) => status === 'flaky'))
    .map(({ file, line, title }) => `${file}:${line} ${title}`),
  ...suites.flatMap(flakyIn),
]

/** Prints the failures and sets the exit code. */
export function reportResults(results: StepResult[]): void {
  const failed = results.filter((result) => result.failed > 0)
  if (failed.length > 0) {
    console.log(`Failed: ${failed.map(({ name }) => name).join(', ')}`)
    process.exitCode = 1
  }
}
