import { execFileSync } from 'node:child_process'
import { cpSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createServer } from 'vite'
import { TYPES } from './ci-steps.ts'
import { copyProject } from './copy-project.ts'
import { findUnnamedFiles, OMITTED, RECIPES, TESTS, TESTS_OF_OMITTED } from './recipe-steps.ts'
import { run } from './run.ts'

/**
 * Applies the patch of every recipe of CONTRIBUTING.md to a copy of the project, as its steps say. The checks must accept
 * the copy, and must notice each step that a second copy omits.
 */
const folder = mkdtempSync(path.join(tmpdir(), 'golconda-recipes-'))
process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
const problems = findUnnamedFiles(readFileSync('CONTRIBUTING.md', 'utf8'))
const [complete, incomplete] = [path.join(folder, 'complete'), path.join(folder, 'incomplete')]
copyProject('.', complete)

if ((await generate('unexpected')).length > 0)
  problems.push('The tables changed without a migration: npm run db:generate')
for (const name of RECIPES) {
  const patch = path.resolve(`tests/recipes/${name}.patch`)
  execFileSync('git', ['apply', patch], { cwd: complete, stdio: 'inherit' })
}
const [migration] = await generate('recipes')
if (migration === undefined) problems.push('The changed tables produce no migration')
else
  for (const part of ['gate_code', 'contact_tickets_phone_filled'])
    if (!migration.includes(part)) problems.push(`The migration lacks ${part}`)
await writeRouteTree(complete)
copyProject(complete, incomplete)
for (const { file, text } of OMITTED) remove(text, path.join(incomplete, file))

const CACHED_TYPES = [...TYPES.command, '--pretty', 'false', '--incremental', '--tsBuildInfoFile', 'types.json']
const tests = (...names: string[]) => ['vitest', 'run', '--project', 'embedded', ...names, '--update']
const [typeOutput, testOutput] = await Promise.all([checkTypes(), checkTests()])
for (const { step, by, says } of OMITTED)
  if (!says.test(by === 'types' ? typeOutput : testOutput))
    problems.push(`No check notices that this is missing: ${step}`)

for (const problem of problems) console.log(problem)
console.log(`${RECIPES.length} recipes, ${OMITTED.length} omitted steps, ${problems.length} problems`)
process.exit(problems.length > 0 ? 1 : 0)

/** The compiler's output for the incomplete copy. */
async function checkTypes(): Promise<string> {
  await expectSuccess('The type check', complete, CACHED_TYPES, TYPES.env)
  cpSync(path.join(complete, 'types.json'), path.join(incomplete, 'types.json'))
  const { output } = await inFolder(incomplete, CACHED_TYPES, TYPES.env)
  return output
}

async function checkTests(): Promise<string> {
  await expectSuccess('A test', complete, tests(...TESTS))
  const texts = readFileSync(path.join(complete, 'src/app/message-gallery/message-texts.txt'), 'utf8')
  if (!texts.includes('=== email ticket-closed')) problems.push('message-texts.txt lacks the new mail')
  return (await inFolder(incomplete, tests(...TESTS_OF_OMITTED))).output
}

function inFolder(cwd: string, [program = '', ...given]: string[], env?: Record<string, string>) {
  return run(program, given, { cwd, env })
}

async function expectSuccess(what: string, cwd: string, ...given: [string[], Record<string, string>?]): Promise<void> {
  const { code, output } = await inFolder(cwd, ...given)
  if (code !== 0) problems.push(`${what} fails after all recipes:\n${output}`)
}

/** Generates the migrations that the tables still need, and returns their SQL. */
async function generate(name: string): Promise<string[]> {
  const migrations = () => globSync('db/migrations/*.sql', { cwd: complete })
  const before = new Set(migrations())
  const { code, output } = await inFolder(complete, ['drizzle-kit', 'generate', '--name', name])
  if (code !== 0) throw new Error(output)
  const added = migrations().filter((file) => !before.has(file))
  return added.map((file) => readFileSync(path.join(complete, file), 'utf8'))
}

/** The development server writes it when it starts. */
async function writeRouteTree(root: string): Promise<void> {
  const here = process.cwd()
  process.chdir(root)
  const server = await createServer({ root, server: { middlewareMode: true, ws: false }, logLevel: 'error' })
  await server.close()
  process.chdir(here)
}

function remove(text: string, file: string): void {
  const before = readFileSync(file, 'utf8')
  if (!before.includes(text)) throw new Error(`${file} has no ${text}`)
  writeFileSync(file, before.replace(text, ''))
}
