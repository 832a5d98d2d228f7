import { existsSync } from 'node:fs'
import { posix } from 'node:path'
import { countWords, type listFiles, type SourceFile } from './files.ts'

const MAX_WORDS_OF_DECISION = 300
/** A title names a subject, as in "Response cache". */
const SENTENCE = /[.?!:]$|\b(is|are|has|have|does|do|will|can|must|should|comes?|goes|says?|keeps?)\b/i

export function findBadDecisions(documents: SourceFile[]): string[] {
  return documents
    .filter(({ path }) => path.startsWith('docs/decisions/'))
    .flatMap((file) => {
      const number = Number.parseInt(posix.basename(file.path), 10)
      const title = /^# (\d+)\. (.+)$/m.exec(file.text)
      const words = countWords([file])
      return [
        ...(Number(title?.[1]) === number ? [] : [`${file.path} does not begin with "# ${number}. " and its title`]),
        ...(SENTENCE.test(title?.[2] ?? '') ? [`${file.path} has a sentence as its title`] : []),
        ...(words > MAX_WORDS_OF_DECISION ? [`${file.path} has ${words} words`] : []),
      ]
    })
}

/** Documents that a file cites and that the repository does not have. */
export function findMissingDocuments({ source, tests, documents }: ReturnType<typeof listFiles>): string[] {
  return [...source, ...tests, ...documents].flatMap(({ path, text }) =>
    [...text.matchAll(/(?<![\w/.-])((?:docs|art)\/[\w./-]+\.md|(?:GLOSSARY|README)\.md)\b/g)]
      .map(([, cited = '']) => cited)
      .filter((cited) => !existsSync(cited) && !existsSync(posix.join(posix.dirname(path), cited)))
      .map((cited) => `${path} cites ${cited}, which is not there`),
  )
}

/** Relative links and paths in code style that lead nowhere. */
export function findBrokenLinks(documents: SourceFile[]): string[] {
  return documents.flatMap(({ path, text }) => {
    const links = [...text.matchAll(/\]\((?!https?:|mailto:|#)([^)#\s]+)/g)].map(([, link = '']) =>
      posix.join(posix.dirname(path), link),
    )
    const paths = [...text.matchAll(/`((?:src|db|tests|scripts|bench|docs|deploy|art)\/[\w./-]+)`/g)].map(
      ([, cited = '']) => cited,
    )
    return [...links, ...paths]
      .filter((cited) => !existsSync(cited))
      .map((cited) => `${path} names ${cited}, which is not there`)
  })
}
