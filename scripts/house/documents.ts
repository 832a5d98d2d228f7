import { existsSync, globSync, readFileSync } from 'node:fs'
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

/** The anchor that a heading gets. */
const slug = (heading: string) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} -]/gu, '')
    .replaceAll(' ', '-')

export function isLink(path: string, link: string): boolean {
  const [file = '', anchor] = link.split('#')
  const target = file ? posix.join(posix.dirname(path), file) : path
  if (!existsSync(target)) return false
  return (
    !anchor || [...readFileSync(target, 'utf8').matchAll(/^#+ (.+)$/gm)].some(([, text = '']) => slug(text) === anchor)
  )
}

/** Links, and names of files in code style, that lead nowhere. A name may leave out the folders above. */
export function findBrokenLinks(documents: SourceFile[]): string[] {
  const files = globSync(['{src,db,tests,scripts,bench,art,deploy}/**/*', '*.*'])
  const exists = (name: string) => existsSync(name) || files.some((file) => file.endsWith(`/${name}`))
  return documents.flatMap(({ path, text }) => [
    ...[...text.matchAll(/\]\((?!https?:|mailto:)([^)\s]+)\)/g)]
      .filter(([, link = '']) => !isLink(path, link))
      .map(([, link]) => `${path} links to ${link}, which is not there`),
    ...[
      ...text.matchAll(
        /`((?:(?:src|db|tests|scripts|bench|docs|deploy)\/[\w./-]+)|\w[\w./-]*\.(?:tsx?|sql|css|py|cpp))`/g,
      ),
    ]
      .filter(([, name = '']) => !exists(name))
      .map(([, name]) => `${path} names ${name}, which is not there`),
  ])
}
