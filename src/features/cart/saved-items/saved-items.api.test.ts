import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import type { Db } from '#src/db/database.server.ts'
import { users } from '#src/features/auth/auth.table.server.ts'
import { createTestApi } from '#src/testing/test-api.ts'
import { inTestTransaction } from '#src/testing/test-database.ts'
import { insertProduct } from '#tests/factories/catalog.ts'
import { createCustomer, type TestCustomer } from '#tests/factories/payments/payments.ts'
import { savedItemsApi } from './saved-items.api.server.ts'
import { savedItems } from './saved-items.table.server.ts'

async function createCatalog(db: Db) {
  const api = createTestApi(savedItemsApi({ db }))
  const customer = await createCustomer(db)
  const [dark, ruby] = [await insertProduct(db), await insertProduct(db)]
  const call = async (
    method: string,
    path: string,
    { body, by = customer }: { body?: unknown; by?: TestCustomer | null } = {},
  ) => {
    const response = await api.request(`/api${path}`, {
      method,
      ...(body !== undefined && { body: JSON.stringify(body) }),
      headers: { 'content-type': 'application/json', origin: 'http://localhost', ...(by && { cookie: by.cookie }) },
    })
    const text = await response.text()
    return { status: response.status, answer: text === '' ? null : JSON.parse(text) }
  }
  return { customer, dark, ruby, call }
}

it('saves new items, and the larger quantity of existing ones', () =>
  inTestTransaction(async (db) => {
    const { dark, ruby, call } = await createCatalog(db)
    const first = [{ productId: dark.id, quantity: 3, kind: 'later' }]
    expect(await call('PUT', '/saved', { body: { items: first } })).toEqual({ status: 200, answer: first })
    const second = [
      { productId: dark.id, quantity: 2, kind: 'later' },
      { productId: ruby.id, quantity: 1, kind: 'wish' },
      { productId: dark.id, quantity: 1, kind: 'wish' },
      { productId: dark.id, quantity: 1, kind: 'wish' },
    ]
    await call('PUT', '/saved', { body: { items: second } })
    const { answer } = await call('GET', '/saved')
    expect(answer).toHaveLength(3)
    expect(answer).toEqual(expect.arrayContaining([...first, second[1], second[2]]))
  }))

it('removes an item, and removing it again is fine', () =>
  inTestTransaction(async (db) => {
    const { dark, call } = await createCatalog(db)
    const items = ['later', 'wish'].map((kind) => ({ productId: dark.id, quantity: 1, kind }))
    await call('PUT', '/saved', { body: { items } })
    for (const _ of [1, 2]) expect((await call('DELETE', `/saved/${dark.id}?kind=wish`)).status).toBe(204)
    expect((await call('GET', '/saved')).answer).toEqual([items[0]])
  }))

it('leaves out products that are not sold', () =>
  inTestTransaction(async (db) => {
    const { call } = await createCatalog(db)
    const gone = await insertProduct(db, { archivedAt: new Date() })
    const items = [gone.id, 2_147_483_647].map((productId) => ({ productId, quantity: 1, kind: 'wish' }))
    expect(await call('PUT', '/saved', { body: { items } })).toEqual({ status: 200, answer: [] })
  }))

it("shows only the customer's own list, and nothing without a session", () =>
  inTestTransaction(async (db) => {
    const { dark, call } = await createCatalog(db)
    await call('PUT', '/saved', { body: { items: [{ productId: dark.id, quantity: 1, kind: 'wish' }] } })
    const other = await createCustomer(db)
    expect((await call('GET', '/saved', { by: other })).answer).toEqual([])
    await call('DELETE', `/saved/${dark.id}?kind=wish`, { by: other })
    expect((await call('GET', '/saved')).answer).toHaveLength(1)
    expect((await call('GET', '/saved', { by: null })).status).toBe(401)
    expect((await call('PUT', '/saved', { by: null, body: { items: [] } })).status).toBe(401)
    expect((await call('DELETE', `/saved/${dark.id}?kind=wish`, { by: null })).status).toBe(401)
  }))

it('deletes saved items with their account', () =>
  inTestTransaction(async (db) => {
    const { dark, call, customer } = await createCatalog(db)
    await call('PUT', '/saved', { body: { items: [{ productId: dark.id, quantity: 1, kind: 'wish' }] } })
    await db.delete(users).where(eq(users.id, customer.id))
    expect(await db.$count(savedItems)).toBe(0)
  }))

it.each([
  ['no quantity', [{ productId: 1, quantity: 0, kind: 'wish' }]],
  ['5,001 pieces', [{ productId: 1, quantity: 5_001, kind: 'wish' }]],
  ['another kind', [{ productId: 1, quantity: 1, kind: 'gift' }]],
  ['a field that does not exist', [{ productId: 1, quantity: 1, kind: 'wish', sent: true }]],
  ['101 things', Array.from({ length: 101 }, (_, i) => ({ productId: i + 1, quantity: 1, kind: 'wish' }))],
])('answers 400 to %s', (_, items) =>
  inTestTransaction(async (db) => {
    const { call } = await createCatalog(db)
    expect((await call('PUT', '/saved', { body: { items } })).status).toBe(400)
  }),
)

it.each(['abc', '-1', '9e99', '2147483648'])('rejects the product id %s', (id) =>
  inTestTransaction(async (db) => {
    const { call } = await createCatalog(db)
    expect((await call('DELETE', `/saved/${id}?kind=wish`)).status).toBe(404)
  }),
)
