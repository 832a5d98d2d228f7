import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { eq, like } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import type { Db } from '#src/db/database.server.ts'
import { auditLog } from '#src/features/audit/audit.table.server.ts'
import { customOrdersApi } from '#src/features/custom-orders/custom-orders.api.server.ts'
import {
  AdminCustomOrder,
  AdminCustomOrderDetails,
  SentQuote,
} from '#src/features/custom-orders/custom-orders.contract.ts'
import { Quote } from '#src/features/custom-orders/quotes/quotes.contract.ts'
import { deliverDueMessages } from '#src/features/notifications/outbox/deliver-outbox.server.ts'
import { listMailboxMessages } from '#src/features/notifications/outbox/outbox.server.ts'
import { outboxMessages } from '#src/features/notifications/outbox/outbox.table.server.ts'
import { createTestApi } from '#src/testing/test-api.ts'
import { inTestTransaction } from '#src/testing/test-database.ts'
import { createAdmin } from '#tests/factories/admins.ts'
import { createAcceptance, findCustomOrder, insertCustomOrder, readQuoteToken } from '#tests/factories/custom-orders.ts'
import { createCustomer, createTestPayments } from '#tests/factories/payments/payments.ts'

async function aShop(db: Db, waitMs = 0) {
  const context = createTestPayments(db)
  const api = createTestApi(
    customOrdersApi({ context, adminEmail: 'maker@example.com', publicUrl: 'https://shop.example', waitMs }),
  )
  const call = (cookie: string) => (method: string, path: string, body?: unknown) =>
    api.request(`/api${path}`, {
      method,
      headers: {
        cookie,
        origin: 'http://localhost',
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
  const { cookie, email } = await createAdmin(db)
  return { context, call, email, asAdmin: call(cookie) }
}

const QUOTE = { quotedPrice: 1850, adminNotes: 'Ready on Friday.' }

describe('the list of custom orders', () => {
  it('has the fields of the specification, and pending quotations first, most urgent on top', () =>
    inTestTransaction(async (db) => {
      const { asAdmin } = await aShop(db)
      const at = (time: string) => new Date(`2026-11-23T${time}:00+05:30`)
      const later = await insertCustomOrder(db, { receivedAt: at('12:00') })
      const sooner = await insertCustomOrder(db, { receivedAt: at('11:00') })
      const quoted = await insertCustomOrder(db, { receivedAt: at('10:00') })
      await asAdmin('PUT', `/admin/custom-orders/${quoted.id}/quote`, QUOTE)
      const answer = await asAdmin('GET', '/admin/custom-orders')
      expect(answer.headers.get('cache-control')).toBe('private, no-store')
      const listed = AdminCustomOrder.options[0]
        .strict()
        .array()
        .parse(await answer.json())
      expect(listed.map(({ orderId }) => orderId)).toEqual([sooner.reference, later.reference, quoted.reference])
      expect(listed[2]).toMatchObject({
        orderId: quoted.reference,
        customerName: '',
        customerEmail: 'asha@shopper.example',
        customerMobile: '+919876543210',
        chocolateName: 'Noor',
        flavor: 'ruby',
        concentration: 55,
        ingredients: ['rose', 'gold-flakes'],
        status: 'quoted',
        ...QUOTE,
        sentVia: [],
      })
    }))

  it('pages through all custom orders once, beyond the pending ones too', () =>
    inTestTransaction(async (db) => {
      const { asAdmin } = await aShop(db)
      const made = []
      for (let i = 0; i < 7; i += 1) made.push(await insertCustomOrder(db))
      for (const { id } of made.slice(0, 4)) await asAdmin('PUT', `/admin/custom-orders/${id}/quote`, QUOTE)
      const seen: string[] = []
      for (let path: string | undefined = '/admin/custom-orders?limit=2'; path; ) {
        const answer = await asAdmin('GET', path)
        expect(answer.headers.get('x-total-count')).toBe('7')
        const part: { id: string; status: string }[] = await answer.json()
        seen.push(...part.map(({ id, status }) => `${status} ${id}`))
        path = /<\/api([^>]+)>/.exec(answer.headers.get('link') ?? '')?.[1]
      }
      expect(new Set(seen).size).toBe(7)
      expect(seen.map((line) => line.split(' ')[0])).toEqual([
        ...Array(3).fill('quote-pending'),
        ...Array(4).fill('quoted'),
      ])
      const quoted = await (await asAdmin('GET', '/admin/custom-orders?status=quoted&limit=3')).json()
      expect(quoted.map(({ status }: { status: string }) => status)).toEqual(['quoted', 'quoted', 'quoted'])
    }))

  it.each(['status=eaten', 'limit=0', 'limit=1000', 'cursor=abc'])('refuses ?%s', (query) =>
    inTestTransaction(async (db) => {
      const { asAdmin } = await aShop(db)
      expect((await asAdmin('GET', `/admin/custom-orders?${query}`)).status).toBe(400)
    }),
  )
})

describe('the details of a custom order', () => {
  it('suggests the price of the estimate, line by line', () =>
    inTestTransaction(async (db) => {
      const { asAdmin } = await aShop(db)
      const { id, estimatePaise } = await insertCustomOrder(db)
      const details = AdminCustomOrderDetails.options[0]
        .strict()
        .parse(await (await asAdmin('GET', `/admin/custom-orders/${id}`)).json())
      expect(details.suggestion.total).toBe(Number(estimatePaise) / 100)
      expect(details.suggestion.lines[0]).toEqual({ label: 'Ruby chocolate, 90 g', each: 306, times: 2, amount: 612 })
      expect(details).toMatchObject({ order: null, unsent: [], events: [] })
    }))

  it('names only the channels that delivered a quotation', () =>
    inTestTransaction(async (db) => {
      const { asAdmin } = await aShop(db)
      const { id } = await insertCustomOrder(db)
      const waiting = await asAdmin('PUT', `/admin/custom-orders/${id}/quote`, QUOTE)
      expect(SentQuote.strict().parse(await waiting.json())).toMatchObject({
        sentVia: [],
        unsent: expect.arrayContaining([
          { channel: 'email', isUndelivered: false },
          { channel: 'sms', isUndelivered: false },
        ]),
      })
      await deliverDueMessages(db, async ({ channel }) => {
        if (channel === 'sms') throw new Error('No network')
      })
      const details = await (await asAdmin('GET', `/admin/custom-orders/${id}`)).json()
      expect(details).toMatchObject({ sentVia: ['email'], unsent: [{ channel: 'sms', isUndelivered: false }] })
    }))

  it('waits for the delivery, so that the admin sees its result', () =>
    inTestTransaction(async (db) => {
      const { asAdmin } = await aShop(db, 60_000)
      const { id } = await insertCustomOrder(db)
      let isAnswered = false
      const answer = Promise.resolve(asAdmin('PUT', `/admin/custom-orders/${id}/quote`, QUOTE)).finally(
        () => (isAnswered = true),
      )
      while (!isAnswered) {
        await deliverDueMessages(db, async () => {})
        await setTimeout(20)
      }
      expect(await (await answer).json()).toEqual({ success: true, sentVia: ['email', 'sms'], unsent: [] })
    }))

  it.each([
    ['no price', { adminNotes: '' }],
    ['a price of nothing', { quotedPrice: 0 }],
    ['a negative price', { quotedPrice: -5 }],
    ['a price in words', { quotedPrice: 'a thousand' }],
    ['a negative price as text', { quotedPrice: '-5' }],
    ['a part of a paisa', { quotedPrice: 10.005 }],
    ['a status', { ...QUOTE, status: 'confirmed' }],
    ['notes that are too long', { ...QUOTE, adminNotes: 'x'.repeat(2001) }],
  ])('rejects %s and changes nothing', (_, body) =>
    inTestTransaction(async (db) => {
      const { asAdmin } = await aShop(db)
      const { id, reference } = await insertCustomOrder(db)
      expect((await asAdmin('PUT', `/admin/custom-orders/${id}/quote`, body)).status).toBe(400)
      expect(await findCustomOrder(db, reference)).toMatchObject({ status: 'quote-pending', quotedPaise: null })
      expect(await db.$count(auditLog)).toBe(0)
    }),
  )

  it('accepts a price as a number or as text', () =>
    inTestTransaction(async (db) => {
      const { asAdmin } = await aShop(db)
      for (const quotedPrice of [1234.5, '1234.5', '1234.50']) {
        const { id, reference } = await insertCustomOrder(db)
        const answer = await asAdmin('PUT', `/admin/custom-orders/${id}/quote`, { quotedPrice })
        expect(answer.status).toBe(200)
        expect((await findCustomOrder(db, reference)).quotedPaise).toBe(1_234_50)
      }
    }))

  it('changes the status of a custom order, and records who did it', () =>
    inTestTransaction(async (db) => {
      const { asAdmin, email } = await aShop(db)
      const { id, reference } = await insertCustomOrder(db)
      const answer = await asAdmin('PUT', `/admin/custom-orders/${id}/status`, { status: 'in-production' })
      expect(await answer.json()).toEqual({ success: true })
      expect((await findCustomOrder(db, reference)).status).toBe('in-production')
      expect(await db.select().from(auditLog)).toMatchObject([
        { actorEmail: email, entity: 'custom-order', entityId: id, after: { status: 'in-production' } },
      ])
      expect((await asAdmin('PUT', `/admin/custom-orders/${id}/status`, { status: 'eaten' })).status).toBe(400)
    }))

  it.each([
    ['GET', ''],
    ['PUT', '/quote'],
    ['PUT', '/status'],
  ] as const)('finds no unknown custom order (%s %s)', (method, path) =>
    inTestTransaction(async (db) => {
      const { asAdmin } = await aShop(db)
      const body = { '': undefined, '/quote': QUOTE, '/status': { status: 'cancelled' } }[path]
      expect((await asAdmin(method, `/admin/custom-orders/${randomUUID()}${path}`, body)).status).toBe(404)
      expect((await asAdmin(method, `/admin/custom-orders/abc${path}`, body)).status).toBe(404)
    }),
  )
})

describe('the link of a quotation', () => {
  async function aQuote(db: Db) {
    const shop = await aShop(db)
    const { id, reference } = await insertCustomOrder(db)
    await shop.asAdmin('PUT', `/admin/custom-orders/${id}/quote`, QUOTE)
    const customer = await createCustomer(db)
    return {
      ...shop,
      id,
      reference,
      path: `/quotes/${await readQuoteToken(db, reference)}`,
      asCustomer: shop.call(customer.cookie),
    }
  }

  it('shows the quotation to a signed-in customer with the link, and is not cached', () =>
    inTestTransaction(async (db) => {
      const { asCustomer, call, path, reference } = await aQuote(db)
      const answer = await asCustomer('GET', path)
      expect(answer.headers.get('cache-control')).toBe('private, no-store')
      expect(Quote.strict().parse(await answer.json())).toMatchObject({ reference, state: 'open', total: 2000 })
      expect((await call('')('GET', path)).status).toBe(401)
      expect((await asCustomer('GET', `/quotes/${'x'.repeat(22)}`)).status).toBe(404)
      const broken = await asCustomer('GET', '/quotes/broken')
      expect([broken.status, (await broken.json()).message]).toEqual([
        404,
        'This link is not complete. Please open it from the e-mail again.',
      ])
      expect((await asCustomer('GET', '/quotes/abc')).status).toBe(404)
    }))

  it('comes in a mail that says what the chocolate contains', () =>
    inTestTransaction(async (db) => {
      const { reference } = await aQuote(db)
      const messages = await listMailboxMessages(db)
      const mail = messages.find(({ channel, subject }) => channel === 'email' && subject.includes(reference))
      expect(mail?.text).toContain('Contains milk and soya. May contain tree nuts, peanuts and gluten.')
    }))

  it('accepts and returns the started payment', () =>
    inTestTransaction(async (db) => {
      const { asCustomer, call, path } = await aQuote(db)
      expect((await call('')('POST', `${path}/accept`, createAcceptance(2000))).status).toBe(401)
      expect(
        (await asCustomer('POST', `${path}/accept`, { ...createAcceptance(2000), customerPhone: '1' })).status,
      ).toBe(400)
      const wrong = await asCustomer('POST', `${path}/accept`, createAcceptance(1))
      expect([wrong.status, (await wrong.json()).total]).toEqual([409, 2000])
      const started = await asCustomer('POST', `${path}/accept`, createAcceptance(2000))
      expect(started.status).toBe(200)
      expect(await started.json()).toMatchObject({
        success: true,
        amount: 2000,
        qrCode: expect.stringMatching(/^data:image/),
        status: 'pending',
      })
    }))

  it('sends a question to the admin', () =>
    inTestTransaction(async (db) => {
      const { asCustomer, asAdmin, path } = await aQuote(db)
      expect((await asCustomer('POST', `${path}/question`, { message: ' ' })).status).toBe(400)
      expect((await asCustomer('POST', `${path}/question`, { message: 'Without nuts?' })).status).toBe(200)
      const [listed] = await (await asAdmin('GET', '/admin/custom-orders')).json()
      const details = await (await asAdmin('GET', `/admin/custom-orders/${listed.id}`)).json()
      expect(details.events.at(-1)).toMatchObject({ kind: 'question', actor: 'customer', text: 'Without nuts?' })
      expect(details.openQuestionAt).not.toBeNull()
    }))

  it("shows the admin's answer to the customer, who gets it by mail too", () =>
    inTestTransaction(async (db) => {
      const { asCustomer, asAdmin, path, id } = await aQuote(db)
      const answer = (message: string) => asAdmin('POST', `/admin/custom-orders/${id}/answer`, { message })
      expect((await answer('Too early.')).status).toBe(409)
      await asCustomer('POST', `${path}/question`, { message: 'Without nuts?' })
      expect((await answer(' ')).status).toBe(400)
      expect((await answer('Yes, gladly.')).status).toBe(200)

      expect((await (await asCustomer('GET', path)).json()).conversation).toMatchObject([
        { by: 'customer', text: 'Without nuts?' },
        { by: 'admin', text: 'Yes, gladly.' },
      ])
      const details = await (await asAdmin('GET', `/admin/custom-orders/${id}`)).json()
      expect(details.openQuestionAt).toBeNull()
      expect(details.events.at(-1)).toMatchObject({ kind: 'answer', actor: 'admin', text: 'Yes, gladly.' })
      const [mail] = await db
        .select()
        .from(outboxMessages)
        .where(like(outboxMessages.idempotencyKey, `custom-order:${id}:answer-%`))
      expect(mail).toMatchObject({ to: 'asha@shopper.example', text: expect.stringContaining('Yes, gladly.') })
      expect(mail?.text).not.toContain('Without nuts?')
      const log = await db.select().from(auditLog).where(eq(auditLog.entityId, id)).orderBy(auditLog.createdAt)
      expect(log).toMatchObject([
        { entity: 'custom-order', after: { status: 'quoted' } },
        { entity: 'custom-order', after: { answerId: details.events.at(-1).id } },
      ])
      const nobody = await asAdmin('POST', `/admin/custom-orders/${randomUUID()}/answer`, { message: 'Hello?' })
      expect(nobody.status).toBe(404)
    }))
})
