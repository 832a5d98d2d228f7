import { existsSync } from 'node:fs'
import { eq, sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { DEMO_CATEGORIES, DEMO_PRODUCTS } from '#db/demo/data/catalog.ts'
import { DEMO_PICTURES } from '#db/demo/data/product-pictures.ts'
import type { MeltClass } from '#src/core/delivery/heat.ts'
import { countProductsOnSale } from '#src/features/catalog/food/stored-facts.server.ts'
import { listCategories, listProducts } from '#src/features/catalog/products/products.server.ts'
import { productPictures, products, stockLedger } from '#src/features/catalog/products/products.table.server.ts'
import { isLowStock, isOutOfStock } from '#src/features/catalog/products/products.ts'
import { inTestTransaction } from '#src/testing/test-database.ts'
import { seedDemoCatalog } from './seed-catalog.ts'

const MOODS = {
  happy: ['sweet', 'milk', 'vanilla', 'caramel', 'fruity'],
  romantic: ['strawberry', 'rose', 'heart', 'valentine', 'pink'],
  energetic: ['dark', 'espresso', 'coffee', 'mint', 'spicy'],
  calm: ['lavender', 'chamomile', 'white', 'coconut', 'honey'],
  adventurous: ['exotic', 'chili', 'unique', 'fusion', 'special'],
  cozy: ['cinnamon', 'nutmeg', 'autumn', 'warm', 'spiced'],
}

const textOf = (product: { name: string; description: string }) =>
  `${product.name} ${product.description}`.toLowerCase()

describe('the demo catalogue', () => {
  it.each(Object.entries(MOODS))('has three products or more for %s, and one for each of its words', (_mood, words) => {
    const matches = DEMO_PRODUCTS.filter((product) => words.some((word) => textOf(product).includes(word)))
    expect(matches.length).toBeGreaterThanOrEqual(3)
    for (const word of words)
      expect(
        DEMO_PRODUCTS.some((product) => textOf(product).includes(word)),
        word,
      ).toBe(true)
  })

  it('has thirty different products, one sold out, three others low', () => {
    expect(DEMO_PRODUCTS).toHaveLength(30)
    for (const field of ['sku', 'name', 'picture'] as const)
      expect(new Set(DEMO_PRODUCTS.map((product) => product[field])).size).toBe(30)
    expect(DEMO_PRODUCTS.filter(isOutOfStock)).toHaveLength(1)
    expect(DEMO_PRODUCTS.filter((product) => !isOutOfStock(product) && isLowStock(product))).toHaveLength(3)
  })

  it('promises only edible gold, and describes each product in two or three sentences', () => {
    for (const { description } of DEMO_PRODUCTS) {
      expect(description).not.toMatch(/(?<!edible )gold (leaf|lustre)/)
      expect(description.match(/[.](\s|$)/g)?.length).toBeOneOf([2, 3])
    }
  })

  it('fills an empty shop once', () =>
    inTestTransaction(async (db) => {
      await seedDemoCatalog(db)
      await seedDemoCatalog(db)
      const categories = await listCategories(db)
      expect(categories.map(({ name }) => name)).toEqual(DEMO_CATEGORIES.map(({ name }) => name))
      for (const { name, description, imageUrl } of categories)
        expect([name, description.length > 20, existsSync(`public${imageUrl}`)]).toEqual([name, true, true])
      expect(await listProducts(db)).toHaveLength(DEMO_PRODUCTS.length)
    }))

  it('shows pictures that exist', () =>
    inTestTransaction(async (db) => {
      await seedDemoCatalog(db)
      const pictures = (await listProducts(db)).flatMap(({ imageUrl }) => imageUrl ?? [])
      expect(pictures).not.toEqual([])
      for (const picture of pictures) expect(existsSync(`public${picture}`), picture).toBe(true)
    }))

  it('shows its best sellers whole, open and mostly in the box, and says what is seen', () =>
    inTestTransaction(async (db) => {
      await seedDemoCatalog(db)
      await seedDemoCatalog(db)
      const pictures = await db.select().from(productPictures)
      expect(pictures).toHaveLength(Object.values(DEMO_PICTURES).flatMap(Object.values).length)
      for (const { url, alt } of pictures) {
        expect(existsSync(`public${url}`), url).toBe(true)
        expect(alt.length, url).toBeGreaterThan(30)
      }
      for (const [picture, { open }] of Object.entries(DEMO_PICTURES))
        expect(pictures).toContainEqual(expect.objectContaining({ url: `/pictures/${picture}-open.webp`, alt: open }))
    }))

  it('knows what melts first, also in a shop that was seeded before it did, and keeps what an admin chose', () =>
    inTestTransaction(async (db) => {
      const skusOf = async (meltClass: MeltClass) =>
        (await db.select({ sku: products.sku }).from(products).where(eq(products.meltClass, meltClass)))
          .map(({ sku }) => sku)
          .sort()
      await seedDemoCatalog(db)
      const [truffles, bonbons] = [await skusOf('truffle'), await skusOf('bonbon')]
      const boxes = ['GC-GFT-02', 'GC-GFT-03', 'GC-GFT-04', 'GC-GFT-05']
      expect(truffles).toEqual([...boxes, ...[1, 2, 3, 4, 5].map((nth) => `GC-TRF-0${nth}`)])
      expect(bonbons).toEqual([...[1, 2, 3, 4, 5].map((nth) => `GC-BON-0${nth}`), 'GC-RBY-02'])
      await db.update(products).set({ meltClass: 'bar' })
      await seedDemoCatalog(db)
      expect(await skusOf('truffle')).toEqual(truffles)
      await db.update(products).set({ meltClass: 'bar' }).where(eq(products.sku, 'GC-TRF-01'))
      await seedDemoCatalog(db)
      expect(await skusOf('bar')).toContain('GC-TRF-01')
    }))

  it('accounts for every item in the ledger', () =>
    inTestTransaction(async (db) => {
      await seedDemoCatalog(db)
      const wrong = await db
        .select({ id: products.id })
        .from(products)
        .where(
          sql`${products.stock} <> (select coalesce(sum(${stockLedger.change}), 0) from ${stockLedger} where ${stockLedger.productId} = ${products.id})`,
        )
      expect(wrong).toEqual([])
    }))
})

it('a live shop gets no invented food labels, and the checklist asks for each', () =>
  inTestTransaction(async (db) => {
    await seedDemoCatalog(db, { hasLabels: false })
    expect(await countProductsOnSale(db)).toEqual({ onSale: DEMO_PRODUCTS.length, incomplete: DEMO_PRODUCTS.length })
    await seedDemoCatalog(db)
    expect(await countProductsOnSale(db)).toEqual({ onSale: DEMO_PRODUCTS.length, incomplete: 0 })
  }))
