import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import type { Db } from '#src/db/database.server.ts'
import { users } from '#src/features/auth/auth.table.server.ts'
import { createTestApi } from '#src/testing/test-api.ts'
import { inTestTransaction } from '#src/testing/test-database.ts'
import { createCustomer, type TestCustomer } from '#tests/factories/payments/payments.ts'
import { addressesApi } from './addresses.api.server.ts'
import { addresses } from './addresses.table.server.ts'

const PLACE = {
  firstName: 'Asha',
  lastName: 'Rao',
  address: '12 Charminar Road',
  city: 'Hyderabad',
  state: 'Telangana',
  pincode: '500 002',
}
const HOME = { label: ' Home ', phone: '98765 43210', shippingAddress: PLACE }
const SAVED = {
  label: 'Home',
  phone: '+919876543210',
  shippingAddress: { ...PLACE, pincode: '500002' },
  isDefault: false,
  isRecipient: false,
  isUsed: false,
}

async function signIn(db: Db) {
  const api = createTestApi(addressesApi({ db, now: () => new Date() }))
  const customer = await createCustomer(db)
  const call = async (
    method: string,
    path: string,
    { body, by = customer }: { body?: unknown; by?: TestCustomer | null } = {},
  ) => {
    const response = await api.request(`/api/addresses${path}`, {
      method,
      ...(body !== undefined && { body: JSON.stringify(body) }),
      headers: { 'content-type': 'application/json', origin: 'http://localhost', ...(by && { cookie: by.cookie }) },
    })
    const text = await response.text()
    return { status: response.status, answer: text === '' ? null : JSON.parse(text) }
  }
  return { customer, call }
}

it('saves, lists, changes and deletes an address', () =>
  inTestTransaction(async (db) => {
    const { call } = await signIn(db)
    const added = await call('POST', '', { body: HOME })
    expect(added).toMatchObject({ status: 201, answer: SAVED })
    const { id } = added.answer
    expect(await call('GET', '')).toEqual({ status: 200, answer: [{ id, ...SAVED }] })
    const changed = { ...HOME, label: 'Parents', isDefault: true }
    expect(await call('PUT', `/${id}`, { body: changed })).toMatchObject({
      status: 200,
      answer: { id, label: 'Parents', isDefault: true },
    })
    expect(await call('DELETE', `/${id}`)).toEqual({ status: 204, answer: null })
    expect(await call('DELETE', `/${id}`)).toMatchObject({ status: 404 })
    expect((await call('GET', '')).answer).toEqual([])
  }))

it("answers 404 for another customer's address, and 401 without a session", () =>
  inTestTransaction(async (db) => {
    const { call } = await signIn(db)
    const { id } = (await call('POST', '', { body: HOME })).answer
    const other = await createCustomer(db)
    expect((await call('GET', '', { by: other })).answer).toEqual([])
    expect((await call('PUT', `/${id}`, { by: other, body: HOME })).status).toBe(404)
    expect((await call('DELETE', `/${id}`, { by: other })).status).toBe(404)
    expect((await call('DELETE', '/not-a-number')).status).toBe(404)
    for (const [method, path] of [
      ['GET', ''],
      ['POST', ''],
      ['PUT', `/${id}`],
      ['DELETE', `/${id}`],
    ] as const)
      expect((await call(method, path, { by: null, ...(method === 'GET' ? {} : { body: HOME }) })).status).toBe(401)
  }))

it('answers 409 in words to the eleventh address', () =>
  inTestTransaction(async (db) => {
    const { call } = await signIn(db)
    const at = (nth: number) => ({ ...HOME, shippingAddress: { ...PLACE, address: `${nth} Charminar Road` } })
    for (let nth = 1; nth <= 10; nth++) expect((await call('POST', '', { body: at(nth) })).status).toBe(201)
    expect(await call('POST', '', { body: at(11) })).toMatchObject({
      status: 409,
      answer: { message: 'You can save up to 10 addresses. Please delete one that you no longer need.' },
    })
  }))

it.each([
  ['a long label', { label: 'x'.repeat(41) }, 'label'],
  ['a landline', { phone: '040 2233 4455' }, 'phone'],
  ['five digits', { shippingAddress: { ...PLACE, pincode: '50000' } }, 'shippingAddress.pincode'],
  ['no street', { shippingAddress: { ...PLACE, address: ' ' } }, 'shippingAddress.address'],
  ['another country', { shippingAddress: { ...PLACE, state: 'Ontario' } }, 'shippingAddress.state'],
  ['a field that does not exist', { usedAt: '2020-01-01' }, ''],
])('refuses %s beside its field, and saves nothing', (_, change, path) =>
  inTestTransaction(async (db) => {
    const { call } = await signIn(db)
    const { status, answer } = await call('POST', '', { body: { ...HOME, ...change } })
    expect({ status, paths: answer.issues.map((issue: { path: string }) => issue.path) }).toEqual({
      status: 400,
      paths: [path],
    })
    expect(await db.$count(addresses)).toBe(0)
  }),
)

it('saves an address whose state and PIN code do not seem to match', () =>
  inTestTransaction(async (db) => {
    const { call } = await signIn(db)
    const doubted = { ...HOME, shippingAddress: { ...PLACE, state: 'Karnataka' } }
    expect((await call('POST', '', { body: doubted })).status).toBe(201)
  }))

it('limits how often an account changes its addresses', () =>
  inTestTransaction(async (db) => {
    const { call } = await signIn(db)
    const id = crypto.randomUUID()
    for (let nth = 0; nth < 60; nth++) expect((await call('DELETE', `/${id}`)).status).toBe(404)
    expect((await call('DELETE', `/${id}`)).status).toBe(429)
    expect((await call('GET', '')).status).toBe(200)
  }))

it('deletes addresses with their account', () =>
  inTestTransaction(async (db) => {
    const { call, customer } = await signIn(db)
    await call('POST', '', { body: HOME })
    await db.delete(users).where(eq(users.id, customer.id))
    expect(await db.$count(addresses)).toBe(0)
  }))
