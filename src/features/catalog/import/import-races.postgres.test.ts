import { eq } from 'drizzle-orm'
import { expect, it, vi } from 'vitest'
import { inTransaction } from '#src/db/database.server.ts'
import { removeCategory } from '#src/features/catalog/categories/categories.server.ts'
import { categories, products } from '#src/features/catalog/products/products.table.server.ts'
import { testDatabase } from '#src/testing/test-database.ts'
import { insertCategory, insertProduct } from '#tests/factories/catalog.ts'
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

it('a file locks only the products that it changes, so customers can buy the others meanwhile', async () => {
  const { db } = await testDatabase()
  const [same, changed] = [await insertProduct(db, { stock: 5 }), await insertProduct(db, { stock: 5 })]
  const file = Buffer.from(`SKU,Stock\n${same.sku},5\n${changed.sku},9\n`)
  const { plan, unchanged } = await previewImport(db, file, look)
  expect(unchanged).toBe(1)
  await inTransaction(db, async (tx) => {
    await tx.select().from(products).where(eq(products.id, same.id)).for('update')
    expect(await applyImport(db, { file, plan, by, ...look })).toMatchObject({ applied: true, updates: 1 })
  })
  const [row] = await db.select().from(products).where(eq(products.id, changed.id))
  expect(row?.stock).toBe(9)
})

it('customers can buy a product that a file changes while the new products of the file are written', async () => {
  const { db } = await testDatabase()
  const category = await insertCategory(db)
  const changed = await insertProduct(db, { stock: 5 })
  const file = Buffer.from(`SKU,Name,Category,Price,Stock\n${changed.sku},,,,9\nLATE-1,Bar,${category.name},450,1\n`)
  const { plan } = await previewImport(db, file, look)
  let applied: Promise<unknown> = Promise.resolve()
  await inTransaction(db, async (tx) => {
    await tx.select().from(categories).where(eq(categories.id, category.id)).for('update')
    applied = applyImport(db, { file, plan, by, ...look }).catch((error) => error)
    // Long enough that the import waits for the category of its new product.
    await new Promise((resolve) => setTimeout(resolve, 500))
    await tx.select().from(products).where(eq(products.id, changed.id)).for('update', { noWait: true })
    await tx.update(products).set({ stock: 4 }).where(eq(products.id, changed.id))
  })
  expect(await applied).toMatchObject({ code: 'conflict' })
  expect(await db.$count(products, eq(products.sku, 'LATE-1'))).toBe(0)
  const [row] = await db.select().from(products).where(eq(products.id, changed.id))
  expect(row?.stock).toBe(4)
})

it('a file that is cancelled at its last step saves nothing', async () => {
  const { db } = await testDatabase()
  const { name } = await insertCategory(db)
  const changed = await insertProduct(db, { stock: 5 })
  const file = Buffer.from(
    `SKU,Name,Category,Price,Stock,Price tiers\n${changed.sku},,,,9,5:10\nCANCELLED-1,Bar,${name},450,1,5:10\n`,
  )
  const { plan } = await previewImport(db, file, look)
  const cancelling = new AbortController()
  const steps = vi.spyOn(cancelling.signal, 'aborted', 'get')
  // One for the new product, one for the changed one, one before the commit.
  steps.mockReturnValueOnce(false).mockReturnValueOnce(false).mockReturnValueOnce(true)
  const applied = applyImport(db, { file, plan, by, ...look, signal: cancelling.signal })
  await expect(applied).rejects.toMatchObject({ message: 'The import was cancelled. Nothing was changed.' })
  expect(await db.$count(products, eq(products.sku, 'CANCELLED-1'))).toBe(0)
  const [row] = await db.select().from(products).where(eq(products.id, changed.id))
  expect(row?.stock).toBe(5)
})
