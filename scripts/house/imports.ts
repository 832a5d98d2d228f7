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

/** The paths of the files that match, and of every file that loads one of them. */
export function findImporters(files: SourceFile[], isMatch: (file: SourceFile) => boolean): Set<string> {
  const importers = new Map<string, string[]>()
  for (const file of files)
    for (const path of importsOf(file)) importers.set(path, [...(importers.get(path) ?? []), file.path])
  const found = new Set<string>()
  const queue = files.filter(isMatch).map(({ path }) => path)
  for (let path = queue.pop(); path; path = queue.pop()) {
    if (found.has(path)) continue
    found.add(path)
    queue.push(...(importers.get(path) ?? []))
  }
  return found
}
