import { eq, sum } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { type Db, inTransaction } from '#src/db/database.server.ts'
import { updateProduct } from '#src/features/catalog/admin/admin-products.server.ts'
import { applyImport, previewImport } from '#src/features/catalog/import/apply-import.server.ts'
import { products, stockLedger } from '#src/features/catalog/products/products.table.server.ts'
import { testDatabase } from '#src/testing/test-database.ts'
import { insertCategory, insertProduct } from '#tests/factories/catalog.ts'
import { adjustStock } from './stock-adjustments.server.ts'
import { commitReservation, reserveStock } from './stock-reservations.server.ts'

const by = { id: crypto.randomUUID(), email: 'maker@golconda.example' }

function aSale(db: Db, ids: readonly number[]) {
  return inTransaction(db, async (tx) => {
    const ownerId = crypto.randomUUID()
    const lines = ids.map((productId) => ({ productId, quantity: 1 }))
    await reserveStock(tx, { ownerId, lines, expiresAt: new Date(Date.now() + 60_000) })
    await commitReservation(tx, ownerId)
  })
}

const ledgerOf = async (db: Db, id: number) => {
  const [row] = await db
    .select({ total: sum(stockLedger.change) })
    .from(stockLedger)
    .where(eq(stockLedger.productId, id))
  return Number(row?.total)
}

const stockOf = async (db: Db, id: number) => {
  const [row] = await db.select().from(products).where(eq(products.id, id))
  return row?.stock
}

it('stock stays exact when an admin restocks while customers buy', async () => {
  const { db } = await testDatabase()
  const { id } = await insertProduct(db, { stock: 20 })
  const sales = Array.from({ length: 30 }, () => aSale(db, [id]))
  const baking = Array.from({ length: 10 }, () => adjustStock(db, { productId: id, by, reason: 'made', quantity: 2 }))
  const breaking = Array.from({ length: 5 }, () =>
    adjustStock(db, { productId: id, by, reason: 'damaged', quantity: 1 }),
  )
  const [sold, broken] = await Promise.all([
    Promise.allSettled(sales),
    Promise.allSettled(breaking),
    Promise.all(baking),
  ])
  for (const outcome of [...sold, ...broken])
    if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ code: 'conflict' })
  const done = (outcomes: PromiseSettledResult<unknown>[]) =>
    outcomes.filter(({ status }) => status === 'fulfilled').length
  expect(await stockOf(db, id)).toBe(20 + 20 - done(sold) - done(broken))
  expect(await ledgerOf(db, id)).toBe(await stockOf(db, id))
})

it('of two admins who edit the same version one is refused', async () => {
  const { db } = await testDatabase()
  const bar = await insertProduct(db)
  const { name, description, minStock, sku, imageUrl, categoryId, stock } = bar
  const edit = { name, description, minStock, sku, imageUrl, categoryId, stock, id: bar.id, mode: 'demo' as const, by }
  const seen = { updatedAt: bar.updatedAt.toISOString(), stock }
  const edits = await Promise.allSettled([500_00, 600_00].map((price) => updateProduct(db, { ...edit, price, seen })))
  expect(edits.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
})

it('an import that recounts many products blocks no customer for long, and loses nothing', async () => {
  const { db } = await testDatabase()
  const { id: categoryId } = await insertCategory(db)
  const ids: number[] = []
  for (let i = 0; i < 20; i++) ids.push((await insertProduct(db, { sku: `P-${i}`, stock: 10, categoryId })).id)
  const file = new TextEncoder().encode(`SKU,Price\n${ids.map((_, i) => `P-${19 - i},99\n`).join('')}`)
  const { plan } = await previewImport(db, file, { mode: 'demo', now: new Date() })
  const outcomes = await Promise.allSettled([
    applyImport(db, { file, plan, mode: 'demo', by, now: new Date() }),
    ...Array.from({ length: 20 }, (_, i) => aSale(db, i % 2 ? ids : ids.toReversed())),
  ])
  const [imported, ...sold] = outcomes
  // A sale in between changes stock, which this file does not set.
  expect(imported?.status).toBe('fulfilled')
  const times = sold.filter(({ status }) => status === 'fulfilled').length
  expect(times).toBe(10)
  for (const id of ids) expect([await stockOf(db, id), await ledgerOf(db, id)]).toEqual([0, 0])
  expect(await db.$count(products, eq(products.pricePaise, 99_00))).toBe(20)
})
