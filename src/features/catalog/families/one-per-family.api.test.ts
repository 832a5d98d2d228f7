import { describe, expect, it } from 'vitest'
import type { Db } from '#src/db/database.server.ts'
import { productsApi } from '#src/features/catalog/products/products.api.server.ts'
import { Product } from '#src/features/catalog/products/products.contract.ts'
import { createTestApi, readAllPages } from '#src/testing/test-api.ts'
import { inTestTransaction } from '#src/testing/test-database.ts'
import { insertCategory, insertFacts, insertFamily, insertProduct } from '#tests/factories/catalog.ts'

/** Milk in three sizes, the cheapest sold out, and two other products. */
async function createShop(db: Db) {
  const { id: categoryId } = await insertCategory(db, 'Bars')
  const [large, middle, small] = await insertFamily(db, 'Milk', [
    { categoryId, sizeLabel: '220 g', pricePaise: 800_00, stock: 4, description: 'For a party.' },
    { categoryId, sizeLabel: '110 g', pricePaise: 450_00, stock: 4 },
    { categoryId, sizeLabel: '55 g', pricePaise: 240_00, stock: 0 },
  ])
  const dark = await insertProduct(db, { name: 'Dark', categoryId, pricePaise: 500_00 })
  const ruby = await insertProduct(db, { name: 'Ruby', categoryId, pricePaise: 100_00 })
  const { request } = createTestApi(productsApi({ db }))
  const ask = async (path: string) => (await request(path)).json()
  const list = async (query: string) => Product.array().parse(await ask(`/api/products?${query}`))
  const ids = async (query: string) => (await list(`sizes=one&${query}`)).map(({ id }) => id)
  return { large, middle, small, dark, ruby, request, ask, list, ids }
}

type Shop = Awaited<ReturnType<typeof createShop>>
const inShop = (body: (shop: Shop, db: Db) => Promise<void>) =>
  inTestTransaction(async (db) => body(await createShop(db), db))

describe('a list of one card per family', () => {
  it('shows the cheapest size in stock, at the place of its own name and price', () =>
    inShop(async ({ middle, dark, ruby, list, ids }) => {
      expect(await ids('')).toEqual([middle, dark, ruby].map(({ id }) => id))
      expect(await ids('sort=price-asc')).toEqual([ruby, middle, dark].map(({ id }) => id))
      const [card] = await list('sizes=one')
      expect(card).toMatchObject({
        name: 'Milk · 110 g',
        family: { name: 'Milk', label: '110 g', sizes: 3, first: middle.id },
      })
    }))

  it('finds any size: where only one matches, it is shown', () =>
    inShop(async ({ large, middle, dark, ids }) => {
      expect(await ids('q=party')).toEqual([large.id])
      expect(await ids('q=milk')).toEqual([middle.id])
      expect(await ids('price=600-')).toEqual([large.id])
      expect(await ids('price=400-&sort=price-desc')).toEqual([dark.id, middle.id])
      expect(await ids('price=200-300')).toHaveLength(1)
      expect(await ids('price=200-300&inStock=true')).toEqual([])
    }))

  it('counts a family once, in its header, its pages and its facets', () =>
    inShop(async ({ request, ask, list }) => {
      const { items, totals } = await readAllPages(request, '/api/products?sizes=one&limit=1')
      expect([items.length, new Set(totals)]).toEqual([3, new Set(['3'])])
      expect(await list('')).toHaveLength(5)
      const facets = await ask('/api/products/facets?category=bars')
      expect([facets.found, facets.counts['inStock=true'], facets.counts['price=500-1000']]).toEqual([3, 3, 2])
    }))

  it('has no family for the last size for sale, and none of what is archived', () =>
    inShop(async ({ small, middle, large, ask, list }, db) => {
      const archive = async (id: number) => {
        await db.execute(`update products set archived_at = now() where id = ${id}`)
        return ask(`/api/products/${large.id}`)
      }
      const two = await archive(middle.id)
      expect(two.sizes.map(({ label }: { label: string }) => label)).toEqual(['220 g', '55 g'])
      expect(two.family).toMatchObject({ sizes: 2, first: large.id })
      const one = await archive(small.id)
      expect([one.family, one.sizes, one.name]).toEqual([undefined, undefined, 'Milk · 220 g'])
      expect((await list('sizes=one')).find(({ id }) => id === large.id)?.family).toBeUndefined()
    }))

  it('refuses another word for it', () =>
    inShop(async ({ request }) => {
      expect((await request('/api/products?sizes=all')).status).toBe(400)
    }))
})

it('the page of a size gets all sizes in their order, with unit prices', () =>
  inShop(async ({ large, middle, small, ask }, db) => {
    await insertFacts(db, middle.id, { net: { value: 110, unit: 'g' } })
    const { sizes } = await ask(`/api/products/${small.id}`)
    expect(sizes).toEqual([
      { id: large.id, label: '220 g', price: 800, stock: 4 },
      { id: middle.id, label: '110 g', price: 450, stock: 4, unitPrice: '₹4.09/g' },
      { id: small.id, label: '55 g', price: 240, stock: 0 },
    ])
  }))
