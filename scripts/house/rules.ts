import { existsSync } from 'node:fs'
import { posix } from 'node:path'
import { countLines, countWords, type listFiles, type SourceFile } from './files.ts'
import { commentLines, privateComments, privateNames } from './words.ts'

type Files = ReturnType<typeof listFiles>

/** Most source files in one folder. */
const MAX_FOLDER = 15

/** What is left of the words that GLOSSARY.md replaces, and what is still too long. These limits may only fall. */
const LIMITS = {
  'private words in names': 489,
  'private words in comments': 14,
  'source files below 20 lines': 135,
  'comment lines per 1,000 lines of source': 53,
  'words of documents': 17_760,
}

/** Sentences about what breaks the rules; none if all hold. */
export function findBrokenRules(files: Files): string[] {
  return [...findCrowdedFolders(files.source), ...findMissingDocuments(files), ...findExceededLimits(files)]
}

function findCrowdedFolders(source: SourceFile[]): string[] {
  return [...Map.groupBy(source, ({ path }) => posix.dirname(path))]
    .filter(([, { length }]) => length > MAX_FOLDER)
    .map(([folder, { length }]) => `${folder} holds ${length} source files; at most ${MAX_FOLDER} are allowed`)
}

/** Documents that a file cites and that the repository does not have. */
function findMissingDocuments({ source, tests, documents }: Files): string[] {
  return [...source, ...tests, ...documents].flatMap(({ path, text }) =>
    [...text.matchAll(/(?<![\w/.-])((?:docs|art)\/[\w./-]+\.md|(?:GLOSSARY|README)\.md)\b/g)]
      .map(([, cited = '']) => cited)
      .filter((cited) => !existsSync(cited) && !existsSync(posix.join(posix.dirname(path), cited)))
      .map((cited) => `${path} cites ${cited}, which is not there`),
  )
}

function findExceededLimits({ source, tests, bench, scripts, documents }: Files): string[] {
  const code = [...source, ...tests, ...bench, ...scripts]
  const comments = source.reduce((sum, file) => sum + commentLines(file).length, 0)
  const measured: Record<keyof typeof LIMITS, number> = {
    'private words in names': code.flatMap(privateNames).length,
    'private words in comments': code.flatMap(privateComments).length,
    'source files below 20 lines': source.filter((file) => countLines([file]) < 20).length,
    'comment lines per 1,000 lines of source': Math.round((comments / countLines(source)) * 1000),
    'words of documents': countWords(documents),
  }
  return (Object.keys(LIMITS) as (keyof typeof LIMITS)[])
    .filter((name) => measured[name] > LIMITS[name])
    .map((name) => `${name}: ${measured[name]}; at most ${LIMITS[name]} are allowed`)
}
