import { readFileSync } from 'node:fs'
import { parseSync } from '@swc/core'
import type { SourceFile } from './files.ts'

/** The words to avoid, from the last column of GLOSSARY.md, and the glossary's term for each. */
const AVOIDED = readFileSync('GLOSSARY.md', 'utf8')
  .split('\n')
  .filter((line) => /^\| (?!Term |---)/.test(line))
  .map((line) => line.split('|'))
  .flatMap(([, term = '', , avoid = '']) => avoid.split(',').map((word) => ({ word: word.trim(), term: term.trim() })))
  .filter(({ word }) => word !== '')
  .map(({ word, term }) => ({ word, term, pattern: new RegExp(`(^| )${wordsOf(word)}s?( |$)`) }))

/** Other words that names may not contain: forms of those, and words that say nothing. */
const VAGUE = /\b(whoever|heard|told|untold|teller|doors?|shelves|forgetting|forgotten)\b/

/** Words and constructions that comments may not contain. */
const COMMENTS =
  /\b(whoever|nobody|anew|for ever|shoppers?|turnstile|homeless|stray money|at the desk|the makers?)\b|^\W*(Who|What) \w+s\b/i

/** What people may not read in a text of ours; "our maker" is the brand's own word. */
const TEXTS =
  /\b(whoever|anew|for ever|shoppers?|the makers?|the desk|turnstile|homeless|duty of|stands? (here|beside))\b/i

/** Titles of tests are English sentences about the shop; the house bar is a product. */
const TITLES =
  /\b(whoever|nobody|anew|for ever|shoppers?|newcomers?|the makers?|the desk|turnstile|homeless|(of|in) the house(?! bar))\b/i

/** Exceptions: names that stored values, a contract or a dependency decides, and titles of the founder's page. */
const ALLOWED: Record<string, string> = {
  'The maker': 'title of the founder’s page',
  'Meet the maker': 'title of the founder’s page',
  'received:maker': 'idempotency key in outbox_messages',
  'utr-told': 'idempotency key in outbox_messages',
  'newcomers-from-address': 'key in rate_limits',
  'newcomers-from-address:%': 'key in rate_limits',
  leaving: 'key in rate_limits',
  'password-lock-told': 'key in rate_limits',
  'sms-held-told': 'key in rate_limits',
  kept: 'decision in audit_log',
  surplus: 'refund reason of an old version in refunds',
  door: 'socket in the data folder',
  shop_kept_answers_total: 'metric that dashboards read',
}

/** `keptYear` as `kept year`. */
function wordsOf(name: string): string {
  const words = name.split(/[^A-Za-z]+|(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/)
  return words.join(' ').toLowerCase()
}

/** What to say instead of this name; undefined for a good one. */
function adviceFor(name: string): string | undefined {
  // "Shelf life" is the term of the food law.
  const words = wordsOf(name).replaceAll('shelf life', 'life')
  const avoided = AVOIDED.find(({ pattern }) => pattern.test(words))
  if (avoided) return `use another word than '${avoided.word}' (GLOSSARY.md: ${avoided.term})`
  const [vague] = VAGUE.exec(words) ?? []
  return vague && `use another word than '${vague}'`
}

type Node = { type?: string; value?: unknown; [key: string]: unknown }

/** Three rules read each file. */
const parsed = new WeakMap<SourceFile, unknown>()

function parse(file: SourceFile): unknown {
  const { path, text } = file
  const body = parsed.get(file) ?? parseSync(text, { syntax: 'typescript', tsx: path.endsWith('x') }).body
  parsed.set(file, body)
  return body
}

/** The values of all nodes of these types. */
function valuesOf(node: unknown, types: string[], found: string[] = []): string[] {
  if (!node || typeof node !== 'object') return found
  const { type = '', value, raw } = node as Node
  const text = type === 'TemplateElement' ? raw : value
  if (types.includes(type) && typeof text === 'string') found.push(text)
  for (const child of Object.values(node)) valuesOf(child, types, found)
  return found
}

/** `src/x.ts:36 'keptYear': ...`, with the first line that has the text. */
function finding({ path, text }: SourceFile, found: string, advice: string): string {
  const line = text.slice(0, text.indexOf(found)).split('\n').length
  return `${path}${text.includes(found) ? `:${line}` : ''} '${found}': ${advice}`
}

/** Names of the file, its identifiers, and strings of one word: columns, keys, states. Only strings have exceptions. */
export function privateNames(file: SourceFile): string[] {
  const strings = valuesOf(parse(file), ['StringLiteral']).filter(
    (text) => /^[a-z][\w:%-]*$/.test(text) && !Object.hasOwn(ALLOWED, text),
  )
  const names = new Set([...file.path.split('/').slice(1), ...valuesOf(parse(file), ['Identifier']), ...strings])
  return [...names].flatMap((name) => {
    const advice = adviceFor(name)
    return advice === undefined ? [] : [finding(file, name, advice)]
  })
}

const COMMENT_LINE = /^\s*(\/\/|\/?\*+)(.*)$/

export const commentLines = ({ text }: SourceFile): string[] =>
  text.split('\n').flatMap((line) => COMMENT_LINE.exec(line)?.[2]?.trim() || [])

/** Comments behind code count too. */
const INLINE_COMMENT = /(?<=\s)(?:\/\*\*?\s(.*?)\*\/|\/\/\s(.*)$)/gm

export function privateComments(file: SourceFile): string[] {
  const inline = [...file.text.matchAll(INLINE_COMMENT)].map(([, block, line]) => (block ?? line ?? '').trim())
  return [...new Set([...commentLines(file), ...inline])]
    .filter((comment) => COMMENTS.test(comment))
    .map((comment) => finding(file, comment, 'say it in plain words (GLOSSARY.md)'))
}

/** Sentences in strings and markup: screens, mails, errors and descriptions of the API. */
export const privateTexts = (file: SourceFile): string[] =>
  valuesOf(parse(file), ['JSXText', 'StringLiteral', 'TemplateElement'])
    .map((text) => text.trim())
    .filter((text) => /\s/.test(text) && !Object.hasOwn(ALLOWED, text) && TEXTS.test(text.replaceAll(/\s+/g, ' ')))
    .map((text) => finding(file, text, 'say it in plain words (GLOSSARY.md)'))

const TITLE = /\b(?:it|test|describe)(?:\.\w+\([^()]*\)|\.\w+)*\(\s*(['"`])(.*?)(?<!\\)\1,/g

export const privateTitles = (file: SourceFile): string[] =>
  [...file.text.matchAll(TITLE)]
    .map(([, , title = '']) => title)
    .filter((title) => TITLES.test(title))
    .map((title) => finding(file, title, 'say it in plain words (GLOSSARY.md)'))
