import { describe, expect, it } from 'vitest'
import type { Db } from '#src/db/database.server.ts'
import { auditLog } from '#src/features/audit/audit.table.server.ts'
import type { FoodFacts } from '#src/features/catalog/food/food-facts.contract.ts'
import { MANDATORY_FACTS } from '#src/features/catalog/food/food-facts.ts'
import { productsApi } from '#src/features/catalog/products/products.api.server.ts'
import { productFacts } from '#src/features/catalog/products/products.table.server.ts'
import { inTestTransaction } from '#src/testing/test-database.ts'
import { createAdminClient } from '#tests/factories/admin-client.ts'
import { insertCategory, insertFacts, insertProduct, type ProductRow } from '#tests/factories/catalog.ts'
import { MILK_BAR_FACTS } from '#tests/factories/food-facts.ts'
import { adminProductsApi } from './admin-products.api.server.ts'

type Mode = 'demo' | 'live'

async function createClient(db: Db, mode: Mode) {
  const api = productsApi({ db }).route('/', adminProductsApi({ db, mode, referencesOf: async () => new Map() }))
  const client = await createAdminClient(db, api)
  const { id: categoryId } = await insertCategory(db)
  const typed = {
    name: 'Milk Bar',
    description: 'Milky.',
    price: '450',
    stock: 3,
    minStock: 0,
    sku: 'MILK',
    categoryId,
  }
  const add = (facts?: unknown) => client.call('POST /api/products', { ...typed, facts })
  const save = ({ id, name, description, pricePaise, stock, minStock, sku, categoryId }: ProductRow, change: object) =>
    client.call(`PUT /api/products/${id}`, {
      ...{ name, description, price: pricePaise / 100, stock, minStock, sku, categoryId, ...change },
    })
  const stored = async (id: number) => (await client.call(`GET /api/admin/products/${id}`)).answer
  const log = () => db.select().from(auditLog).orderBy(auditLog.createdAt)
  return { ...client, typed, add, save, stored, log }
}

const inShop = (mode: Mode) => (body: (client: Awaited<ReturnType<typeof createClient>>, db: Db) => Promise<void>) =>
  inTestTransaction(async (db) => body(await createClient(db, mode), db))

const inDemo = inShop('demo')
const inLiveShop = inShop('live')

const without = (...names: (keyof FoodFacts)[]): FoodFacts =>
  Object.fromEntries(Object.entries(MILK_BAR_FACTS).filter(([name]) => !names.includes(name as keyof FoodFacts)))

describe('the food facts of a product', () => {
  it('are saved with it, and customers get them', () =>
    inDemo(async ({ add, call, log }) => {
      const { status, answer } = await add(MILK_BAR_FACTS)
      expect([status, answer.facts, answer.notice]).toEqual([201, MILK_BAR_FACTS, null])
      expect((await call(`GET /api/products/${answer.id}`)).answer).toMatchObject({
        facts: MILK_BAR_FACTS,
        diet: 'veg',
        net: '110 g',
      })
      expect(await log()).toMatchObject([{ action: 'create', after: { genericName: 'Milk chocolate', mrp: 450 } }])
    }))

  it('stay with an edit that does not name them, and go with one that names none', () =>
    inDemo(async ({ save, stored }, db) => {
      const bar = await insertProduct(db)
      await insertFacts(db, bar.id, MILK_BAR_FACTS)
      await save(bar, { name: 'Renamed' })
      expect(await stored(bar.id)).toMatchObject({ name: 'Renamed', facts: MILK_BAR_FACTS })
      expect((await save(bar, { facts: {} })).answer.facts).toEqual({})
      expect(await db.$count(productFacts)).toBe(0)
    }))

  it('are in the audit log as far as they changed', () =>
    inDemo(async ({ save, log }, db) => {
      const bar = await insertProduct(db)
      await insertFacts(db, bar.id, MILK_BAR_FACTS)
      await save(bar, { facts: { ...MILK_BAR_FACTS, mrp: 500, contains: ['milk'] } })
      await save(bar, { facts: { ...MILK_BAR_FACTS, mrp: 500, contains: ['milk'] } })
      const entries = await log()
      expect(entries.map(({ before, after }) => ({ before, after }))).toEqual([
        { before: { contains: ['milk', 'soya'], mrp: 450 }, after: { contains: ['milk'], mrp: 500 } },
      ])
    }))

  it('may be typed as text, as a form sends them', () =>
    inDemo(async ({ add }) => {
      const net = { value: '110', unit: 'g' }
      const { answer } = await add({ ...MILK_BAR_FACTS, net, mrp: '₹1,450.50', shelfLifeDays: '180' })
      expect(answer.facts).toEqual({ ...MILK_BAR_FACTS, mrp: 1450.5 })
    }))

  it.each([
    ['an MRP below the price', { mrp: 449.99 }, 'facts.mrp', 'The MRP cannot be below the price of ₹450.'],
    ['an MRP of half a paisa', { mrp: 450.005 }, 'facts.mrp'],
    ['an MRP in words', { mrp: 'much' }, 'facts.mrp'],
    ['a net quantity of nothing', { net: { value: 0, unit: 'g' } }, 'facts.net.value'],
    ['a net quantity without a unit', { net: { value: 10 } }, 'facts.net.unit'],
    ['egg in vegetarian food', { containsEgg: true, contains: ['milk', 'egg'] }, 'facts.diet'],
    ['half of the nutrition', { nutrition: { energy: 500 } }, 'facts.nutrition.protein'],
    ['a fourth decimal', { nutrition: { ...MILK_BAR_FACTS.nutrition, fat: 33.0001 } }, 'facts.nutrition.fat'],
    [
      'more sugars than carbohydrate',
      { nutrition: { ...MILK_BAR_FACTS.nutrition, sugars: 56 } },
      'facts.nutrition.sugars',
    ],
    ['a call of the shop for a label', { labelPicture: '/api/logout' }, 'facts.labelPicture'],
    ['a label that anybody on the way can change', { labelPicture: 'http://a.example/l.jpg' }, 'facts.labelPicture'],
    ['ingredients of spaces', { ingredients: '  ' }, 'facts.ingredients'],
    ['neither yes nor no for egg', { containsEgg: 'perhaps' }, 'facts.containsEgg'],
  ])('with %s are refused beside the field, and nothing is saved', (...[, wrong, path, words]) =>
    inDemo(async ({ save, stored, log }, db) => {
      const bar = await insertProduct(db)
      await insertFacts(db, bar.id, MILK_BAR_FACTS)
      const { status, answer } = await save(bar, { name: 'New name', facts: { ...MILK_BAR_FACTS, ...wrong } })
      expect([status, answer.issues[0]]).toEqual([400, { path, message: words ?? expect.stringMatching(/\.$/) }])
      expect(await stored(bar.id)).toMatchObject({ name: bar.name, facts: MILK_BAR_FACTS })
      expect(await log()).toEqual([])
    }),
  )

  it('that are wrong in two ways are refused for both', () =>
    inDemo(async ({ add }) => {
      const { answer } = await add({ ...MILK_BAR_FACTS, storage: '', containsEgg: true, contains: ['egg', 'dust'] })
      expect(answer.issues.map(({ path }: { path: string }) => path).toSorted()).toEqual([
        'facts.contains.1',
        'facts.diet',
        'facts.storage',
      ])
    }))

  it('name an MRP that a new price alone may not exceed', () =>
    inDemo(async ({ save, stored }, db) => {
      const bar = await insertProduct(db)
      await insertFacts(db, bar.id, MILK_BAR_FACTS)
      const { status, answer } = await save(bar, { price: '450.01' })
      const message = 'The MRP cannot be below the price of ₹450.01.'
      expect([status, answer.issues]).toEqual([400, [{ path: 'facts.mrp', message }]])
      expect((await stored(bar.id)).price).toBe(450)
    }))

  it('that are missing list the product under a filter, on sale or not', () =>
    inDemo(async ({ call }, db) => {
      const [full, some, none] = [
        await insertProduct(db, { name: 'Full' }),
        await insertProduct(db, { name: 'Some', archivedAt: new Date() }),
        await insertProduct(db, { name: 'None' }),
      ]
      await insertFacts(db, full.id, MILK_BAR_FACTS)
      await insertFacts(db, some.id, without('mrp'))
      const listed = await call('GET /api/admin/products?status=incomplete')
      expect(listed.answer.map(({ id }: { id: number }) => id)).toEqual([none.id, some.id])
    }))
})

describe('a demo', () => {
  it('sells products without facts', () =>
    inDemo(async ({ add, call, save }, db) => {
      expect((await add()).answer).toMatchObject({ archivedAt: null, notice: null, facts: {} })
      const bar = await insertProduct(db, { archivedAt: new Date() })
      expect((await call(`POST /api/admin/products/${bar.id}/restore`)).status).toBe(200)
      await insertFacts(db, bar.id, MILK_BAR_FACTS)
      expect((await save(bar, { facts: without('storage') })).status).toBe(200)
    }))
})

describe('a live shop', () => {
  it('saves a new product without its facts, does not sell it, and says what it lacks', () =>
    inLiveShop(async ({ add, call, log }) => {
      const { status, answer } = await add(without('mrp', 'storage'))
      expect([status, answer.notice]).toEqual([201, 'It is not for sale yet. It lacks: MRP and storage.'])
      expect(answer.archivedAt).toEqual(expect.any(String))
      expect((await call(`GET /api/products/${answer.id}`)).status).toBe(404)
      expect(await log()).toMatchObject([{ action: 'create', after: { archived: true } }])
    }))

  it('sells a product with all its facts at once', () =>
    inLiveShop(async ({ add }) => {
      expect((await add(MILK_BAR_FACTS)).answer).toMatchObject({ archivedAt: null, notice: null })
    }))

  it('puts it on sale when nothing is missing any more, not before', () =>
    inLiveShop(async ({ add, call, typed }) => {
      const { answer: product } = await add()
      expect(await call(`POST /api/admin/products/${product.id}/restore`)).toMatchObject({
        status: 409,
        answer: {
          message: expect.stringMatching(/^It is not for sale yet\. It lacks: generic name, /),
          missing: MANDATORY_FACTS,
        },
      })
      const step = await call(`PUT /api/products/${product.id}`, { ...typed, facts: without('origin') })
      expect([step.status, step.answer.archivedAt]).toEqual([200, expect.any(String)])
      expect((await call(`POST /api/admin/products/${product.id}/restore`)).answer.missing).toEqual(['origin'])
      await call(`PUT /api/products/${product.id}`, { ...typed, facts: MILK_BAR_FACTS })
      expect((await call(`POST /api/admin/products/${product.id}/restore`)).answer.archivedAt).toBeNull()
    }))

  it('refuses to remove facts of a product on sale, each beside its field', () =>
    inLiveShop(async ({ save, stored }, db) => {
      const bar = await insertProduct(db)
      await insertFacts(db, bar.id, MILK_BAR_FACTS)
      const { status, answer } = await save(bar, { facts: without('net', 'nutrition', 'mayContain', 'contains') })
      expect([status, answer.issues]).toEqual([
        400,
        [
          { path: 'facts.contains', message: 'A product on sale must keep this: allergens.' },
          { path: 'facts.net.value', message: 'A product on sale must keep this: net quantity.' },
          { path: 'facts.nutrition.energy', message: 'A product on sale must keep this: nutrition.' },
        ],
      ])
      expect((await stored(bar.id)).facts).toEqual(MILK_BAR_FACTS)
    }))

  it('lets a product that was on sale before facts were mandatory get them step by step', () =>
    inLiveShop(async ({ save }, db) => {
      const bar = await insertProduct(db)
      expect((await save(bar, { price: '460' })).answer).toMatchObject({ archivedAt: null, price: 460 })
      expect((await save(bar, { facts: { diet: 'veg' } })).status).toBe(200)
      expect((await save(bar, { facts: { origin: 'India' } })).answer.issues).toMatchObject([{ path: 'facts.diet' }])
    }))
})
