import { posix } from 'node:path'
import { countLines, countWords, listFiles, type SourceFile } from './house/files.ts'
import { importClosure } from './house/imports.ts'
import { findBrokenRules, findPrivateWords } from './house/rules.ts'
import { commentLines } from './house/words.ts'

/** Prints metrics of layout and wording. `--list` adds each private word; `--check` fails on broken rules. */
const PAYMENT_ROUTE = 'payments.api.server.ts'

const files = listFiles()
if (process.argv.includes('--check')) {
  const broken = findBrokenRules(files)
  for (const rule of broken) console.log(rule)
  process.exit(broken.length > 0 ? 1 : 0)
}

const { source, tests, bench, scripts, documents } = files
const privateWords = findPrivateWords(files)
const closure = importClosure(source, source.find(({ path }) => path.endsWith(`/${PAYMENT_ROUTE}`))?.path ?? '')
const folders = fanOut(source)
const at = (share: number) => folders[Math.min(folders.length - 1, Math.floor(share * folders.length))]
const commented = source.reduce((sum, file) => sum + commentLines(file).length, 0)

console.table({
  'private words': privateWords.length,
  'source files': source.length,
  'source files in a folder (p50 / p95 / max)': `${at(0.5)} / ${at(0.95)} / ${folders.at(-1)}`,
  'source files below 20 lines': source.filter((file) => countLines([file]) < 20).length,
  'lines of source': countLines(source),
  'comment lines (% of source)': ((commented / countLines(source)) * 100).toFixed(1),
  'lines of tests': countLines(tests),
  'lines of bench': countLines(bench),
  'lines of scripts': countLines(scripts),
  'words of documents': countWords(documents),
  'import closure of the payment route (files / lines)': `${closure.length} / ${countLines(closure)}`,
})
if (process.argv.includes('--list')) console.log(privateWords.join('\n'))

function fanOut(files: SourceFile[]): number[] {
  const perFolder = Map.groupBy(files, ({ path }) => posix.dirname(path))
  return [...perFolder.values()].map(({ length }) => length).sort((a, b) => a - b)
}
