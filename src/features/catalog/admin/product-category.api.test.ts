import { describe, expect, it } from 'vitest'
import type { Db } from '#src/db/database.server.ts'
import { auditLog } from '#src/features/audit/audit.table.server.ts'
import { categories, products } from '#src/features/catalog/products/products.table.server.ts'
import { inTestTransaction } from '#src/testing/test-database.ts'
import { createAdminClient } from '#tests/factories/admin-client.ts'
import { insertCategory, insertProduct } from '#tests/factories/catalog.ts'
import { adminProductsApi } from './admin-products.api.server.ts'

const PRODUCT = { name: 'Saffron Bar', description: '', price: '450', stock: 0, minStock: 0, sku: 'GC-NEW-01' }

const inShop = (body: (call: Awaited<ReturnType<typeof createAdminClient>>['call'], db: Db) => Promise<void>) =>
  inTestTransaction(async (db) => {
    const { call } = await createAdminClient(
      db,
      adminProductsApi({ db, mode: 'demo', referencesOf: async () => new Map() }),
    )
    await body(call, db)
  })

describe('a product with a new category', () => {
  it('is saved together with it, and the audit log names both', () =>
    inShop(async (call, db) => {
      const { status, answer } = await call('POST /api/products', { ...PRODUCT, newCategory: ' Winter ' })
      expect([status, answer.category.name]).toEqual([201, 'Winter'])
      const log = await db.select({ entity: auditLog.entity, action: auditLog.action }).from(auditLog)
      expect(log).toEqual(
        expect.arrayContaining([
          { entity: 'category', action: 'create' },
          { entity: 'product', action: 'create' },
        ]),
      )
    }))

  it('that is refused leaves no category behind', () =>
    inShop(async (call, db) => {
      const { sku } = await insertProduct(db)
      const before = await db.$count(categories)
      const refused = await call('POST /api/products', { ...PRODUCT, sku, newCategory: 'Winter' })
      expect(refused).toMatchObject({ status: 409, answer: { issues: [{ path: 'sku' }] } })
      expect(await db.$count(categories)).toBe(before)
      expect(await call('POST /api/products', { ...PRODUCT, newCategory: 'Winter' })).toMatchObject({ status: 201 })
    }))

  it('is refused beside a chosen category, and when its name exists, is empty or too long', () =>
    inShop(async (call, db) => {
      const { id: categoryId, name } = await insertCategory(db)
      const both = 'Please choose a category or name a new one, not both.'
      expect(await call('POST /api/products', { ...PRODUCT, categoryId, newCategory: 'Winter' })).toMatchObject({
        ...{ status: 400, answer: { issues: [{ path: 'newCategory', message: both }] } },
      })
      for (const [newCategory, status, message] of [
        [name.toUpperCase(), 409, `The category ${name} already exists.`],
        ['', 400, 'Please give the category a name.'],
        ['x'.repeat(61), 400, expect.any(String)],
      ] as const)
        expect(await call('POST /api/products', { ...PRODUCT, newCategory })).toMatchObject({
          ...{ status, answer: { issues: [{ path: 'newCategory', message }] } },
        })
      expect(await db.$count(products)).toBe(0)
    }))

  it('can be an edited one; without any category it is refused together with its other errors', () =>
    inShop(async (call, db) => {
      const { id } = await insertProduct(db)
      const edited = await call(`PUT /api/products/${id}`, { ...PRODUCT, newCategory: 'Winter' })
      expect([edited.status, edited.answer.category.name]).toEqual([200, 'Winter'])
      const refused = await call('POST /api/products', { ...PRODUCT, price: 'much' })
      const paths = refused.answer.issues.map(({ path }: { path: string }) => path)
      expect([refused.status, paths.toSorted()]).toEqual([400, ['categoryId', 'price']])
    }))
})
