import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import type { Db } from '#src/db/database.server.ts'
import { auditLog } from '#src/features/audit/audit.table.server.ts'
import { productsApi } from '#src/features/catalog/products/products.api.server.ts'
import { ListedCategory, Product } from '#src/features/catalog/products/products.contract.ts'
import { categories, products } from '#src/features/catalog/products/products.table.server.ts'
import { inTestTransaction } from '#src/testing/test-database.ts'
import { createAdminClient } from '#tests/factories/admin-client.ts'
import { insertCategory, insertProduct } from '#tests/factories/catalog.ts'
import { categoriesApi } from './categories.api.server.ts'
import { AdminCategory } from './categories.contract.ts'

async function categoriesAdmin(db: Db) {
  const client = await createAdminClient(db, productsApi({ db }).route('/', categoriesApi({ db })))
  const listed = async () => ListedCategory.array().parse((await client.call('GET /api/categories')).answer)
  const names = async () => (await listed()).map(({ name }) => name)
  const all = async () => AdminCategory.array().parse((await client.call('GET /api/admin/categories')).answer)
  const log = () => db.select().from(auditLog).orderBy(auditLog.createdAt, auditLog.entityId)
  return { ...client, listed, names, all, log }
}

const inShop = (body: (client: Awaited<ReturnType<typeof categoriesAdmin>>, db: Db) => Promise<void>) =>
  inTestTransaction(async (db) => body(await categoriesAdmin(db), db))

describe('a new category', () => {
  it('is the last one of the shop, with its text and picture', () =>
    inShop(async ({ call, names, listed, log }) => {
      await call('POST /api/admin/categories', { name: 'Bars' })
      const { status, answer } = await call('POST /api/admin/categories', {
        name: ' Diwali ',
        description: 'Boxes for the festival.',
        imageUrl: '/pictures/diwali.webp',
      })
      expect(status).toBe(201)
      expect(AdminCategory.parse(answer)).toMatchObject({ name: 'Diwali', hidden: false, products: 0, archived: 0 })
      expect(await names()).toEqual(['Bars', 'Diwali'])
      expect((await listed())[1]).toEqual({
        id: answer.id,
        name: 'Diwali',
        description: 'Boxes for the festival.',
        imageUrl: '/pictures/diwali.webp',
      })
      expect(await log()).toMatchObject([
        { entity: 'category', action: 'create', after: { name: 'Bars' } },
        { entity: 'category', action: 'create', after: { name: 'Diwali', description: 'Boxes for the festival.' } },
      ])
    }))

  it('needs a name that no other category has, in upper or lower case', () =>
    inShop(async ({ call, names }) => {
      await call('POST /api/admin/categories', { name: 'Diwali' })
      const message = 'The category Diwali already exists.'
      expect(await call('POST /api/admin/categories', { name: 'dIWALI' })).toMatchObject({
        status: 409,
        answer: { message, issues: [{ path: 'name', message }] },
      })
      expect((await call('POST /api/admin/categories', { name: ' ' })).answer.issues).toEqual([
        { path: 'name', message: 'Please give the category a name.' },
      ])
      expect(await names()).toEqual(['Diwali'])
    }))

  it('needs a name that looks like no other, however its accents and spaces are typed', () =>
    inShop(async ({ call, names }) => {
      await call('POST /api/admin/categories', { name: 'Crème brûlée' })
      for (const name of ['Crème brûlée'.normalize('NFD'), 'CRÈME  BRÛLÉE'])
        expect((await call('POST /api/admin/categories', { name })).status).toBe(409)
      expect((await call('POST /api/admin/categories', { name: 'Creme brulee' })).status).toBe(201)
      expect(await names()).toEqual(['Crème brûlée', 'Creme brulee'])
    }))

  it.each(['.', '..', 'all', ' All '])('called %s has no address of its own, and is refused in words', (name) =>
    inShop(async ({ call }) => {
      const { status, answer } = await call('POST /api/admin/categories', { name })
      const message = 'Please choose another name: this one cannot be part of an address.'
      expect([status, answer.issues]).toEqual([400, [{ path: 'name', message }]])
    }),
  )

  it.each([
    ['a name of two lines', { name: 'Dark\nMilk' }, 'name'],
    ['a name of 61 letters', { name: 'a'.repeat(61) }, 'name'],
    ['a text of 601 letters', { name: 'Dark', description: 'a'.repeat(601) }, 'description'],
    ['a script for a picture', { name: 'Dark', imageUrl: 'javascript:alert(1)' }, 'imageUrl'],
  ])('with %s is refused beside the field, and nothing is added', (_, typed, field) =>
    inShop(async ({ call, names, log }) => {
      const { status, answer } = await call('POST /api/admin/categories', typed)
      expect([status, answer.issues[0].path]).toEqual([400, field])
      expect([await names(), await log()]).toEqual([[], []])
    }),
  )
})

describe('a changed category', () => {
  it('keeps its products under a new name; what is not sent stays', () =>
    inShop(async ({ call, log }, db) => {
      const { id } = await insertCategory(db, 'Dark')
      const product = await insertProduct(db, { categoryId: id })
      await call(`PUT /api/admin/categories/${id}`, { description: 'From one estate.' })
      const { status, answer } = await call(`PUT /api/admin/categories/${id}`, { name: 'Dark bars' })
      expect([status, answer]).toEqual([
        200,
        {
          ...{ id, name: 'Dark bars', description: 'From one estate.', imageUrl: null },
          ...{ hidden: false, products: 1, archived: 0 },
        },
      ])
      expect((await call(`GET /api/products/${product.id}`)).answer.category).toEqual({ id, name: 'Dark bars' })
      const found = async (name: string) =>
        (await call(`GET /api/products?category=${encodeURIComponent(name)}`)).answer
      expect([await found('dark'), await found('dark bars')]).toMatchObject([[], [{ id: product.id }]])
      expect((await log()).at(-1)).toMatchObject({
        entity: 'category',
        action: 'update',
        before: { name: 'Dark' },
        after: { name: 'Dark bars' },
      })
      await call(`PUT /api/admin/categories/${id}`, { name: 'Édition ÅÄÖ' })
      expect(await found('édition åäö')).toMatchObject([{ id: product.id }])
    }))

  it('takes another case of its own name, but not the name of another', () =>
    inShop(async ({ call }, db) => {
      const [dark] = [await insertCategory(db, 'Dark'), await insertCategory(db, 'Milk')]
      expect((await call(`PUT /api/admin/categories/${dark.id}`, { name: 'DARK' })).status).toBe(200)
      const { status, answer } = await call(`PUT /api/admin/categories/${dark.id}`, { name: 'milk' })
      expect([status, answer.issues[0]]).toEqual([409, { path: 'name', message: 'The category Milk already exists.' }])
    }))

  it('is in no list while it is hidden, and its products stay for sale', () =>
    inShop(async ({ call, names, all, log }, db) => {
      const [dark, milk] = [await insertCategory(db, 'Dark'), await insertCategory(db, 'Milk')]
      const product = await insertProduct(db, { categoryId: dark.id })
      await call(`PUT /api/admin/categories/${dark.id}`, { hidden: true })
      await call(`PUT /api/admin/categories/${dark.id}`, { hidden: true })
      expect(await names()).toEqual(['Milk'])
      expect(await all()).toMatchObject([
        { name: 'Dark', hidden: true, products: 1 },
        { name: 'Milk', hidden: false },
      ])
      const listed = Product.array().parse((await call('GET /api/products')).answer)
      expect(listed).toMatchObject([{ id: product.id, category: { id: dark.id, name: 'Dark' } }])
      const listedAs = async (slug: string) => (await call(`GET /api/products?category=${slug}`)).answer.length
      const shownOn = async () => (await call(`GET /api/products/${product.id}`)).answer.category
      expect([await listedAs('dark'), await shownOn()]).toEqual([0, { id: dark.id, name: 'Dark', hidden: true }])
      await call(`PUT /api/admin/categories/${dark.id}`, { hidden: false })
      expect(await names()).toEqual(['Dark', 'Milk'])
      expect([await listedAs('dark'), await shownOn()]).toEqual([1, { id: dark.id, name: 'Dark' }])
      const changes = (await log()).map(({ before, after }) => ({ before, after }))
      expect(changes).toEqual([
        { before: { hidden: false }, after: { hidden: true } },
        { before: { hidden: true }, after: { hidden: false } },
      ])
      expect(milk.hiddenAt).toBeNull()
    }))
})

describe('the order of the categories', () => {
  it('is the order of every list', () =>
    inShop(async ({ call, names, log }, db) => {
      const [a, b, c] = [await insertCategory(db, 'A'), await insertCategory(db, 'B'), await insertCategory(db, 'C')]
      expect(await names()).toEqual(['A', 'B', 'C'])
      const { status, answer } = await call('PUT /api/admin/categories/order', { ids: [c.id, a.id, b.id] })
      expect([
        status,
        AdminCategory.array()
          .parse(answer)
          .map(({ name }) => name),
      ]).toEqual([200, ['C', 'A', 'B']])
      expect(await names()).toEqual(['C', 'A', 'B'])
      expect((await log()).every(({ entity, after }) => entity === 'category' && after && 'position' in after)).toBe(
        true,
      )
      await call('POST /api/admin/categories', { name: 'D' })
      expect((await names()).at(-1)).toBe('D')
    }))

  it('is refused unless it names each category once', () =>
    inShop(async ({ call, names }, db) => {
      const [a, b] = [await insertCategory(db, 'A'), await insertCategory(db, 'B')]
      for (const ids of [[b.id], [b.id, b.id], [b.id, a.id, 2_000_000], []])
        expect(await call('PUT /api/admin/categories/order', { ids })).toMatchObject({
          status: 409,
          answer: { message: 'The categories have changed meanwhile. Please order them again.' },
        })
      expect(await names()).toEqual(['A', 'B'])
    }))
})

describe('a deleted category', () => {
  it('goes at once when it is empty', () =>
    inShop(async ({ call, names, log }, db) => {
      const { id } = await insertCategory(db, 'Dark')
      expect(await call(`DELETE /api/admin/categories/${id}`)).toEqual({
        status: 200,
        answer: { success: true, moved: 0 },
      })
      expect(await names()).toEqual([])
      expect(await log()).toMatchObject([{ entity: 'category', action: 'delete', before: { name: 'Dark' } }])
    }))

  it('stays while it has a product, archived or not, unless another category takes it', () =>
    inShop(async ({ call, names, log }, db) => {
      const [dark, milk] = [await insertCategory(db, 'Dark'), await insertCategory(db, 'Milk')]
      const sold = await insertProduct(db, { categoryId: dark.id })
      const old = await insertProduct(db, { categoryId: dark.id, archivedAt: new Date() })
      const message = 'Dark has 2 products. Please choose the category that takes them.'
      expect(await call(`DELETE /api/admin/categories/${dark.id}`)).toMatchObject({
        status: 409,
        answer: { message, issues: [{ path: 'productsTo', message }] },
      })
      expect([await names(), await log()]).toEqual([['Dark', 'Milk'], []])

      expect(await call(`DELETE /api/admin/categories/${dark.id}?productsTo=${milk.id}`)).toEqual({
        status: 200,
        answer: { success: true, moved: 2 },
      })
      expect(await names()).toEqual(['Milk'])
      const moved = await db.select().from(products).where(eq(products.categoryId, milk.id)).orderBy(products.id)
      expect(moved).toMatchObject([{ id: sold.id }, { id: old.id, archivedAt: old.archivedAt }])
      expect(moved[0]?.updatedAt.getTime()).toBeGreaterThan(sold.updatedAt.getTime())
      const entries = (await log()).map(({ entity, action, after }) => [entity, action, after])
      expect(entries).toHaveLength(3)
      expect(entries).toContainEqual(['product', 'update', { categoryId: milk.id }])
      expect(entries).toContainEqual(['category', 'delete', { productsTo: 'Milk' }])
    }))

  it('is not emptied into itself, nor into a category that does not exist', () =>
    inShop(async ({ call, names }, db) => {
      const { id } = await insertCategory(db, 'Dark')
      await insertProduct(db, { categoryId: id })
      for (const target of [id, 2_000_000]) {
        const { status, answer } = await call(`DELETE /api/admin/categories/${id}?productsTo=${target}`)
        const issues = [{ path: 'productsTo', message: 'Please choose another category.' }]
        expect([status, answer.issues]).toEqual([400, issues])
      }
      expect(await names()).toEqual(['Dark'])
    }))
})

it.each(['PUT', 'DELETE'])('an unknown category gets 404: %s', (method) =>
  inShop(async ({ call }, db) => {
    for (const id of ['999999', 'abc', '9999999999']) {
      const { status } = await call(
        `${method} /api/admin/categories/${id}`,
        method === 'PUT' ? { name: 'A' } : undefined,
      )
      expect([id, status]).toEqual([id, 404])
    }
    expect(await db.$count(categories)).toBe(0)
  }),
)
