import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { inTransaction } from '#src/db/database.server.ts'
import { removeCategory } from '#src/features/catalog/categories/categories.server.ts'
import { categories, products } from '#src/features/catalog/products/products.table.server.ts'
import { testDatabase } from '#src/testing/test-database.ts'
import { insertCategory } from '#tests/factories/catalog.ts'
import { applyImport, previewImport } from './apply-import.server.ts'

const by = { id: crypto.randomUUID(), email: 'maker@golconda.example' }
const look = { mode: 'demo', now: new Date() } as const

it('a file whose category is deleted at the same moment is refused in words, and nothing is saved', async () => {
  const { db } = await testDatabase()
  const { id, name } = await insertCategory(db)
  const file = Buffer.from(`SKU,Name,Category,Price,Stock\nRACE-1,Bar,${name},450,1\n`)
  const { plan } = await previewImport(db, file, look)
  let applied: Promise<unknown> = Promise.resolve()
  await inTransaction(db, async (tx) => {
    await removeCategory(tx, { id, by })
    applied = applyImport(db, { file, plan, by, ...look }).catch((error) => error)
    // Long enough that it has read the category and waits for its row.
    await new Promise((resolve) => setTimeout(resolve, 500))
  })
  expect(await applied).toMatchObject({ code: 'conflict', message: expect.stringContaining('preview it again') })
  expect(await db.$count(products, eq(products.sku, 'RACE-1'))).toBe(0)
  expect(await db.$count(categories, eq(categories.id, id))).toBe(0)
})
