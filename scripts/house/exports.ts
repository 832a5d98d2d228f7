import { posix } from 'node:path'
import type { SourceFile } from './files.ts'

/** Names that the router and the admin layout read from every page. */
const CONVENTIONS = new Set(['Route', 'loader', 'AdminPage'])

const DECLARATION = /^export\s+(?:async\s+)?(?:const|let|function\*?|class|type|interface)\s+(\w+)/gm
const LIST = /^export\s+(?:type\s+)?\{([^}]*)\}/gm

function exportsOf({ text }: SourceFile): Set<string> {
  const declared = [...text.matchAll(DECLARATION)].map(([, name = '']) => name)
  const listed = [...text.matchAll(LIST)]
    .flatMap(([, names = '']) => names.split(','))
    .map((name) => name.trim().split(/\s+/).at(-1) ?? '')
  return new Set([...declared, ...listed].filter(Boolean))
}

/** A server function and the query that calls it share a name, and so do a schema and its type. */
function areTwins(paths: string[]): boolean {
  const [first = '', second = ''] = [...paths].sort((a, b) => suffix(a).localeCompare(suffix(b)))
  if (paths.length !== 2) return false
  if (suffix(first) === 'contract') return posix.dirname(first) === posix.dirname(second)
  return suffix(first) === 'queries' && suffix(second) === 'server'
}

const suffix = (path: string) => /\.(contract|queries|server)\.tsx?$/.exec(path)?.[1] ?? 'other'

/** Names that two files export: a search for one finds the other. */
export function findAmbiguousExports(source: SourceFile[]): string[] {
  const paths = new Map<string, string[]>()
  for (const file of source)
    for (const name of exportsOf(file)) paths.set(name, [...(paths.get(name) ?? []), file.path])
  return [...paths]
    .filter(([name, { length }]) => length > 1 && !CONVENTIONS.has(name))
    .filter(([, found]) => !areTwins(found))
    .map(([name, found]) => `${name} is exported by ${found.join(' and ')}`)
}
