import { parseSync } from '@swc/core'
import type { SourceFile } from './files.ts'

/** Words that GLOSSARY.md replaces. They may not occur in the name of a file, an export, a variable or a property. */
const NAMES =
  /^(whoever|kept|sought|heard|told|asked|homeless|stray|shelf|shelves|doors?|till|desks?|makers?|workshop|turnstile|moments?|forgets?|forgetting|forgotten|shoppers?|patience|leaving|teller|untold)$/

/** Words and constructions that comments may not contain. */
const COMMENTS =
  /\b(whoever|nobody|anew|for ever|shoppers?|turnstile|homeless|stray money|at the desk|the makers?)\b|^\W*(Who|What) \w+s\b/i

/** Names that the outside decides, with the reason. */
const ALLOWED = new Set<string>([])

const wordsOf = (name: string) =>
  name.split(/[^A-Za-z]+|(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/).map((word) => word.toLowerCase())
const isPrivate = (name: string) => !ALLOWED.has(name) && wordsOf(name).some((word) => NAMES.test(word))

type Node = { type?: string; value?: unknown; [key: string]: unknown }

function* identifiers(node: unknown): Generator<string> {
  if (Array.isArray(node)) for (const child of node) yield* identifiers(child)
  if (!node || typeof node !== 'object' || Array.isArray(node)) return
  const { type, value } = node as Node
  if (type === 'Identifier' && typeof value === 'string') yield value
  for (const child of Object.values(node)) if (child && typeof child === 'object') yield* identifiers(child)
}

export function privateNames({ path, text }: SourceFile): string[] {
  const tree = parseSync(text, { syntax: 'typescript', tsx: path.endsWith('x'), target: 'esnext' })
  const columns = path.includes('.table.')
    ? [...text.matchAll(/'([a-z]+(?:_[a-z]+)*)'/g)].map(([, name = '']) => name)
    : []
  return [...path.split('/').slice(1), ...identifiers(tree.body), ...columns].filter(isPrivate)
}

const COMMENT_LINE = /^\s*(\/\/|\/?\*+)(.*)$/

export const commentLines = ({ text }: SourceFile): string[] =>
  text.split('\n').flatMap((line) => COMMENT_LINE.exec(line)?.[2]?.trim() || [])

export const privateComments = (file: SourceFile): string[] => commentLines(file).filter((line) => COMMENTS.test(line))
