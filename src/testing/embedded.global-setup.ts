import { createHash } from 'node:crypto'
import { existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { TestProject } from 'vitest/node'
import { openDatabase } from '#src/db/open-database.server.ts'

declare module 'vitest' {
  interface ProvidedContext {
    preparedDatabase: string
    workFolder: string
  }
}

const CACHE = path.resolve('.cache/test-databases')

export async function setup(project: TestProject) {
  const workFolder = mkdtempSync(path.join(tmpdir(), 'golconda-embedded-'))
  project.provide('preparedDatabase', await preparedDatabase(workFolder))
  project.provide('workFolder', workFolder)
  return () => rmSync(workFolder, { recursive: true, force: true })
}

/** One template per state of the migrations, renamed into place atomically. */
async function preparedDatabase(workFolder: string): Promise<string> {
  const prepared = path.join(CACHE, fingerprint())
  if (existsSync(prepared)) return prepared
  const draft = path.join(workFolder, 'draft')
  const database = await openDatabase({ dataDir: draft })
  await database.close()
  mkdirSync(CACHE, { recursive: true })
  deleteOldTemplates()
  try {
    renameSync(draft, prepared)
  } catch {
    // Another run was faster, or the temporary folder is on another disk.
    return existsSync(prepared) ? prepared : draft
  }
  return prepared
}

const ONE_DAY_MS = 86_400_000

/** Not all others: a concurrent run may be copying another state of the migrations. */
function deleteOldTemplates() {
  for (const entry of globSync(`${CACHE}/*`))
    if (statSync(entry).mtimeMs < Date.now() - ONE_DAY_MS) rmSync(entry, { recursive: true, force: true })
}

function fingerprint(): string {
  const hash = createHash('sha256')
  for (const file of [
    ...globSync('db/migrations/**/*.{sql,json}').sort(),
    'node_modules/@electric-sql/pglite/package.json',
  ])
    hash.update(file).update(readFileSync(file))
  return hash.digest('hex').slice(0, 16)
}
