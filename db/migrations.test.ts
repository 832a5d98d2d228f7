import { readFileSync } from 'node:fs'
import { PGlite } from '@electric-sql/pglite'
import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { migrate } from '#src/db/migrate.server.ts'
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
