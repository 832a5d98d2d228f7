import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import type { Db } from '#src/db/database.server.ts'
import { products } from '#src/features/catalog/products/products.table.server.ts'
import { startingWith } from '#src/testing/test-database.ts'
import { createAdmin } from '#tests/factories/admins.ts'
import { insertCategory, insertFacts, insertProduct } from '#tests/factories/catalog.ts'
import { MILK_BAR_FACTS } from '#tests/factories/food-facts.ts'
import { createFullApi } from '#tests/factories/full-api.ts'

const ORIGIN = 'http://localhost:3000'

async function createLiveShop(db: Db) {
  const api = createFullApi({ db }, {}, { SHOP_MODE: 'live', PUBLIC_URL: ORIGIN })
  const { cookie } = await createAdmin(db)
  return async (what: string, body?: object | string) => {
    const [method = '', path = ''] = what.split(' ')
    const isFile = typeof body === 'string'
    const headers = { cookie, origin: ORIGIN, 'content-type': isFile ? 'text/csv' : 'application/json' }
    const answer = await api.request(path, {
      ...{ method, headers },
      ...(body !== undefined && { body: isFile ? body : JSON.stringify(body) }),
    })
    return { status: answer.status, answer: await answer.json() }
  }
}

const inLiveShop = startingWith(createLiveShop)

const checklistItem = async (call: Awaited<ReturnType<typeof createLiveShop>>) =>
  (await call('GET /api/admin/opening')).answer.items.find(({ name }: { name: string }) => name === 'food-facts')

it('a live shop sells no new product without the facts of its label, typed or from a file', () =>
  inLiveShop(async (call, db) => {
    const { id: categoryId } = await insertCategory(db, 'Milk')
    const typed = { name: 'Bar', description: '', price: '450', stock: 3, minStock: 0, sku: 'BAR', categoryId }
    const { status, answer } = await call('POST /api/products', typed)
    expect([status, answer.notice]).toEqual([201, expect.stringMatching(/^It is not for sale yet\./)])
    expect((await call(`POST /api/admin/products/${answer.id}/restore`)).status).toBe(409)
    const file = 'SKU,Name,Category,Price\nBOX,Box,Milk,450\n'
    const { plan } = (await call('POST /api/admin/products/import?dryRun=true', file)).answer
    expect((await call(`POST /api/admin/products/import?plan=${plan}`, file)).status).toBe(200)
    expect((await call('GET /api/products')).answer).toEqual([])
    expect(await checklistItem(call)).toMatchObject({ missing: null })
  }))

it('a live shop that sold before facts were mandatory is told on its checklist and its to-do list', () =>
  inLiveShop(async (call, db) => {
    const bar = await insertProduct(db)
    expect(await checklistItem(call)).toMatchObject({ missing: '1 product on sale lacks facts of the label.' })
    expect((await call('GET /api/admin/today')).answer.incomplete.count).toBe(1)
    await insertFacts(db, bar.id, MILK_BAR_FACTS)
    expect(await checklistItem(call)).toMatchObject({ missing: null })
    await db.update(products).set({ archivedAt: new Date() }).where(eq(products.id, bar.id))
    expect((await call(`POST /api/admin/products/${bar.id}/restore`)).status).toBe(200)
  }))
