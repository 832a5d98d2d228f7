import { execFileSync } from 'node:child_process'
import { cpSync, globSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createServer } from 'vite'
import { findUnnamedFiles, OMITTED, RECIPES, TESTS, TESTS_OF_OMITTED } from './recipe-steps.ts'
import { run } from './run.ts'

/**
 * Applies the patch of every recipe of CONTRIBUTING.md to a copy of the project, as its steps say. The checks must accept
 * the copy, and must notice each step that a second copy leaves out.
 */
const FILES = ['src', 'db', 'tests', 'scripts', 'bench', '*.ts', '*.json', '.dependency-cruiser.cjs', '.gitignore']
const LINKED = ['node_modules', 'public', 'docs', 'art']

const folder = mkdtempSync(path.join(tmpdir(), 'golconda-recipes-'))
process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
const problems = findUnnamedFiles(readFileSync('CONTRIBUTING.md', 'utf8'))
const [whole, lacking] = [path.join(folder, 'whole'), path.join(folder, 'lacking')]
copyProject('.', whole)

if ((await generate('unasked')).length > 0) problems.push('The tables changed without a migration: npm run db:generate')
for (const name of RECIPES) {
  const patch = path.resolve(`tests/recipes/${name}.patch`)
  execFileSync('git', ['apply', patch], { cwd: whole, stdio: 'inherit' })
}
const [migration] = await generate('recipes')
if (migration === undefined) problems.push('A changed table makes no migration')
else
  for (const part of ['gate_code', 'contact_tickets_phone_filled'])
    if (!migration.includes(part)) problems.push(`No migration of ${part}`)
await writeRouteTree(whole)
copyProject(whole, lacking)
for (const { file, text } of OMITTED) takeOut(path.join(lacking, file), text)

const TYPES = ['tsc', '--noEmit', '--pretty', 'false', '--incremental', '--tsBuildInfoFile', 'types.json']
const tests = (...names: string[]) => ['vitest', 'run', '--project', 'embedded', ...names, '--update']
const [typeOutput, testOutput] = await Promise.all([checkTypes(), checkTests()])
for (const { step, by, says } of OMITTED)
  if (!says.test(by === 'types' ? typeOutput : testOutput)) problems.push(`Nobody notices: ${step}`)

for (const problem of problems) console.log(problem)
console.log(`${RECIPES.length} recipes, ${OMITTED.length} omitted steps, ${problems.length} problems`)
process.exit(problems.length > 0 ? 1 : 0)

function copyProject(from: string, to: string): void {
  for (const file of globSync(FILES, { cwd: from }))
    cpSync(path.join(from, file), path.join(to, file), { recursive: true })
  for (const one of LINKED) symlinkSync(path.resolve(one), path.join(to, one))
}

/** What the compiler says of the copy that lacks something. */
async function checkTypes(): Promise<string> {
  await expectFine('the types', whole, TYPES)
  cpSync(path.join(whole, 'types.json'), path.join(lacking, 'types.json'))
  const { output } = await inFolder(lacking, TYPES)
  return output
}

async function checkTests(): Promise<string> {
  await expectFine('the tests', whole, tests(...TESTS))
  const texts = readFileSync(path.join(whole, 'src/app/message-gallery/message-texts.txt'), 'utf8')
  if (!texts.includes('=== email ticket-closed')) problems.push('The text of the new mail is written nowhere')
  return (await inFolder(lacking, tests(...TESTS_OF_OMITTED))).output
}

function inFolder(cwd: string, [program = '', ...given]: string[]) {
  return run(program, given, { cwd })
}

async function expectFine(what: string, cwd: string, command: string[]): Promise<void> {
  const { code, output } = await inFolder(cwd, command)
  if (code !== 0) problems.push(`${what} refuse what the recipes make:\n${output}`)
}

/** The migrations that the tables need beyond those that are there. */
async function generate(name: string): Promise<string[]> {
  const migrations = () => globSync('db/migrations/*.sql', { cwd: whole })
  const before = new Set(migrations())
  const { code, output } = await inFolder(whole, ['drizzle-kit', 'generate', '--name', name])
  if (code !== 0) throw new Error(output)
  const made = migrations().filter((file) => !before.has(file))
  return made.map((file) => readFileSync(path.join(whole, file), 'utf8'))
}

/** As the development server does. */
async function writeRouteTree(root: string): Promise<void> {
  const here = process.cwd()
  process.chdir(root)
  const server = await createServer({ root, server: { middlewareMode: true, ws: false }, logLevel: 'error' })
  await server.close()
  process.chdir(here)
}

function takeOut(file: string, text: string): void {
  const before = readFileSync(file, 'utf8')
  if (!before.includes(text)) throw new Error(`${file} has no ${text}`)
  writeFileSync(file, before.replace(text, ''))
}
