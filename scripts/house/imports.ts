import { posix } from 'node:path'
import type { SourceFile } from './files.ts'

/** Run-time imports only: type imports load nothing. */
const VALUE_IMPORT = /^(?:import|export)\s+(?!type\b)(?:[^']*?\sfrom\s+)?'([.#][^']+)'/gm
const TYPES_ONLY = /^import\s+\{((?:\s*type\s+[^,}]+,?)+)\s*\}\s+from/

export function resolveImport(importer: string, specifier: string): string {
  if (specifier.startsWith('#')) return specifier.slice(1)
  return posix.join(posix.dirname(importer), specifier)
}

function importsOf({ path, text }: SourceFile): string[] {
  return [...text.matchAll(VALUE_IMPORT)]
    .filter(([statement]) => !TYPES_ONLY.test(statement))
    .map(([, specifier = '']) => resolveImport(path, specifier))
}

/** Every file that loading `entry` loads, including itself. */
export function importClosure(files: SourceFile[], entry: string): SourceFile[] {
  const byPath = new Map(files.map((file) => [file.path, file]))
  const found = new Set<SourceFile>()
  const queue = [entry]
  for (let path = queue.pop(); path; path = queue.pop()) {
    const file = byPath.get(path)
    if (!file || found.has(file)) continue
    found.add(file)
    queue.push(...importsOf(file))
  }
  return [...found]
}
