import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { listMutants, type Mutant } from '../../tests/mutants/mutants.ts'
import { copyProject } from './copy-project.ts'
import { run } from './run.ts'

/**
 * Makes one fault after the other in copies of the project, and runs the tests that must fail:
 * npm run mutants [-- --only refund], which takes those whose file or fault has the word.
 */
const { values } = parseArgs({ options: { only: { type: 'string', default: '' } } })
const AT_ONCE = 2

const folder = mkdtempSync(path.join(tmpdir(), 'golconda-mutants-'))
process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
const mutants = listMutants().filter(({ file, fault }) => `${file} ${fault}`.includes(values.only))
const copies = Array.from({ length: AT_ONCE }, (_, nth) => path.join(folder, String(nth)))
for (const copy of copies) copyProject('.', copy)

await expectGreen()
const problems: string[] = []
const waiting = mutants.values()
await Promise.all(copies.map(work))
for (const problem of problems) console.log(problem)
console.log(`${mutants.length} mutants, ${mutants.length - problems.length} found`)
process.exit(problems.length > 0 ? 1 : 0)

/** Copies share what waits. */
async function work(copy: string): Promise<void> {
  for (const mutant of waiting) {
    const { file, fault, text, becomes } = mutant
    const mutated = path.join(copy, file)
    const original = readFileSync(mutated, 'utf8')
    if (original.split(text).length !== 2) {
      problems.push(`${file} has not exactly one ${text}`)
      continue
    }
    writeFileSync(
      mutated,
      original.replace(text, () => becomes),
    )
    const { failed } = await test(copy, mutant)
    writeFileSync(mutated, original)
    if (failed === 0) problems.push(`Nobody notices: ${fault} (${file}, ${mutant.tests.join(' ')})`)
    else console.log(`Found: ${fault}`)
  }
}

/** Otherwise each mutant would seem to be found. */
async function expectGreen(): Promise<void> {
  const [copy = ''] = copies
  for (const [project, some] of Map.groupBy(mutants, ({ project }) => project)) {
    const tests = [...new Set(some.flatMap((mutant) => mutant.tests))]
    const { passed, failed, output } = await test(copy, { project, tests })
    if (failed > 0 || passed === 0) throw new Error(`The tests fail without a mutant:\n${output}`)
  }
}

async function test(cwd: string, { project, tests }: Pick<Mutant, 'project' | 'tests'>) {
  const report = path.join(cwd, 'report.json')
  rmSync(report, { force: true })
  const words = [
    '--project',
    project,
    '--maxWorkers=1',
    '--bail=1',
    '--reporter=json',
    `--outputFile=${report}`,
    ...tests,
  ]
  const { output } = await run('vitest', ['run', ...words], { cwd })
  // A file that cannot be read has no report: such a mutant is not found.
  const counts = existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : {}
  return { passed: counts.numPassedTests ?? 0, failed: counts.numFailedTests ?? 0, output }
}
