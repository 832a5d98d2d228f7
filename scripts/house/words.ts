import { parseSync } from '@swc/core'
import type { SourceFile } from './files.ts'

/** Words that GLOSSARY.md replaces. They may not occur in the name of a file, an export, a variable or a property. */
const NAMES =
  /^(whoever|kept|sought|heard|told|asked|homeless|stray|shelf|shelves|doors?|till|desks?|makers?|workshop|turnstile|moments?|forgets?|forgetting|forgotten|shoppers?|patience|leaving|teller|untold)$/

/** Words and constructions that comments may not contain. */
const COMMENTS =
  /\b(whoever|nobody|anew|for ever|shoppers?|turnstile|homeless|stray money|at the desk|the makers?)\b|^\W*(Who|What) \w+s\b/i

/** What people may not read in a text of ours; "our maker" is the brand's own word. */
const TEXTS =
  /\b(whoever|anew|for ever|shoppers?|the makers?|the desk|turnstile|homeless|duty of|stands? (here|beside))\b/i

/** Names that the outside decides, with the reason, and titles of the founder's page. */
const ALLOWED = new Set<string>(['The maker', 'Meet the maker'])

const wordsOf = (name: string) =>
  name.split(/[^A-Za-z]+|(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/).map((word) => word.toLowerCase())
const isPrivate = (name: string) => !ALLOWED.has(name) && wordsOf(name).some((word) => NAMES.test(word))

const parse = ({ path, text }: SourceFile) =>
  parseSync(text, { syntax: 'typescript', tsx: path.endsWith('x'), target: 'esnext' }).body

type Node = { type?: string; value?: unknown; [key: string]: unknown }

/** The values of all nodes of these types. */
function* valuesOf(node: unknown, types: string[]): Generator<string> {
  if (!node || typeof node !== 'object') return
  const { type = '', value, raw } = node as Node
  const text = type === 'TemplateElement' ? raw : value
  if (types.includes(type) && typeof text === 'string') yield text
  for (const child of Object.values(node)) yield* valuesOf(child, types)
}

export function privateNames(file: SourceFile): string[] {
  const { path, text } = file
  const columns = path.includes('.table.')
    ? [...text.matchAll(/'([a-z]+(?:_[a-z]+)*)'/g)].map(([, name = '']) => name)
    : []
  return [...path.split('/').slice(1), ...valuesOf(parse(file), ['Identifier']), ...columns].filter(isPrivate)
}

const COMMENT_LINE = /^\s*(\/\/|\/?\*+)(.*)$/

export const commentLines = ({ text }: SourceFile): string[] =>
  text.split('\n').flatMap((line) => COMMENT_LINE.exec(line)?.[2]?.trim() || [])

export const privateComments = (file: SourceFile): string[] => commentLines(file).filter((line) => COMMENTS.test(line))

/** Sentences in strings and markup: screens, mails, errors and descriptions of the API. */
export const privateTexts = (file: SourceFile): string[] =>
  [...valuesOf(parse(file), ['JSXText', 'StringLiteral', 'TemplateElement'])]
    .map((text) => text.replaceAll(/\s+/g, ' ').trim())
    .filter((text) => text.includes(' ') && !ALLOWED.has(text) && TEXTS.test(text))
