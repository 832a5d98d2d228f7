import { posix } from 'node:path'
import { findBadDecisions, findBrokenLinks, findMissingDocuments } from './documents.ts'
import { findAmbiguousExports } from './exports.ts'
import { countLines, countWords, type listFiles, type SourceFile } from './files.ts'
import { findBadMigrations } from './migrations.ts'
import { findBadStages, findPathPatterns } from './routes.ts'
import { findForeignTables, findSharedRateLimits } from './tables.ts'
import { commentLines, privateComments, privateNames, privateTexts, privateTitles } from './words.ts'

type Files = ReturnType<typeof listFiles>

/** Most source files in one folder. */
const MAX_FOLDER = 15

/** Most lines that are not blank. */
const MAX_LINES = 250
const MAX_TEST_LINES = 450

/** These limits may only fall. */
const LIMITS = {
  'patterns of paths apart from the routes': 0,
  'source files below 20 lines': 47,
  'comment lines per 1,000 lines of source': 42,
  'words of documents': 15_900,
}

/** Sentences about what breaks the rules; none if all hold. */
export function findBrokenRules(files: Files): string[] {
  return [
    ...findCrowdedFolders(files.source),
    ...findLongFiles(files),
    ...findAmbiguousExports(files.source),
    ...findForeignTables(files.source),
    ...findSharedRateLimits(files.source),
    ...findPathPatterns(files.source),
    ...findBadStages(files.documents),
    ...findBadDecisions(files.documents),
    ...findBadMigrations(),
    ...findBrokenLinks(files.documents),
    ...findMissingDocuments(files),
    ...findPrivateWords(files),
    ...findExceededLimits(files),
  ]
}

function findCrowdedFolders(source: SourceFile[]): string[] {
  return [...Map.groupBy(source, ({ path }) => posix.dirname(path))]
    .filter(([, { length }]) => length > MAX_FOLDER)
    .map(([folder, { length }]) => `${folder} holds ${length} source files; at most ${MAX_FOLDER} are allowed`)
}

/** Counts comments too, which the linter's own limit does not. */
function findLongFiles({ source, tests, bench, scripts }: Files): string[] {
  const limits = [
    [source, MAX_LINES],
    [[...tests, ...bench, ...scripts], MAX_TEST_LINES],
  ] as const
  return limits.flatMap(([files, limit]) =>
    files
      .filter((file) => countLines([file]) > limit)
      .map((file) => `${file.path} has ${countLines([file])} lines; at most ${limit} are allowed`),
  )
}

/** What the server does with a route stands in the policy of the route, not in patterns of its path. */
const countPathPatterns = ({ path, text }: SourceFile) =>
  /^src\/(server|app)\//.test(path) ? (text.match(/\/\^\\\/[\w(]/g)?.length ?? 0) : 0

/** Words that GLOSSARY.md replaces; words.ts itself lists them. */
export function findPrivateWords({ source, tests, bench, scripts }: Files): string[] {
  const code = [...source, ...tests, ...bench, ...scripts].filter(({ path }) => path !== 'scripts/house/words.ts')
  return [
    ...code.flatMap(privateNames),
    ...code.flatMap(privateComments),
    ...source.flatMap(privateTexts),
    ...tests.flatMap(privateTitles),
  ]
}

function findExceededLimits({ source, documents }: Files): string[] {
  const comments = source.reduce((sum, file) => sum + commentLines(file).length, 0)
  const measured: Record<keyof typeof LIMITS, number> = {
    'patterns of paths apart from the routes': source.reduce((sum, file) => sum + countPathPatterns(file), 0),
    'source files below 20 lines': source.filter((file) => countLines([file]) < 20).length,
    'comment lines per 1,000 lines of source': Math.round((comments / countLines(source)) * 1000),
    'words of documents': countWords(documents),
  }
  return (Object.keys(LIMITS) as (keyof typeof LIMITS)[])
    .filter((name) => measured[name] > LIMITS[name])
    .map((name) => `${name}: ${measured[name]}; at most ${LIMITS[name]} are allowed`)
}
