import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { seedDemoCatalogue } from '#db/demo/seed-catalogue.ts'
import type { Db } from '#src/platform/database.server.ts'
import { apiOf } from '#src/platform/testing/test-api.ts'
import { inTestTransaction } from '#src/platform/testing/test-database.ts'
import { catalogApi } from './catalog.api.server.ts'
import { Category, Product } from './catalog.contract.ts'
import { products } from './catalog.table.server.ts'
import { reserveStock } from './stock.server.ts'

const inDemoShop = (body: (api: ReturnType<typeof apiOf>, db: Db) => Promise<void>) =>
  inTestTransaction(async (db) => {
    await seedDemoCatalogue(db)
    await body(apiOf(catalogApi({ db })), db)
  })

const productsAt = async (api: ReturnType<typeof apiOf>, path: string) =>
  Product.array().parse(await (await api.request(path)).json())

describe('GET /api/products', () => {
  it('answers everything in the order of the house, priced in rupees', () =>
    inDemoShop(async (api) => {
      const answer = await api.request('/api/products')
      expect(answer.headers.get('Cache-Control')).toBe('public, no-cache')
      expect(answer.headers.get('X-Total-Count')).toBe('30')
      expect(answer.headers.get('Link')).toBeNull()
      const all = Product.array().parse(await answer.json())
      expect(all.map(({ id }) => id)).toEqual(all.map(({ id }) => id).sort((a, b) => a - b))
      expect(all.find(({ sku }) => sku === 'GC-BON-02')).toMatchObject({ price: 1250, category: { name: 'Bonbons' } })
    }))

  it('leads through all pages by their links', () =>
    inDemoShop(async (api) => {
      const whole = await productsAt(api, '/api/products')
      const seen: Product[] = []
      for (let path: string | undefined = '/api/products?limit=13'; path; ) {
        const answer: Response = await api.request(path)
        expect(answer.headers.get('X-Total-Count')).toBe('30')
        seen.push(...Product.array().parse(await answer.json()))
        path = answer.headers.get('Link')?.match(/^<(.+)>; rel="next"$/)?.[1]
      }
      expect(seen).toEqual(whole)
    }))

  it.each(['limit=0', 'limit=101', 'limit=ten', 'limit=5&cursor=-1', 'limit=5&cursor=2000000000'])(
    'refuses a page that cannot be: %s',
    (query) =>
      inDemoShop(async (api) => {
        expect((await api.request(`/api/products?${query}`)).status).toBe(400)
      }),
  )

  it('leaves out what is archived and what others are paying for', () =>
    inDemoShop(async (api, db) => {
      const [first, second] = await productsAt(api, '/api/products')
      if (!first || !second) throw new Error('The demo shop is empty')
      await db.update(products).set({ archivedAt: new Date() }).where(eq(products.id, first.id))
      await reserveStock(db, {
        ownerId: crypto.randomUUID(),
        lines: [{ productId: second.id, quantity: 2 }],
        expiresAt: new Date(Date.now() + 60_000),
      })
      const rest = await productsAt(api, '/api/products')
      expect(rest).toHaveLength(29)
      expect(rest[0]).toEqual({ ...second, stock: second.stock - 2 })
      expect((await api.request(`/api/products/${first.id}`)).status).toBe(404)
    }))
})

describe('GET /api/products/{id}', () => {
  it('answers the product as the list has it', () =>
    inDemoShop(async (api) => {
      const [, product] = await productsAt(api, '/api/products')
      const answer = await api.request(`/api/products/${product?.id}`)
      expect(answer.headers.get('Cache-Control')).toBe('public, no-cache')
      expect(await answer.json()).toEqual(product)
    }))

  it("says that an unknown product doesn't exist", () =>
    inDemoShop(async (api) => {
      const answer = await api.request('/api/products/2147483647')
      expect(answer.status).toBe(404)
      expect(await answer.json()).toEqual({ message: "The product you're looking for doesn't exist." })
    }))

  it.each(['abc', '-1', '0', '9e99', '1.5', '01', '2147483648', '99999999999', '%00', '1%20or%201=1'])(
    'answers 404 for an id that cannot exist: %s',
    (id) =>
      inDemoShop(async (api) => {
        expect((await api.request(`/api/products/${id}`)).status).toBe(404)
      }),
  )

  it('answers 405 to a method it does not know', () =>
    inDemoShop(async (api) => {
      const answer = await api.request('/api/products/1', { method: 'PATCH' })
      expect(answer.status).toBe(405)
      expect(answer.headers.get('Allow')).toBe('GET')
    }))
})

describe('GET /api/categories', () => {
  it('answers id and name', () =>
    inDemoShop(async (api) => {
      const categories = Category.array().parse(await (await api.request('/api/categories')).json())
      expect(categories.map(({ name }) => name)).toEqual([
        'Dark',
        'Milk',
        'White',
        'Ruby',
        'Truffles',
        'Bonbons',
        'Gifts',
      ])
    }))
})
