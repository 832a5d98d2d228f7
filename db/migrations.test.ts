import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { migrate } from '#src/db/migrate.server.ts'
import { testDatabase } from '#src/testing/test-database.ts'
import { insertProduct } from '#tests/factories/catalog.ts'

it('the migrations apply a second time without touching anything', async () => {
  const { db, pool } = await testDatabase()
  const product = await insertProduct(db)
  await migrate(pool)
  const { rows } = await db.execute(sql`select id, stock from products`)
  expect(rows).toEqual([{ id: product.id, stock: product.stock }])
})
