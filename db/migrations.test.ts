import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { migrate } from '#src/platform/migrate.server.ts'
import { testDatabase } from '#src/platform/testing/test-database.ts'
import { aProduct } from '../tests/makers/catalog.ts'

it('the migrations apply a second time without touching anything', async () => {
  const { db, pool } = await testDatabase()
  const product = await aProduct(db)
  await migrate(pool)
  const { rows } = await db.execute(sql`select id, stock from products`)
  expect(rows).toEqual([{ id: product.id, stock: product.stock }])
})
