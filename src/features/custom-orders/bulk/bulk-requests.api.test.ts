import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import type { Db } from '#src/db/database.server.ts'
import { products } from '#src/features/catalog/products/products.table.server.ts'
import { customOrdersApi } from '#src/features/custom-orders/custom-orders.api.server.ts'
import {
  AdminCustomOrder,
  AdminCustomOrderDetails,
  CustomOrderReceipt,
} from '#src/features/custom-orders/custom-orders.contract.ts'
import { customOrders } from '#src/features/custom-orders/custom-orders.table.server.ts'
import { sendSlaReminders } from '#src/features/custom-orders/quotes/quote-sla-reminders.server.ts'
import { listMailboxMessages } from '#src/features/notifications/outbox/outbox.server.ts'
import { outboxMessages } from '#src/features/notifications/outbox/outbox.table.server.ts'
import { createTestApi } from '#src/testing/test-api.ts'
import { inTestTransaction } from '#src/testing/test-database.ts'
import { createAdmin } from '#tests/factories/admins.ts'
import { createBulkRequest, insertBulkRequest } from '#tests/factories/bulk-requests.ts'
import { insertPriceTiers, insertProduct } from '#tests/factories/catalog.ts'
import { createCustomer, createTestPayments } from '#tests/factories/payments/payments.ts'
import { bulkLines } from './bulk-lines.table.server.ts'

/** A Saturday, 15 minutes before the studio closes. */
const RECEIVED = new Date('2026-11-21T17:45:00+05:30')

async function aShop(db: Db) {
  const context = { ...createTestPayments(db), now: () => RECEIVED }
  const api = createTestApi(
    customOrdersApi({ context, adminEmail: 'maker@example.com', publicUrl: 'https://shop.example', waitMs: 0 }),
  )
  const call = (method: string, path: string, { body, cookie }: { body?: unknown; cookie?: string } = {}) =>
    api.request(`/api${path}`, {
      method,
      headers: {
        ...(cookie && { cookie, origin: 'http://localhost' }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
  const [box, bar] = [await insertProduct(db, { maxPerOrder: 50 }), await insertProduct(db)]
  const request = createBulkRequest([
    { product: box, quantity: 120 },
    { product: bar, quantity: 5000 },
  ])
  return {
    call,
    send: (body: unknown, cookie?: string) => call('POST', '/bulk-requests', { body, cookie }),
    request,
    box,
    bar,
  }
}

describe('asking for a price', () => {
  it('stores the request of a visitor, above the limit of one order, and says when the quotation comes', () =>
    inTestTransaction(async (db) => {
      const { send, request, box, bar } = await aShop(db)
      const answer = await send({ ...request, neededBy: '2026-12-03', message: 'With our logo, please.' })
      expect(answer.status).toBe(201)
      const receipt = CustomOrderReceipt.strict().parse(await answer.json())
      expect(receipt.dueAt).toBe(new Date('2026-11-22T11:15:00+05:30').toISOString())
      expect(await db.select().from(customOrders)).toMatchObject([
        {
          kind: 'bulk',
          status: 'quote-pending',
          reference: receipt.reference,
          quantity: 5120,
          company: 'Charminar Systems Pvt Ltd',
          gstin: '36AAAAA0000A1Z3',
          customerName: 'Asha Rao',
          customerMobile: '+919876543210',
          neededBy: '2026-12-03',
          message: 'With our logo, please.',
          flavor: null,
          estimatePaise: null,
          userId: null,
        },
      ])
      expect(await db.select().from(bulkLines).orderBy(bulkLines.id)).toMatchObject([
        { productId: box.id, name: box.name, quantity: 120, unitPaise: null },
        { productId: bar.id, name: bar.name, quantity: 5000, unitPaise: null },
      ])
    }))

  it('belongs to the customer who is signed in, who sees it among the own requests', () =>
    inTestTransaction(async (db) => {
      const { call, send, request, box, bar } = await aShop(db)
      const { cookie } = await createCustomer(db)
      await send(request, cookie)
      expect(await (await call('GET', '/custom-orders/mine', { cookie })).json()).toMatchObject([
        {
          composition: null,
          lines: [
            { productId: box.id, quantity: 120 },
            { productId: bar.id, quantity: 5000 },
          ],
        },
      ])
      const other = await createCustomer(db)
      expect(await (await call('GET', '/custom-orders/mine', { cookie: other.cookie })).json()).toEqual([])
    }))

  it('informs the customer and the admin by e-mail only, as no SMS text is registered', () =>
    inTestTransaction(async (db) => {
      const { send, request, box } = await aShop(db)
      const { reference } = await (await send({ ...request, message: 'With our logo.' })).json()
      const [admin, customer, ...others] = await listMailboxMessages(db)
      expect(others).toEqual([])
      expect(customer).toMatchObject({ channel: 'email', to: 'asha@shopper.example' })
      expect(customer?.text).toContain(`quotation by e-mail, by 22 Nov 2026, 11:15`)
      expect(customer?.text).toContain(`120 × ${box.name}`)
      // Anyone can type any address.
      expect(customer?.text).not.toMatch(/logo|Charminar|Asha/)
      expect(admin).toMatchObject({ channel: 'email', to: 'maker@example.com' })
      expect(admin?.subject).toContain(`${reference}, 5,120 pieces`)
      expect(admin?.text).toMatch(
        /GSTIN: 36AAAAA0000A1Z3[\s\S]*With our logo[\s\S]*\+919876543210, asha@shopper.example/,
      )
      expect(`${customer?.text}${admin?.text}`).not.toContain('SMS')
    }))

  it('reminds the admin before the quotation is due, and tells the customer when it is late', () =>
    inTestTransaction(async (db) => {
      const { send, request } = await aShop(db)
      const { dueAt } = await (await send(request)).json()
      const at = (minutes: number) => new Date(Date.parse(dueAt) + minutes * 60_000)
      await sendSlaReminders(db, { adminEmail: 'maker@example.com', now: at(-5) })
      await sendSlaReminders(db, { adminEmail: 'maker@example.com', now: at(5) })
      const subjects = (await db.select().from(outboxMessages)).map(({ channel, subject }) => `${channel}: ${subject}`)
      expect(subjects.sort()).toEqual([
        expect.stringContaining('email: Golconda Cacao: we are a little late'),
        expect.stringContaining('your request'),
        expect.stringContaining('Quotation due by'),
        expect.stringContaining('email: Ten minutes left'),
      ])
    }))

  it.each([
    ['no product', { lines: [] }, 'lines'],
    ['no piece', { lines: [{ productId: 1, quantity: 0 }] }, 'lines.0.quantity'],
    ['half a piece', { lines: [{ productId: 1, quantity: 1.5 }] }, 'lines.0.quantity'],
    ['more pieces than we can count', { lines: [{ productId: 1, quantity: 5001 }] }, 'lines.0.quantity'],
    ['a price of its own', { lines: [{ productId: 1, quantity: 60, unitPrice: 1 }] }, 'lines.0'],
    ['21 products', { lines: Array.from({ length: 21 }, (_, at) => ({ productId: at + 1, quantity: 60 })) }, 'lines'],
    ['a day that is past', { neededBy: '2026-11-20' }, 'neededBy'],
    ['today', { neededBy: '2026-11-21' }, 'neededBy'],
    ['a day that no calendar has', { neededBy: '2026-02-30' }, 'neededBy'],
    ['a GSTIN with a typo', { gstin: '36AAAAA0000A1Z4' }, 'gstin'],
    ['a GSTIN without a company', { company: '' }, 'company'],
    ['no name', { customerName: ' ' }, 'customerName'],
    ['a foreign mobile number', { customerMobile: '+49 151 23456789' }, 'customerMobile'],
    ['an e-mail with a second line', { customerEmail: 'a@example.com\nBcc: b@example.com' }, 'customerEmail'],
    ['a link in the message', { message: 'See https://spam.example' }, 'message'],
    ['a status', { status: 'quoted' }, ''],
  ])('rejects %s beside its field and stores nothing', (_, change, path) =>
    inTestTransaction(async (db) => {
      const { send, request } = await aShop(db)
      const answer = await send({ ...request, ...change })
      expect(answer.status).toBe(400)
      expect((await answer.json()).issues).toEqual([expect.objectContaining({ path })])
      expect(await db.select().from(customOrders)).toEqual([])
      expect(await listMailboxMessages(db)).toEqual([])
    }),
  )

  it('rejects unknown, hidden and repeated products beside their lines', () =>
    inTestTransaction(async (db) => {
      const { send, request, box, bar } = await aShop(db)
      const twice = await send({ ...request, lines: [request.lines[0], request.lines[0]] })
      expect((await twice.json()).issues).toEqual([
        { path: 'lines.1.productId', message: 'This product is in the list already.' },
      ])
      await db.update(products).set({ archivedAt: RECEIVED }).where(eq(products.id, bar.id))
      const lines = [box.id, bar.id, 2_000_000].map((productId) => ({ productId, quantity: 60 }))
      const answer = await send({ ...request, lines })
      expect(answer.status).toBe(400)
      expect((await answer.json()).issues.map(({ path }: { path: string }) => path)).toEqual([
        'lines.1.productId',
        'lines.2.productId',
      ])
      expect(await db.$count(customOrders)).toBe(0)
    }))

  it('counts towards the limits of requests for a quotation', () =>
    inTestTransaction(async (db) => {
      const { send, request } = await aShop(db)
      const statuses: number[] = []
      for (let i = 0; i < 4; i += 1) statuses.push((await send(request)).status)
      expect(statuses).toEqual([201, 201, 201, 429])
    }))
})

describe('a bulk request among the custom orders', () => {
  it('shows the admin its products with the prices and the stock of today', () =>
    inTestTransaction(async (db) => {
      const { call, box } = await aShop(db)
      await insertPriceTiers(db, box, [{ from: 100, percent: 10 }])
      const { id } = await insertBulkRequest(db, [{ product: box, quantity: 120 }])
      const { cookie } = await createAdmin(db)
      const [listed] = AdminCustomOrder.array().parse(
        await (await call('GET', '/admin/custom-orders', { cookie })).json(),
      )
      expect(listed).toMatchObject({ kind: 'bulk', company: 'Charminar Systems Pvt Ltd', quantity: 120 })
      const opened = await call('GET', `/admin/custom-orders/${id}`, { cookie })
      expect(AdminCustomOrderDetails.options[1].strict().parse(await opened.json())).toMatchObject({
        gstin: '36AAAAA0000A1Z3',
        craftingMinutes: 0,
        lines: [
          { name: box.name, quantity: 120, unitPrice: null, today: { listPrice: 450, tierPrice: 405, available: 25 } },
        ],
      })
    }))

  it.each([
    [
      'a product without a price',
      (ids: number[]) => ids.slice(1).map((productId) => ({ productId, unitPrice: 400 })),
      400,
    ],
    [
      'a product of another request',
      (ids: number[]) => [...ids.slice(1), 2_000_000].map((productId) => ({ productId, unitPrice: 400 })),
      400,
    ],
    ['a price of zero', (ids: number[]) => ids.map((productId) => ({ productId, unitPrice: 0 })), 400],
    ['parts of a paisa', (ids: number[]) => ids.map((productId) => ({ productId, unitPrice: 1.005 })), 400],
    ['more than UPI takes', (ids: number[]) => ids.map((productId) => ({ productId, unitPrice: 900 })), 409],
  ])('is not quoted with %s', (_, pricesOf, status) =>
    inTestTransaction(async (db) => {
      const { call, box, bar } = await aShop(db)
      const both = [box, bar].map((product) => ({ product, quantity: 60 }))
      const { id } = await insertBulkRequest(db, both)
      const { cookie } = await createAdmin(db)
      const body = { lines: pricesOf([box.id, bar.id]) }
      const answer = await call('PUT', `/admin/custom-orders/${id}/bulk-quote`, { body, cookie })
      expect(answer.status).toBe(status)
      expect(await db.select().from(customOrders)).toMatchObject([{ status: 'quote-pending', quotedPaise: null }])
      expect(await db.select().from(bulkLines)).toMatchObject([{ unitPaise: null }, { unitPaise: null }])
    }),
  )

  it('is not quoted while the stock is short, and says beside the line what there is', () =>
    inTestTransaction(async (db) => {
      const { call } = await aShop(db)
      const [bar, box] = [await insertProduct(db, { stock: 60 }), await insertProduct(db, { stock: 34 })]
      const pieces = [
        { product: bar, quantity: 60 },
        { product: box, quantity: 120 },
      ]
      const { id } = await insertBulkRequest(db, pieces)
      const { cookie } = await createAdmin(db)
      const body = { lines: [bar, box].map((product) => ({ productId: product.id, unitPrice: 300 })) }
      const send = () => call('PUT', `/admin/custom-orders/${id}/bulk-quote`, { body, cookie })
      const refused = await send()
      expect(refused.status).toBe(409)
      expect((await refused.json()).issues).toEqual([
        { path: 'lines.1.unitPrice', message: 'Only 34 in stock. Make them first, or quote 34.' },
      ])
      expect(await db.select().from(customOrders)).toMatchObject([{ status: 'quote-pending', quotedPaise: null }])
      expect(await listMailboxMessages(db)).toHaveLength(2)
      await db.update(products).set({ stock: 120 }).where(eq(products.id, box.id))
      expect((await send()).status).toBe(200)
    }))

  it('is quoted by its products only, and only by an admin', () =>
    inTestTransaction(async (db) => {
      const { call } = await aShop(db)
      const box = await insertProduct(db, { stock: 60 })
      const { id } = await insertBulkRequest(db, [{ product: box, quantity: 60 }])
      const path = `/admin/custom-orders/${id}`
      const body = { lines: [{ productId: box.id, unitPrice: '399.50' }] }
      expect((await call('PUT', `${path}/bulk-quote`, { body })).status).toBe(401)
      const customer = await createCustomer(db)
      expect((await call('PUT', `${path}/bulk-quote`, { body, cookie: customer.cookie })).status).toBe(403)
      const { cookie } = await createAdmin(db)
      expect((await call('PUT', `${path}/quote`, { body: { quotedPrice: 100 }, cookie })).status).toBe(409)
      expect((await call('PUT', `${path}/bulk-quote`, { body, cookie })).status).toBe(200)
      expect(await db.select().from(customOrders)).toMatchObject([{ status: 'quoted', quotedPaise: 60 * 399_50 }])
    }))
})
