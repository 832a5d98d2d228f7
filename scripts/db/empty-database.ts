import { existsSync, globSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { EMPTY_DATABASE } from '#src/db/embedded-database.server.ts'

/** Part of the build: a new embedded database to unpack, once for each version of the engine. */
async function packEmptyDatabase(): Promise<void> {
  if (existsSync(EMPTY_DATABASE)) return
  const folder = path.dirname(EMPTY_DATABASE)
  mkdirSync(folder, { recursive: true })
  for (const old of globSync(`${folder}/*.tar.gz`)) rmSync(old)
  const engine = await PGlite.create()
  const packed = await engine.dumpDataDir('gzip')
  await engine.close()
  const draft = `${EMPTY_DATABASE}.draft`
  writeFileSync(draft, Buffer.from(await packed.arrayBuffer()))
  renameSync(draft, EMPTY_DATABASE)
}

await packEmptyDatabase()
