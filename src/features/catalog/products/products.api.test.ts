import { gunzipSync } from 'node:zlib'
import { and, eq, like, ne } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { demoFoodFacts } from '#db/demo/food-facts.ts'
import { seedDemoCatalog } from '#db/demo/seed-catalog.ts'
import { createQueryClient } from '#src/browser/query-client.ts'
import { type Db, onlyRow } from '#src/db/database.server.ts'
import { reserveStock } from '#src/features/catalog/stock/stock-reservations.server.ts'
import { readVersionedSection } from '#src/features/settings/read-settings.server.ts'
import { changeSection } from '#src/features/settings/settings.server.ts'
import { setInProcessApi } from '#src/server/http/in-process-api.server.ts'
import { createTestApi, readAllPages } from '#src/testing/test-api.ts'
import { inTestTransaction } from '#src/testing/test-database.ts'
import { PRODUCT_SORTS } from './product-params.ts'
import { productsApi } from './products.api.server.ts'
import { Category, Product } from './products.contract.ts'
import { productFacts, products } from './products.table.server.ts'
import { filterProducts } from './products.ts'
import { productsByIdQuery } from './use-products.ts'

const inDemoShop = (body: (api: ReturnType<typeof createTestApi>, db: Db) => Promise<void>) =>
  inTestTransaction(async (db) => {
    await seedDemoCatalog(db)
    await body(createTestApi(productsApi({ db })), db)
  })

const productsAt = async (api: ReturnType<typeof createTestApi>, path: string) =>
  Product.array().parse(await (await api.request(path)).json())

describe('GET /api/products', () => {
  it('returns all products, oldest first, priced in rupees', () =>
    inDemoShop(async (api) => {
      const answer = await api.request('/api/products')
      expect(answer.headers.get('Cache-Control')).toBe('public, no-cache')
      expect(answer.headers.get('X-Total-Count')).toBe('30')
      expect(answer.headers.get('Link')).toBeNull()
      const all = Product.array().parse(await answer.json())
      expect(all.map(({ id }) => id)).toEqual(all.map(({ id }) => id).sort((a, b) => a - b))
      expect(all.find(({ sku }) => sku === 'GC-BON-02')).toMatchObject({ price: 1250, category: { name: 'Bonbons' } })
    }))

  it('is 304 for a browser that has it, also signed in', () =>
    inDemoShop(async (api) => {
      for (const path of ['/api/products', '/api/categories']) {
        const etag = (await api.request(path)).headers.get('etag') ?? ''
        const headers = { cookie: 'shop_session=a', 'if-none-match': `"another", W/${etag}` }
        const again = await api.request(path, { headers })
        expect([path, again.status, await again.text()]).toEqual([path, 304, ''])
      }
    }))

  it.each(['page=2', 'allergens=milk'])('refuses a filter that it does not know: %s', (filter) =>
    inDemoShop(async (api) => expect((await api.request(`/api/products?${filter}`)).status).toBe(400)),
  )

  it('is compressed for clients that accept it', () =>
    inDemoShop(async (api) => {
      const packed = await api.request('/api/products?limit=20', { headers: { 'accept-encoding': 'gzip' } })
      expect(packed.headers.get('content-encoding')).toBe('gzip')
      expect(packed.headers.get('vary')).toMatch(/Accept-Encoding/)
      const read = Product.array().parse(JSON.parse(gunzipSync(await packed.arrayBuffer()).toString()))
      expect(read).toEqual(await productsAt(api, '/api/products?limit=20'))
    }))

  it('leads through all pages by their links', () =>
    inDemoShop(async (api) => {
      const whole = await productsAt(api, '/api/products')
      const { items, totals } = await readAllPages(api.request, '/api/products?limit=13')
      expect(totals).toEqual(['30'])
      expect(items).toEqual(whole)
    }))

  it('leaves out sold-out products when only available ones are requested', () =>
    inDemoShop(async (api, db) => {
      const [first] = await productsAt(api, '/api/products?limit=1')
      await db
        .update(products)
        .set({ stock: 0 })
        .where(eq(products.id, Number(first?.id)))
      expect(await productsAt(api, '/api/products?limit=1')).toMatchObject([{ id: first?.id, stock: 0 }])
      const [next] = await productsAt(api, '/api/products?limit=1&inStock=true')
      expect(next?.id).not.toBe(first?.id)
      expect(next?.stock).toBeGreaterThan(0)
    }))

  it('answers a hundred of a shop with more, and finds in all of them as the browser does in a few', () =>
    inDemoShop(async (api, db) => {
      const few = await productsAt(api, '/api/products')
      const found = async (query: string) => (await productsAt(api, `/api/products?${query}`)).map(({ id }) => id)
      const ids = (choice: Parameters<typeof filterProducts>[1]) => filterProducts(few, choice).map(({ id }) => id)
      expect(new Set(await found('q=DARK'))).toEqual(new Set(ids({ search: 'DARK' })))
      expect(new Set(await found('category=bonbons'))).toEqual(new Set(ids({ category: 'bonbons' })))
      expect((await found('words=dark,saffron')).toSorted()).toEqual(
        [...new Set([...ids({ search: 'dark' }), ...ids({ search: 'saffron' })])].toSorted(),
      )
      expect(await found('q=100%25_nothing')).toEqual([])
      const related = few.filter(({ categoryId }) => categoryId === few[0]?.categoryId).map(({ id }) => id)
      expect(await found(`categoryId=${few[0]?.categoryId}`)).toEqual(related)
      for (const sort of PRODUCT_SORTS)
        expect([
          ...(await found(`sort=${sort}&limit=17`)),
          ...(await found(`sort=${sort}&limit=17&cursor=${(await found(`sort=${sort}&limit=17`)).at(-1)}`)),
        ]).toEqual(ids({ sort }))
      const firstIds = few.slice(0, 5).map(({ id }) => id)
      expect(await found(`ids=${firstIds.join(',')}`)).toEqual(firstIds)

      const { id: _, ...bar } = onlyRow(await db.select().from(products).limit(1))
      await db.insert(products).values(Array.from({ length: 80 }, (_, nth) => ({ ...bar, sku: `MANY-${nth}` })))
      const answer = await api.request('/api/products')
      expect(answer.headers.get('X-Total-Count')).toBe('110')
      expect(Product.array().parse(await answer.json())).toHaveLength(100)
      expect(answer.headers.get('Link')).toMatch(/rel="next"$/)

      setInProcessApi({ fetch: api.request, readForAll: async (path) => api.request(path) })
      const everything = (await db.select({ id: products.id }).from(products)).map(({ id }) => id)
      const requested = await createQueryClient().fetchQuery(productsByIdQuery(everything))
      expect(new Set(requested.map(({ id }) => id))).toEqual(new Set(everything))
    }))

  it('finds a part that few or many products have on all pages and in every order, each once', () =>
    inDemoShop(async (api, db) => {
      const { id: _, ...bar } = onlyRow(await db.select().from(products).limit(1))
      const more = Array.from({ length: 300 }, (_, nth) => ({
        ...bar,
        name: `Bar ${String(nth).padStart(3, '0')}`,
        description: nth % 50 === 7 ? 'Common, with a Pearl inside' : 'Common',
        pricePaise: 10_000 + (nth % 40) * 100,
        sku: `MANY-${nth}`,
      }))
      await db.insert(products).values(more)
      const everything = Product.array().parse((await readAllPages(api.request, '/api/products')).items)
      for (const search of ['common', 'EARL', 'pearl inside', 'th a p', 'ea', 'common\nbar', '_'])
        for (const sort of PRODUCT_SORTS) {
          const requested = new URLSearchParams({ q: search, sort, limit: '90' })
          const { items } = await readAllPages(api.request, `/api/products?${requested}`)
          const found = Product.array().parse(items)
          const wanted = filterProducts(everything, { search, sort })
          expect(found.map(({ id }) => id)).toEqual(wanted.map(({ id }) => id))
        }
    }))

  it('finds what many products had also when few have it any more', () =>
    inDemoShop(async (api, db) => {
      const { id: _, ...bar } = onlyRow(await db.select().from(products).limit(1))
      await db
        .insert(products)
        .values(Array.from({ length: 300 }, (_, nth) => ({ ...bar, name: `Zarda ${nth}`, sku: `WAS-${nth}` })))
      const found = async () => (await (await api.request('/api/products?q=zarda&sort=name&limit=90')).json()).length
      expect(await found()).toBe(90)
      await db
        .update(products)
        .set({ archivedAt: new Date() })
        .where(and(like(products.name, 'Zarda %'), ne(products.name, 'Zarda 7')))
      expect(await found()).toBe(1)
    }))

  it('finds what a mistyped word means, and what the admin says that a word means', () =>
    inDemoShop(async (api, db) => {
      const names = async (q: string) =>
        (await productsAt(api, `/api/products?q=${q}&limit=100`)).map(({ name }) => name)
      expect(await names('hazlenut')).toEqual(expect.arrayContaining(['Hazelnut Praline Bar']))
      expect(await names('praline+hazelnut')).toEqual(['Hazelnut Praline Bar'])
      expect(await names('gc-mlk-02')).toEqual(['Hazelnut Praline Bar'])
      expect(await names('findak')).toEqual([])
      const { version, value } = await readVersionedSection(db, 'search')
      const synonyms = [...value.synonyms, { typed: 'findak', meaning: 'hazelnut' }]
      await changeSection(db, 'search', {
        version,
        value: { synonyms },
        by: { id: crypto.randomUUID(), email: 'a@b.example' },
      })
      expect(await names('Findak')).toEqual(expect.arrayContaining(['Hazelnut Praline Bar']))
    }))

  it('offers without an allergen only what neither has it nor may have traces, as far as its label says', () =>
    inDemoShop(async (api, db) => {
      const safe = async (without: string) =>
        (await productsAt(api, `/api/products?without=${without}&limit=100`)).map(({ id }) => id)
      const rows = await db.select().from(productFacts)
      const known = rows.filter(({ facts: { contains, mayContain } }) => contains && mayContain)
      const expected = known.filter(
        ({ facts: { contains = [], mayContain = [] } }) => ![...contains, ...mayContain].includes('tree-nuts'),
      )
      expect(await safe('tree-nuts')).toEqual(expected.map(({ productId }) => productId).toSorted((a, b) => a - b))
      const [first] = await safe('tree-nuts')
      await db.delete(productFacts).where(eq(productFacts.productId, Number(first)))
      expect(await safe('tree-nuts')).not.toContain(first)
      expect(await safe('tree-nuts,milk,soya')).not.toContain(first)
    }))

  it('tells how many it found where it has seen them all', () =>
    inDemoShop(async (api) => {
      const totalCount = async (query: string) =>
        (await api.request(`/api/products?${query}`)).headers.get('X-Total-Count')
      const found = await productsAt(api, '/api/products?q=dark')
      expect(await totalCount('q=dark')).toBe(String(found.length))
      expect(await totalCount('q=dark&limit=1')).toBeNull()
    }))

  it.each([
    'limit=0x10',
    'limit=1e1',
    'sort=cheap',
    'ids=1,x',
    'limit=0',
    'limit=101',
    'limit=ten',
    'limit=5&cursor=-1',
    'limit=5&cursor=2000000000',
    'words=',
    'words=dark,,milk',
    `words=${'dark,'.repeat(10)}dark`,
    `words=${'d'.repeat(41)}`,
    'categoryId=dark',
    'diet=fish',
    'without=dust',
    'without=milk,,egg',
    'cacao=70',
    'cacao=80-60',
    'cacao=200-300',
    'price=-',
    'price=cheap',
    'inStock=yes',
  ])('refuses a page that cannot be: %s', (query) =>
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
      expect(await productsAt(api, `/api/products?limit=29&cursor=${first.id}`)).toEqual(rest)
    }))
})

describe('GET /api/products/{id}', () => {
  it('answers the product as the list has it', () =>
    inDemoShop(async (api) => {
      const [, product] = await productsAt(api, '/api/products')
      const answer = await api.request(`/api/products/${product?.id}`)
      expect(answer.headers.get('Cache-Control')).toBe('public, no-cache')
      const images = [{ url: product?.imageUrl, alt: product?.name }]
      expect(await answer.json()).toEqual({ ...product, images, facts: demoFoodFacts(product ?? expect.fail()) })
    }))

  it("says that an unknown product doesn't exist", () =>
    inDemoShop(async (api) => {
      const answer = await api.request('/api/products/2147483647')
      expect(answer.status).toBe(404)
      expect(await answer.json()).toMatchObject({ message: "The product you're looking for doesn't exist." })
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
      expect(answer.headers.get('Allow')).toBe('GET, HEAD')
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
