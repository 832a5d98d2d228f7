import { readFileSync } from 'node:fs'
import { PGlite } from '@electric-sql/pglite'
import { sql } from 'drizzle-orm'
import { expect, it, onTestFinished } from 'vitest'
import { applyMigrations, migrate } from '#src/db/migrate.server.ts'
import { openForCli } from '#src/db/open-database.server.ts'
import { temporaryFolder } from '#src/testing/resources.ts'
import { testDatabase } from '#src/testing/test-database.ts'
import { insertProduct } from '#tests/factories/catalog.ts'

it('the migrations change nothing when they run again', async () => {
  const { db, pool } = await testDatabase()
  const product = await insertProduct(db)
  await migrate(pool)
  const { rows } = await db.execute(sql`select id, stock from products`)
  expect(rows).toEqual([{ id: product.id, stock: product.stock }])
})

it('a server that has no extension for the search is refused with what to do', async () => {
  const server = await PGlite.create()
  const [needsExtensions = ''] = readFileSync('db/migrations/0029_search-text.sql', 'utf8').split('--> statement')
  await expect(server.exec(needsExtensions)).rejects.toThrow(
    /needs the extensions pg_trgm and unaccent, .*extension "pg_trgm" is not available.* docs\/operations\.md/,
  )
  await server.close()
})

it('the embedded database builds an index by the same migration as a server', async () => {
  const { pool, close } = await openForCli({ dataDir: temporaryFolder() })
  onTestFinished(close)
  const step = (nth: number, sql: string) => ({ sql: [sql], hash: `step-${nth}`, folderMillis: nth, bps: true })
  const table = step(1, 'create table notes (words text)')
  await applyMigrations(pool, [table, step(2, 'create index concurrently notes_words on notes (words)')])
  const { rows } = await pool.query(`select indisvalid from pg_index where indexrelid = 'notes_words'::regclass`)
  expect(rows).toEqual([{ indisvalid: true }])
})
