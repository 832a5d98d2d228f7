import { beforeEach, describe, expect, it } from 'vitest'
import { addMinutes } from '#src/core/dates.ts'
import type { Db } from '#src/db/database.server.ts'
import { configureProcess } from '#src/server/config/process-settings.server.ts'
import { createTestApi } from '#src/testing/test-api.ts'
import { startingWith } from '#src/testing/test-database.ts'
import { insertProduct } from '#tests/factories/catalog.ts'
import { createCustomer } from '#tests/factories/payments/payments.ts'
import { purgeOldWaitlistEntries, stopWaitlistMails } from './join-waitlist.server.ts'
import { waitlistApi } from './waitlist.api.server.ts'
import { waitlistEntries, waitlistStops } from './waitlist.table.server.ts'

type Call = { by?: { cookie: string }; from?: string; body?: unknown }

function createClient(db: Db) {
  const api = createTestApi(waitlistApi({ db }))
  return async (method: string, id: number | string, { by, from = '203.0.113.7', body }: Call = {}) => {
    const response = await api.request(
      `/api/products/${id}/notify`,
      {
        method,
        ...(method === 'POST' && { body: JSON.stringify(body ?? {}) }),
        headers: { 'content-type': 'application/json', origin: 'http://localhost', ...(by && { cookie: by.cookie }) },
      },
      { incoming: { socket: { remoteAddress: from } } },
    )
    const text = await response.text()
    return { status: response.status, answer: text === '' ? null : JSON.parse(text) }
  }
}

const withSoldOut = startingWith(async (db) => ({
  call: createClient(db),
  product: await insertProduct(db, { stock: 0 }),
  customer: await createCustomer(db),
  listEmails: async () => (await db.select().from(waitlistEntries)).map(({ email }) => email),
}))

beforeEach(() => configureProcess({ rateLimits: 'strict' }))

describe('a sold-out product', () => {
  it('puts a signed-in customer on its waitlist with one call, and off it with another', () =>
    withSoldOut(async ({ call, product, customer, listEmails }) => {
      const ask = { by: customer }
      expect(await call('GET', product.id, ask)).toEqual({ status: 200, answer: { waiting: false } })
      for (const _ of [1, 2])
        expect(await call('POST', product.id, ask)).toEqual({ status: 200, answer: { success: true } })
      expect(await listEmails()).toEqual([customer.email])
      expect((await call('GET', product.id, ask)).answer).toEqual({ waiting: true })
      for (const _ of [1, 2]) expect((await call('DELETE', product.id, ask)).status).toBe(204)
      expect((await call('GET', product.id, ask)).answer).toEqual({ waiting: false })
    }))

  it('takes the address of a signed-in customer from the account, never from the call', () =>
    withSoldOut(async ({ call, product, customer, listEmails }) => {
      await call('POST', product.id, { by: customer, body: { email: 'victim@elsewhere.example' } })
      expect(await listEmails()).toEqual([customer.email])
    }))

  it('keeps the typed address of a visitor once, however it is written', () =>
    withSoldOut(async ({ call, product, listEmails }) => {
      for (const email of ['Asha@Example.com', ' asha@example.com '])
        expect((await call('POST', product.id, { body: { email } })).status).toBe(200)
      expect(await listEmails()).toEqual(['asha@example.com'])
    }))

  it.each([
    [{}, 'Please enter your e-mail address.'],
    [{ email: 'asha' }, 'Please enter a valid e-mail address.'],
    [{ email: `${'a'.repeat(250)}@example.com` }, expect.stringContaining('254')],
  ])('marks the field when a visitor sends %j', (body, message) =>
    withSoldOut(async ({ call, product, listEmails }) => {
      const { status, answer } = await call('POST', product.id, { body })
      expect([status, answer.issues]).toEqual([400, [{ path: 'email', message }]])
      expect(await listEmails()).toEqual([])
    }),
  )

  it('tells a visitor nothing about who waits', () =>
    withSoldOut(async ({ call, product }) => {
      expect((await call('GET', product.id)).status).toBe(401)
      expect((await call('DELETE', product.id)).status).toBe(401)
    }))

  it.each(['abc', '-1', '9e99', '2147483648', '2147483647'])('that does not exist, %s, is not found', (id) =>
    withSoldOut(async ({ call, customer }) => {
      expect((await call('POST', id, { by: customer })).status).toBe(404)
    }),
  )

  it('has no waitlist once it is in stock or archived', () =>
    withSoldOut(async ({ call, customer, listEmails }, db) => {
      const [inStock, archived] = [
        await insertProduct(db),
        await insertProduct(db, { stock: 0, archivedAt: new Date() }),
      ]
      expect(await call('POST', inStock.id, { by: customer })).toMatchObject({
        status: 409,
        answer: { message: `${inStock.name} is in stock. You can order it now.` },
      })
      expect((await call('POST', archived.id, { by: customer })).status).toBe(404)
      expect(await listEmails()).toEqual([])
    }))
})

describe('strangers who enter addresses of others', () => {
  it('are limited to ten an hour from an IP address', () =>
    withSoldOut(async ({ call, product, listEmails }) => {
      const ask = (nth: number) => call('POST', product.id, { body: { email: `victim-${nth}@elsewhere.example` } })
      for (let nth = 1; nth <= 10; nth++) expect((await ask(nth)).status).toBe(200)
      expect((await ask(11)).status).toBe(429)
      expect(await listEmails()).toHaveLength(10)
    }))

  it('are limited to five products a day for an address, from wherever they call', () =>
    withSoldOut(async ({ call }, db) => {
      const body = { email: 'victim@elsewhere.example' }
      const statuses: number[] = []
      for (let nth = 1; nth <= 6; nth++) {
        const { id } = await insertProduct(db, { stock: 0 })
        statuses.push((await call('POST', id, { body, from: `198.51.100.${nth}` })).status)
      }
      expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
      const { id } = await insertProduct(db, { stock: 0 })
      expect((await call('POST', id, { body })).answer.message).toMatch(
        /hours\. If you sign in, you can ask for it now\.$/,
      )
    }))

  it('get the same answer for an address that stopped these e-mails, and it is not stored', () =>
    withSoldOut(async ({ call, product, listEmails }, db) => {
      await stopWaitlistMails(db, 'victim@elsewhere.example')
      expect((await call('POST', product.id, { body: { email: 'victim@elsewhere.example' } })).status).toBe(200)
      expect(await listEmails()).toEqual([])
    }))
})

it('entries and stops are deleted after a year, and not a day before', () =>
  withSoldOut(async ({ call, product, customer }, db) => {
    await call('POST', product.id, { by: customer })
    await stopWaitlistMails(db, 'victim@elsewhere.example')
    const later = (days: number) => addMinutes(new Date(), days * 24 * 60)
    const count = async () => [await db.$count(waitlistEntries), await db.$count(waitlistStops)]
    await purgeOldWaitlistEntries(db, later(364))
    expect(await count()).toEqual([1, 1])
    await purgeOldWaitlistEntries(db, later(366))
    expect(await count()).toEqual([0, 0])
  }))
