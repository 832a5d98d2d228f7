import { eq, sql } from 'drizzle-orm'
import { expect, it, onTestFinished } from 'vitest'
import type { Db } from '#src/db/database.server.ts'
import { categories, products } from '#src/features/catalog/products/products.table.server.ts'
import { subscribeToChanges } from '#src/server/cache/cache-invalidation.server.ts'
import { inTestTransaction, testDatabase } from '#src/testing/test-database.ts'
import { insertCategory, insertFacts, insertProduct } from '#tests/factories/catalog.ts'
import { MILK_BAR_FACTS } from '#tests/factories/food-facts.ts'
import { createSearchIndex, type SearchIndex } from './search-index.server.ts'

async function openIndex() {
  const database = await testDatabase()
  const index = createSearchIndex(database.db)
  const { flushed, stop } = await subscribeToChanges(database, index)
  onTestFinished(stop)
  return { db: database.db, index, flushed }
}

const productsOf = async (index: SearchIndex) =>
  (await index.read()).products.toSorted((one, other) => one.id - other.id)

/** As an index that keeps nothing reads it. */
const readWhole = (db: Db) => productsOf(createSearchIndex(db))

it('search and filters know a change of a product or category as soon as it is committed', async () => {
  const { db, index, flushed } = await openIndex()
  const category = await insertCategory(db, 'Bars')
  const bar = await insertProduct(db, { name: 'Milk Bar', categoryId: category.id })
  await insertProduct(db, { name: 'Dark Bar', categoryId: category.id })
  const isBar = eq(products.id, bar.id)
  const changes: (() => Promise<unknown>)[] = [
    () => insertFacts(db, bar.id, MILK_BAR_FACTS),
    () => db.update(products).set({ name: 'Ruby Heart', pricePaise: 99_900 }).where(isBar),
    () => db.update(products).set({ stock: 0 }).where(isBar),
    () => db.update(categories).set({ name: 'Tablets' }),
    () => db.update(categories).set({ hiddenAt: new Date() }),
    () => db.execute(sql`update product_facts set facts = facts || '{"mayContain": ["peanut"]}'`),
    () => db.update(products).set({ archivedAt: new Date() }).where(isBar),
    () => insertProduct(db, { name: 'Rose Truffle' }),
    () => db.update(products).set({ archivedAt: null }).where(isBar),
    () => db.execute(sql`delete from product_facts`),
    () => db.delete(products).where(isBar),
  ]
  for (const change of changes) {
    const before = await productsOf(index)
    await change()
    await flushed()
    const after = await productsOf(index)
    expect(after).toEqual(await readWhole(db))
    expect(after).not.toEqual(before)
  }
})

it('a typing mistake is corrected to a new word as soon as it is committed', async () => {
  const { db, index, flushed } = await openIndex()
  await insertProduct(db, { name: 'Milk Bar' })
  await flushed()
  const correct = async (q: string) => (await index.read()).search([]).explain({ q, category: '' })
  expect(await correct('safron')).toEqual({})
  await db.update(products).set({ name: 'Saffron Bar' })
  await flushed()
  expect(await correct('safron')).toEqual({ corrected: 'saffron' })
})

it('a change that comes while the products are being read is read too', async () => {
  const { db, index, flushed } = await openIndex()
  const { id } = await insertProduct(db)
  await Promise.all(
    Array.from({ length: 20 }, async (_, nth) => {
      await productsOf(index)
      await db
        .update(products)
        .set({ pricePaise: 100 + nth })
        .where(eq(products.id, id))
      await flushed()
      await productsOf(index)
    }),
  )
  expect(await productsOf(index)).toEqual(await readWhole(db))
})

it('after many changes at once, such as an import, all products are read', async () => {
  const { db, index, flushed } = await openIndex()
  const { id: _, searchText: __, ...bar } = await insertProduct(db)
  await productsOf(index)
  await db.insert(products).values(Array.from({ length: 600 }, (_, nth) => ({ ...bar, sku: `MANY-${nth}` })))
  await flushed()
  expect(await productsOf(index)).toHaveLength(601)
})

it('while changes may be missed, every search reads the database', () =>
  inTestTransaction(async (db) => {
    const index = createSearchIndex(db)
    const { id } = await insertProduct(db, { stock: 7 })
    index.setConsistent(true)
    await productsOf(index)
    await db.update(products).set({ stock: 2 })
    expect(await productsOf(index)).toMatchObject([{ id, stock: 7 }])
    index.setConsistent(false)
    expect(await productsOf(index)).toMatchObject([{ id, stock: 2 }])
    await db.update(products).set({ stock: 1 })
    expect(await productsOf(index)).toMatchObject([{ id, stock: 1 }])
    index.setConsistent(true)
    expect(await productsOf(index)).toMatchObject([{ id, stock: 1 }])
  }))

it('a failed reading loses no change', () =>
  inTestTransaction(async (db) => {
    const { id } = await insertProduct(db, { stock: 7 })
    let isAway = false
    const failing = new Proxy(db, {
      get(target, name, receiver) {
        if (isAway && name === 'select') throw new Error('The connection was lost')
        return Reflect.get(target, name, receiver)
      },
    })
    const index = createSearchIndex(failing)
    index.setConsistent(true)
    await productsOf(index)
    await db.update(products).set({ stock: 2 })
    index.invalidate(`products:${id}`)
    isAway = true
    await expect(index.read()).rejects.toThrow('The connection was lost')
    isAway = false
    expect(await productsOf(index)).toMatchObject([{ id, stock: 2 }])
  }))
