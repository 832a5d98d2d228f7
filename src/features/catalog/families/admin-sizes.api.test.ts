import { asc, desc, eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import type { Db } from '#src/db/database.server.ts'
import { auditLog } from '#src/features/audit/audit.table.server.ts'
import { adminProductsApi } from '#src/features/catalog/admin/admin-products.api.server.ts'
import { productsApi } from '#src/features/catalog/products/products.api.server.ts'
import { productFamilies, productPictures, products } from '#src/features/catalog/products/products.table.server.ts'
import { inTestTransaction } from '#src/testing/test-database.ts'
import { createAdminClient } from '#tests/factories/admin-client.ts'
import { insertCategory, insertFacts, insertProduct } from '#tests/factories/catalog.ts'
import { MILK_BAR_FACTS } from '#tests/factories/food-facts.ts'
import { adminSizesApi } from './admin-sizes.api.server.ts'
import { MAX_SIZES } from './size-names.ts'

async function createClient(db: Db, mode: 'demo' | 'live' = 'demo') {
  const rules = { db, mode }
  const api = productsApi({ db })
    .route('/', adminProductsApi({ ...rules, referencesOf: async () => new Map() }))
    .route('/', adminSizesApi(rules))
  const client = await createAdminClient(db, api)
  const bar = await insertProduct(db, { name: 'Milk Bar', sku: 'MILK', pricePaise: 450_00 })
  await insertFacts(db, bar.id, MILK_BAR_FACTS)
  const path = `/api/admin/products/${bar.id}/sizes`
  const add = (size: object = {}) => client.call(`POST ${path}`, { ...SMALL, ...size })
  return { ...client, bar, path, add }
}

const SMALL = {
  ownLabel: '110 g',
  label: '55 g',
  sku: 'MILK-55',
  price: '240',
  stock: 8,
  facts: { net: { value: 55, unit: 'g' }, mrp: 250 },
}

type Client = Awaited<ReturnType<typeof createClient>>
const inShop = (body: (client: Client, db: Db) => Promise<void>) =>
  inTestTransaction(async (db) => body(await createClient(db), db))

const fieldsOf = ({ issues }: { issues: { path: string; message: string }[] }) => issues.map(({ path }) => path)
const namesOf = async (db: Db) =>
  (await db.select().from(products).orderBy(asc(products.id))).map(({ name, sizeLabel, sizePosition }) => ({
    ...{ name, sizeLabel, sizePosition },
  }))

describe('a size that an admin adds', () => {
  it('is a copy of the product, apart from what differs by size; both are named after it', () =>
    inShop(async ({ add, bar, call, path }, db) => {
      await db.insert(productPictures).values([
        { productId: bar.id, position: 1, url: '/uploads/a.jpg', alt: '' },
        { productId: bar.id, position: 2, url: '/uploads/b.jpg', alt: 'Broken open' },
      ])
      await db.update(products).set({ meltClass: 'bonbon' }).where(eq(products.id, bar.id))
      const { status, answer } = await add()
      expect(status).toBe(201)
      const { description, categoryId, minStock, maxPerOrder } = bar
      expect(answer).toMatchObject({
        ...{ name: 'Milk Bar · 55 g', sku: 'MILK-55', price: 240, stock: 8, notice: null },
        ...{ description, categoryId, minStock, maxPerOrder, meltClass: 'bonbon' },
        facts: { genericName: 'Milk chocolate', nutrition: MILK_BAR_FACTS.nutrition, net: { value: 55 }, mrp: 250 },
      })
      expect(answer.facts.labelPicture).toBeUndefined()
      expect(answer.images).toEqual([
        { url: '/uploads/a.jpg', alt: 'Milk Bar · 55 g' },
        { url: '/uploads/b.jpg', alt: 'Broken open' },
      ])
      expect((await call(`GET ${path}`)).answer).toEqual({
        family: 'Milk Bar',
        sizes: [
          { id: bar.id, label: '110 g', sku: 'MILK', price: 450, stock: 25, archived: false },
          { id: answer.id, label: '55 g', sku: 'MILK-55', price: 240, stock: 8, archived: false },
        ],
      })
      expect((await call(`GET /api/products/${bar.id}`)).answer.name).toBe('Milk Bar · 110 g')
    }))

  it('is in the audit log, with the new name of the first one', () =>
    inShop(async ({ add }, db) => {
      await add()
      const entries = await db.select().from(auditLog).orderBy(auditLog.createdAt)
      expect(entries.map(({ action, before, after }) => ({ action, before, after }))).toMatchObject([
        {
          action: 'update',
          before: { name: 'Milk Bar', size: null, sizePosition: 0 },
          after: { name: 'Milk Bar · 110 g', size: '110 g', sizePosition: 1 },
        },
        { action: 'create', after: { name: 'Milk Bar · 55 g', price: 240, mrp: 250 } },
        { action: 'update', before: { size: null, sizePosition: 0 }, after: { size: '55 g', sizePosition: 2 } },
      ])
    }))

  it('keeps an own tax rate, and in a live shop waits for its net quantity and label', () =>
    inTestTransaction(async (db) => {
      const { add, bar, call } = await createClient(db, 'live')
      await call(`PUT /api/products/${bar.id}`, {
        ...{ name: bar.name, description: '', price: 450, stock: 25, minStock: 5, sku: bar.sku },
        ...{ categoryId: bar.categoryId, tax: { hsn: '1704', percent: 12, validFrom: '2026-01-01' } },
      })
      const { answer } = await add({ facts: { mrp: 250 } })
      expect(answer.notice).toMatch(/net quantity/i)
      expect(answer.archivedAt).not.toBeNull()
      const tax = await call(`GET /api/admin/products/${answer.id}/tax`)
      expect(tax.answer).toMatchObject({ hsn: '1704', percent: 12, isOwn: true })
    }))

  it.each([
    ['the label of the product itself', { label: '110  G' }, 409, ['label']],
    ['no label for the product itself', { ownLabel: undefined }, 409, ['ownLabel']],
    ['no label', { label: ' ' }, 400, ['label']],
    ['a label of 31 letters', { label: 'x'.repeat(31) }, 400, ['label']],
    ['a label of two lines', { label: '55 g\nnew' }, 400, ['label']],
    ['a family name that leaves no room for the size', { family: 'F'.repeat(115) }, 409, ['ownLabel']],
    ['an SKU that is taken', { sku: 'MILK' }, 409, ['sku']],
    ['no SKU', { sku: '' }, 400, ['sku']],
    ['no price', { price: '' }, 400, ['price']],
    ['a stock below nothing', { stock: -1 }, 400, ['stock']],
    ['an MRP below the price', { facts: { mrp: 239 } }, 400, ['facts.mrp']],
    ['a net quantity of nothing', { facts: { net: { value: 0, unit: 'g' } } }, 400, ['facts.net.value']],
    ['what a size does not have', { colour: 'dark' }, 400, ['']],
  ])('is refused beside its field: %s', (...[, change, status, fields]) =>
    inShop(async ({ add }, db) => {
      const refused = await add(change)
      expect([refused.status, fieldsOf(refused.answer)]).toEqual([status, fields])
      expect(await namesOf(db)).toEqual([{ name: 'Milk Bar', sizeLabel: null, sizePosition: 0 }])
      expect(await db.$count(productFamilies)).toBe(0)
    }),
  )

  it('is refused beyond twelve, and for a product that does not exist', () =>
    inShop(async ({ add, call }) => {
      for (let nth = 1; nth < MAX_SIZES; nth++)
        expect((await add({ label: `${nth} pieces`, sku: `MILK-${nth}` })).status).toBe(201)
      const refused = await add({ label: 'one more', sku: 'MILK-MORE' })
      expect([refused.status, refused.answer.message]).toEqual([409, 'A product has at most 12 sizes.'])
      expect((await call('POST /api/admin/products/999999/sizes', SMALL)).status).toBe(404)
    }))
})

describe('the sizes of a product', () => {
  it('are renamed and put in order together; labels may change places', () =>
    inShop(async ({ add, bar, call, path }, db) => {
      const { answer: small } = await add()
      const sizes = [
        { id: small.id, label: '110 g' },
        { id: bar.id, label: '55 g' },
      ]
      const { answer } = await call(`PUT ${path}`, { family: 'Milk', sizes })
      expect(answer.sizes.map(({ id, label }: { id: number; label: string }) => ({ id, label }))).toEqual(sizes)
      expect(await namesOf(db)).toEqual([
        { name: 'Milk · 55 g', sizeLabel: '55 g', sizePosition: 2 },
        { name: 'Milk · 110 g', sizeLabel: '110 g', sizePosition: 1 },
      ])
    }))

  it('refuse two equal labels beside the second, and a list that lacks one or names another twice', () =>
    inShop(async ({ add, bar, call, path }) => {
      const { answer: small } = await add()
      const other = await insertFamilyOfTwo(call)
      const order = (...sizes: { id: number; label: string }[]) => call(`PUT ${path}`, { family: 'Milk Bar', sizes })
      const [first, second] = [bar, small].map(({ id }) => ({ id, label: '110 g' })) as [Sized, Sized]
      const equal = await order(first, { ...second, label: '110 G ' })
      expect([equal.status, equal.answer.issues]).toEqual([
        409,
        [{ path: 'sizes.1.label', message: 'Another size of this product is already called 110 G.' }],
      ])
      for (const sizes of [[first], [first, { ...first, label: '1 g' }], [first, { id: other, label: '9 g' }]])
        expect((await order(...sizes)).answer.message).toMatch(/have changed meanwhile/)
      const taken = await call(`PUT ${path}`, { family: 'dark bar', sizes: [first, { ...second, label: '55 g' }] })
      expect([taken.status, fieldsOf(taken.answer)]).toEqual([409, ['family']])
    }))

  it.each([
    ['an empty size', { sizes: [{ id: 1, label: ' ' }] }, 'sizes.0.label'],
    ['a size with an invisible character', { sizes: [{ id: 1, label: '5\u200b5 g' }] }, 'sizes.0.label'],
    ['an id that is no number', { sizes: [{ id: 'one', label: '55 g' }] }, 'sizes.0.id'],
    ['no sizes', { sizes: [] }, 'sizes'],
    ['thirteen sizes', { sizes: Array.from({ length: 13 }, (_, id) => ({ id, label: `${id} g` })) }, 'sizes'],
    ['no name', { family: '', sizes: [{ id: 1, label: '55 g' }] }, 'family'],
  ])('are not saved with %s', (_, order, field) =>
    inShop(async ({ add, call, path }, db) => {
      await add()
      const before = await namesOf(db)
      const { status, answer } = await call(`PUT ${path}`, { family: 'Milk Bar', ...order })
      expect([status, fieldsOf(answer)]).toEqual([400, [field]])
      expect(await namesOf(db)).toEqual(before)
      expect((await call('GET /api/admin/products/999999/sizes')).status).toBe(404)
    }),
  )

  it('can be joined by an existing product, which keeps its stock and price', () =>
    inShop(async ({ bar, call, path }, db) => {
      const large = await insertProduct(db, { name: 'Large milk', sku: 'LARGE', categoryId: bar.categoryId })
      const joined = await call(`POST ${path}/join`, { ownLabel: '110 g', label: '1 kg', sku: 'LARGE' })
      expect(joined.answer.sizes).toMatchObject([{ id: bar.id }, { id: large.id, label: '1 kg', stock: 25 }])
      expect(await namesOf(db)).toMatchObject([{ name: 'Milk Bar · 110 g' }, { name: 'Milk Bar · 1 kg' }])
    }))

  it.each([
    ['an SKU that no product has', 'NONE', /No product has this SKU/],
    ['the product itself', 'MILK', /already one of the sizes/],
    ['a size of another product', 'DARK-55', /Dark Bar · 55 g is a size of another product/],
    ['a product of another category', 'GIFT', /another category/],
  ])('are not joined by %s', (_, sku, reason) =>
    inShop(async ({ call, path }, db) => {
      await insertFamilyOfTwo(call)
      await insertProduct(db, { sku: 'GIFT', categoryId: (await insertCategory(db)).id })
      const { status, answer } = await call(`POST ${path}/join`, { ownLabel: '110 g', label: '1 kg', sku })
      expect([status, fieldsOf(answer)]).toEqual([409, ['sku']])
      expect(answer.message).toMatch(reason)
    }),
  )

  it('lose one that is taken out or deleted; the last takes the family along', () =>
    inShop(async ({ add, bar, call, path }, db) => {
      const { answer: small } = await add()
      expect((await call(`DELETE ${path}`)).answer).toEqual({ family: 'Milk Bar · 110 g', sizes: [] })
      expect((await call(`DELETE ${path}`)).status).toBe(409)
      expect((await call(`PUT /api/products/${bar.id}`, { ...formOf(bar), name: 'Milk Bar' })).status).toBe(200)
      expect(await db.$count(productFamilies)).toBe(1)
      await call(`DELETE /api/products/${small.id}`)
      expect(await db.$count(productFamilies)).toBe(0)
      expect((await add({ sku: 'AGAIN' })).status).toBe(201)
    }))

  it('keep the name that follows from family and label', () =>
    inShop(async ({ add, bar, call }) => {
      await add()
      const renamed = await call(`PUT /api/products/${bar.id}`, { ...formOf(bar), name: 'Other' })
      expect([renamed.status, fieldsOf(renamed.answer)]).toEqual([409, ['name']])
      const saved = await call(`PUT /api/products/${bar.id}`, { ...formOf(bar), name: 'Milk Bar · 110 g', price: 400 })
      expect([saved.status, saved.answer.price]).toEqual([200, 400])
    }))
})

it('a size that goes to another category takes the others along', () =>
  inShop(async ({ add, bar, call, path }, db) => {
    const { answer: small } = await add()
    const { id: categoryId } = await insertCategory(db)
    const change = { ...formOf(bar), name: 'Milk Bar · 110 g', categoryId }
    expect((await call(`PUT /api/products/${bar.id}`, change)).status).toBe(200)
    expect((await call(`GET /api/products/${small.id}`)).answer.categoryId).toBe(categoryId)
    const [entry] = await db.select().from(auditLog).orderBy(desc(auditLog.createdAt)).limit(1)
    expect(entry).toMatchObject({ entityId: String(small.id), after: { categoryId } })
    expect((await call(`GET ${path}`)).answer.sizes).toHaveLength(2)
  }))

type Sized = { id: number; label: string }

const formOf = ({ description, stock, minStock, sku, categoryId, pricePaise }: Client['bar']) => ({
  ...{ description, stock, minStock, sku, categoryId, price: pricePaise / 100 },
})

async function insertFamilyOfTwo(call: Client['call']): Promise<number> {
  const { answer: list } = await call('GET /api/admin/products')
  const { categoryId } = list[0]
  const dark = { name: 'Dark Bar', description: '', price: 300, stock: 3, minStock: 0, sku: 'DARK', categoryId }
  const { answer } = await call('POST /api/products', dark)
  await call(`POST /api/admin/products/${answer.id}/sizes`, { ...SMALL, sku: 'DARK-55' })
  return answer.id
}
