import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { findNewDatabase } from '#src/db/embedded-database.server.ts'

/** Part of the build, once for each version of the engine. All shops get the same system identifier, which nothing reads. */
async function packNewDatabase(file: string): Promise<void> {
  if (existsSync(file)) return
  const folder = path.dirname(file)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const engine = await PGlite.create()
  const packed = await engine.dumpDataDir('gzip')
  await engine.close()
  const draft = `${file}.draft`
  writeFileSync(draft, Buffer.from(await packed.arrayBuffer()))
  renameSync(draft, file)
}

await packNewDatabase(findNewDatabase())
