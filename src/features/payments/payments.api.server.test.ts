import { eq } from 'drizzle-orm'
import jsQR from 'jsqr'
import { PNG } from 'pngjs'
import { describe, expect, it } from 'vitest'
import { addMinutes } from '#src/core/dates.ts'
import type { Db } from '#src/db/database.server.ts'
import { sessions } from '#src/features/auth/auth.table.server.ts'
import { products } from '#src/features/catalog/products/products.table.server.ts'
import { orders } from '#src/features/orders/orders.table.server.ts'
import { sandboxBankApi } from '#src/features/payments/gateways/sandbox/sandbox-bank.api.server.ts'
import { simulateBankDecision } from '#src/features/payments/gateways/sandbox/sandbox-gateway.server.ts'
import { signWebhook } from '#src/features/payments/gateways/webhook-signature.server.ts'
import { createTestApi } from '#src/testing/test-api.ts'
import { inTestTransaction } from '#src/testing/test-database.ts'
import { createAdmin } from '#tests/factories/admins.ts'
import { insertProduct } from '#tests/factories/catalog.ts'
import {
  createCheckout,
  createCustomer,
  createTestPayments,
  type TestCustomer,
} from '#tests/factories/payments/payments.ts'
import { paymentsApi } from './payments.api.server.ts'
import { StartedPayment, VerifiedPayment } from './payments.contract.ts'
import { paymentEvents, payments } from './payments.table.server.ts'

async function createTestShop(db: Db) {
  const context = createTestPayments(db)
  const api = createTestApi(paymentsApi(context))
  api.route(
    '/',
    sandboxBankApi({
      sandbox: context.sandbox,
      deliver: async (path, hook) => api.request(path, { method: 'POST', ...hook }),
    }),
  )
  const customer = await createCustomer(db)
  const product = await insertProduct(db, { pricePaise: 199_900, stock: 5 })
  const post = (path: string, body: unknown, by: TestCustomer | null = customer) =>
    api.request(`/api${path}`, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json', ...(by && { cookie: by.cookie, origin: 'http://localhost' }) },
    })
  const initiate = (body: unknown, by?: TestCustomer | null) => post('/payments/upi/initiate', body, by)
  const deliver = (hook: Webhook) => api.request('/api/payments/webhook/sandbox', { method: 'POST', ...hook })
  return { api, context, customer, product, post, initiate, deliver }
}

const nothingCreated = async (db: Db) => {
  expect(await db.select().from(orders)).toEqual([])
  expect(await db.select().from(payments)).toEqual([])
  expect((await db.select().from(products)).map((product) => product.reserved)).toEqual([0])
}

describe('POST /api/payments/upi/initiate', () => {
  it('answers 409 with a message to an unknown promo code, and creates nothing', () =>
    inTestTransaction(async (db) => {
      const { initiate, product } = await createTestShop(db)
      const response = await initiate(createCheckout(product, { promoCode: 'free' }))
      const message = 'We do not know the code FREE.'
      expect([response.status, await response.json()]).toMatchObject([
        409,
        { message, promo: { code: 'FREE', ok: false, reason: 'UNKNOWN', message } },
      ])
      await nothingCreated(db)
    }))

  it('case 1: offers the payment with a link and a QR code that say the same', () =>
    inTestTransaction(async (db) => {
      const { initiate, product } = await createTestShop(db)
      const response = await initiate(createCheckout(product, { amount: 2149 }))
      expect(response.status).toBe(200)
      const started = StartedPayment.parse(await response.json())
      expect(started).toMatchObject({ success: true, amount: 2149, status: 'pending', upiId: 'golconda@sandbox' })
      const link = new URL(started.upiLink)
      expect(link.searchParams.get('am')).toBe('2149.00')
      expect(link.searchParams.get('cu')).toBe('INR')
      expect(link.searchParams.get('tr')).toMatch(/^[A-Za-z0-9]{8,35}$/)
      expect(link.searchParams.get('tn')).toMatch(/^[A-Za-z0-9 .-]{1,50}$/)
      expect(started.upiLink).toContain('pn=Golconda%20Cacao')
      expect(started.upiLink).not.toContain('+')
      const image = PNG.sync.read(Buffer.from(started.qrCode.replace('data:image/png;base64,', ''), 'base64'))
      expect(jsQR(new Uint8ClampedArray(image.data), image.width, image.height)?.data).toBe(started.upiLink)
    }))

  it('accepts the most that one order allows, and rejects more with a message', () =>
    inTestTransaction(async (db) => {
      const { initiate, product } = await createTestShop(db)
      await db
        .update(products)
        .set({ stock: 300, maxPerOrder: 4, pricePaise: 10_000 })
        .where(eq(products.id, product.id))
      const refused = await initiate(
        createCheckout(product, { amount: 650, items: [{ productId: product.id, quantity: 5 }] }),
      )
      const sentence = `At most 4 in one order: ${product.name}. For more, please ask us for a quotation.`
      expect([refused.status, (await refused.json()).message]).toEqual([400, sentence])
      await nothingCreated(db)
      const taken = await initiate(
        createCheckout(product, { amount: 550, items: [{ productId: product.id, quantity: 4 }] }),
      )
      expect(taken.status).toBe(200)
    }))

  it('gives the same order and payment when it is called again with the same content', () =>
    inTestTransaction(async (db) => {
      const { initiate, product } = await createTestShop(db)
      const checkout = createCheckout(product)
      const first = await (await initiate(checkout)).json()
      const again = await initiate(checkout)
      expect(again.status).toBe(200)
      expect(await again.json()).toEqual(first)
      expect(await db.select().from(orders)).toHaveLength(1)
      expect(await db.select().from(payments)).toHaveLength(1)
    }))

  it('gives the same order also when the price has changed since', () =>
    inTestTransaction(async (db) => {
      const { initiate, product } = await createTestShop(db)
      const checkout = createCheckout(product)
      await initiate(checkout)
      await db.update(products).set({ pricePaise: 250_000 })
      expect((await initiate(checkout)).status).toBe(200)
    }))

  it('finishes what a crash left half done: an order whose payment the gateway never got', () =>
    inTestTransaction(async (db) => {
      const { initiate, product } = await createTestShop(db)
      const checkout = createCheckout(product)
      await initiate(checkout)
      await db.update(payments).set({ status: 'created', upiLink: null, paymentUrl: null, upiId: null })
      expect(StartedPayment.parse(await (await initiate(checkout)).json()).status).toBe('pending')
      expect(await db.select().from(payments)).toHaveLength(1)
    }))

  it('refuses an order of a page that shows another account than the one signed in', () =>
    inTestTransaction(async (db) => {
      const { initiate, product, customer } = await createTestShop(db)
      const other = await createCustomer(db)
      const checkout = createCheckout(product)
      const refused = await initiate({ ...checkout, account: other.id })
      expect(refused.status).toBe(409)
      expect(await refused.json()).toMatchObject({ code: 'other-account', message: expect.stringContaining('reload') })
      await nothingCreated(db)
      expect((await initiate({ ...checkout, account: customer.id })).status).toBe(200)
    }))

  it('refuses the same order number with other content', () =>
    inTestTransaction(async (db) => {
      const { initiate, product } = await createTestShop(db)
      const checkout = createCheckout(product)
      await initiate(checkout)
      const other = await initiate({ ...checkout, notes: 'Please ring twice' })
      expect(other.status).toBe(409)
      expect(await db.select().from(payments)).toHaveLength(1)
    }))

  it("rejects another customer's order number without details of the order", () =>
    inTestTransaction(async (db) => {
      const { initiate, product } = await createTestShop(db)
      const checkout = createCheckout(product)
      await initiate(checkout)
      const stranger = await initiate(checkout, await createCustomer(db))
      expect([stranger.status, await stranger.json()]).toEqual([
        409,
        { message: 'This order number is already taken by another order.', code: 'order-number-used' },
      ])
    }))

  it('case 9: answers with the right total when the amount differs, and creates nothing', () =>
    inTestTransaction(async (db) => {
      const { initiate, product } = await createTestShop(db)
      const response = await initiate(createCheckout(product, { amount: 1 }))
      expect([response.status, await response.json()]).toMatchObject([
        409,
        { message: expect.any(String), total: 2149 },
      ])
      await nothingCreated(db)
    }))

  it('names the remaining stock when there is not enough, and creates nothing', () =>
    inTestTransaction(async (db) => {
      const { initiate, product } = await createTestShop(db)
      const response = await initiate(createCheckout(product, { quantity: 6 }))
      expect(response.status).toBe(409)
      expect(await response.json()).toMatchObject({
        message: expect.any(String),
        items: [{ productId: product.id, available: 5 }],
      })
      await nothingCreated(db)
    }))

  it('replaces an order when the customer changes the cart before paying', () =>
    inTestTransaction(async (db) => {
      const { initiate, product } = await createTestShop(db)
      const first = createCheckout(product, { quantity: 4 })
      await initiate(first)
      const second = await initiate(createCheckout(product, { quantity: 3, replaces: first.orderId }))
      expect(second.status).toBe(200)
      expect((await db.select().from(products)).map((row) => row.reserved)).toEqual([3])
      expect(await db.select().from(orders).where(eq(orders.reference, first.orderId))).toMatchObject([
        { status: 'cancelled' },
      ])
    }))

  it('does not replace a paid order', () =>
    inTestTransaction(async (db) => {
      const { initiate, product, post } = await createTestShop(db)
      const first = createCheckout(product)
      const { clientTxnId } = StartedPayment.parse(await (await initiate(first)).json())
      await post(`/demo/upi/${clientTxnId}`, { outcome: 'success' }, null)
      const second = await initiate(createCheckout(product, { quantity: 2, replaces: first.orderId }))
      expect([second.status, await second.json()]).toMatchObject([
        409,
        { message: expect.stringContaining('already paid'), paidOrderId: first.orderId },
      ])
    }))

  it('lets a customer reserve stock with three unpaid orders, not four', () =>
    inTestTransaction(async (db) => {
      const { initiate, product } = await createTestShop(db)
      const answers = []
      for (let tries = 0; tries < 4; tries++) answers.push((await initiate(createCheckout(product))).status)
      expect(answers).toEqual([200, 200, 200, 429])
      expect((await db.select().from(products)).map((row) => row.reserved)).toEqual([3])
    }))

  it('accepts each number as a JSON number or a string', () =>
    inTestTransaction(async (db) => {
      const { product, initiate } = await createTestShop(db)
      const checkout = createCheckout(product)
      const items = checkout.items.map(({ productId, quantity }) => ({
        productId: String(productId),
        quantity: String(quantity),
      }))
      const response = await initiate({ ...checkout, amount: checkout.amount.toFixed(2), items })
      expect([response.status, (await response.json()).amount]).toEqual([200, checkout.amount])
      expect((await initiate(checkout)).status).toBe(200)
    }))

  it.each<[string, Record<string, unknown>]>([
    ['a negative amount', { amount: -0.01 }],
    ['an amount in words', { amount: 'a lot' }],
    ['an endless amount', { amount: 1e308 }],
    ['no amount', { amount: null }],
    ['a third decimal', { amount: 2149.001 }],
    ['no items', { items: [] }],
    ['a negative quantity', { items: [{ productId: 1, quantity: -1 }] }],
    ['half a piece', { items: [{ productId: 1, quantity: 0.5 }] }],
    ['51 pieces', { items: [{ productId: 1, quantity: 51 }] }],
    ['an unknown product', { items: [{ productId: 2_147_483_647, quantity: 1 }] }],
    ['a product id that cannot exist', { items: [{ productId: 9e99, quantity: 1 }] }],
    ['an order number of another form', { orderId: "x'; drop table orders; --" }],
    ['a landline', { customerPhone: '040 2345 6789' }],
    ['no e-mail', { customerEmail: 'asha' }],
    ['a field that does not exist', { isAdmin: true }],
  ])('answers 400 with a message to %s, and creates nothing', (_, wrong) =>
    inTestTransaction(async (db) => {
      const { initiate, product } = await createTestShop(db)
      const response = await initiate({ ...createCheckout(product), ...wrong })
      expect([response.status, await response.json()]).toEqual([
        400,
        expect.objectContaining({ message: expect.any(String) }),
      ])
      await nothingCreated(db)
    }),
  )

  it.each([
    'ORD_CALL_9000000001_TO_CLAIM_1_LAKH_PRIZE_at_evil-site',
    'ORD_1763750000000_claim_prize',
    'ORD_1763750000000_evil-site',
    'ORD_1763750000000_evil.site',
    'ORD_1763750000000_callthisnumbernow',
    'ORD_1763750000000_',
    'ORD_900000000_a',
    'ORD_176375000000000_a',
    'ORD_1763750000000_a\n',
  ])('an order number carries no text: %j', (orderId) =>
    inTestTransaction(async (db) => {
      const { initiate, product } = await createTestShop(db)
      const response = await initiate(createCheckout(product, { orderId }))
      expect([response.status, await response.json()]).toMatchObject([
        400,
        { message: expect.any(String), issues: [{ path: 'orderId', message: 'This is not a valid order number.' }] },
      ])
      await nothingCreated(db)
    }),
  )

  it('answers 401 without a session', () =>
    inTestTransaction(async (db) => {
      const { initiate, product } = await createTestShop(db)
      expect((await initiate(createCheckout(product), null)).status).toBe(401)
      await nothingCreated(db)
    }))
})

describe('POST /api/payments/upi/verify', () => {
  it('case 10: answers 404 for another customer, a guessed id and a swapped pair', () =>
    inTestTransaction(async (db) => {
      const { initiate, post, product } = await createTestShop(db)
      const { transactionId, orderId } = StartedPayment.parse(await (await initiate(createCheckout(product))).json())
      const other = StartedPayment.parse(await (await initiate(createCheckout(product))).json())
      const statuses = [
        await post('/payments/upi/verify', { transactionId, orderId }, await createCustomer(db)),
        await post('/payments/upi/verify', { transactionId: crypto.randomUUID(), orderId }),
        await post('/payments/upi/verify', { transactionId, orderId: other.orderId }),
      ].map((response) => response.status)
      expect(statuses).toEqual([404, 404, 404])
    }))

  it('does not trust the browser', () =>
    inTestTransaction(async (db) => {
      const { initiate, post, product } = await createTestShop(db)
      const { transactionId, orderId } = StartedPayment.parse(await (await initiate(createCheckout(product))).json())
      expect((await post('/payments/upi/verify', { transactionId, orderId, status: 'success' })).status).toBe(400)
      const honest = await post('/payments/upi/verify', { transactionId, orderId })
      expect(VerifiedPayment.parse(await honest.json())).toEqual({ success: false, status: 'pending' })
    }))

  it('does not extend the session of an admin who buys: an open dialog polls it', () =>
    inTestTransaction(async (db) => {
      const { initiate, post, product } = await createTestShop(db)
      const admin = await createAdmin(db)
      const started = await initiate(createCheckout(product), admin)
      const { transactionId, orderId } = StartedPayment.parse(await started.json())
      const lastSeenAt = addMinutes(new Date(), -20)
      await db.update(sessions).set({ lastSeenAt }).where(eq(sessions.userId, admin.id))
      expect((await post('/payments/upi/verify', { transactionId, orderId }, admin)).status).toBe(200)
      const [session] = await db.select().from(sessions).where(eq(sessions.userId, admin.id))
      expect(session).toMatchObject({ lastSeenAt })
    }))
})

describe('the webhook', () => {
  it('case 2: of the test bank makes the payment a success', () =>
    inTestTransaction(async (db) => {
      const { initiate, post, product } = await createTestShop(db)
      const { transactionId, orderId, clientTxnId } = StartedPayment.parse(
        await (await initiate(createCheckout(product))).json(),
      )
      expect((await post(`/demo/upi/${clientTxnId}`, { outcome: 'success' }, null)).status).toBe(200)
      const verified = await post('/payments/upi/verify', { transactionId, orderId })
      expect(VerifiedPayment.parse(await verified.json())).toEqual({ success: true, status: 'success' })
    }))

  it.each([
    ['case 3: one byte changed', (hook: Webhook) => ({ ...hook, body: hook.body.replace('INR', 'INS') })],
    ['no signature', (hook: Webhook) => ({ ...hook, headers: { ...hook.headers, 'webhook-signature': '' } })],
    ['another event id', (hook: Webhook) => ({ ...hook, headers: { ...hook.headers, 'webhook-id': 'evt_other' } })],
    ['a later time', (hook: Webhook) => ({ ...hook, headers: { ...hook.headers, 'webhook-timestamp': '1900000000' } })],
  ])('is rejected and leaves nothing behind: %s', (_, tamper) =>
    inTestTransaction(async (db) => {
      const { api, initiate, product, context } = await createTestShop(db)
      const { clientTxnId } = StartedPayment.parse(await (await initiate(createCheckout(product))).json())
      const hook = tamper(await simulateBankDecision(context.sandbox, clientTxnId, 'success'))
      const response = await api.request('/api/payments/webhook/sandbox', { method: 'POST', ...hook })
      expect([response.status, await response.json()]).toMatchObject([401, { message: 'Invalid signature' }])
      expect(await db.select().from(paymentEvents)).toEqual([])
      expect(await db.select().from(payments)).toMatchObject([{ status: 'pending' }])
    }),
  )

  it('is limited for an address that forges it, never for the gateway, which reports every order from one address', () =>
    inTestTransaction(async (db) => {
      const { initiate, product, context, deliver } = await createTestShop(db)
      const { clientTxnId } = StartedPayment.parse(await (await initiate(createCheckout(product))).json())
      const hook = await simulateBankDecision(context.sandbox, clientTxnId, 'success')
      const forged = { ...hook, body: hook.body.replace('INR', 'INS') }
      const statuses: number[] = []
      for (let nth = 0; nth <= 60; nth++) statuses.push((await deliver(forged)).status)
      expect([statuses.indexOf(429), new Set(statuses.slice(0, 60))]).toEqual([60, new Set([401])])
      expect((await deliver(hook)).status).toBe(200)
    }))

  it.each([
    ['an escaped NUL', '"INR"', String.raw`"I\u0000NR"`],
    ['a NUL in every text', '"shopper@sandbox"', String.raw`"\u0000","note":"\u0000"`],
    ['a lone surrogate', '"shopper@sandbox"', String.raw`"\ud800"`],
    ['a visible escape', '"shopper@sandbox"', String.raw`"\\u0000"`],
    ['a field called constructor', '"event"', '"constructor":{"a":1},"event"'],
  ])('with %s is processed when it is signed, and rejected when not', (_, from, to) =>
    inTestTransaction(async (db) => {
      const { initiate, product, context, deliver } = await createTestShop(db)
      const { clientTxnId } = StartedPayment.parse(await (await initiate(createCheckout(product))).json())
      const { body, headers } = await simulateBankDecision(context.sandbox, clientTxnId, 'success')
      const odd = body.replace(from, to)
      expect(odd).not.toBe(body)
      expect((await deliver({ headers, body: odd })).status).toBe(401)
      expect((await deliver(signedAgain(odd))).status).toBe(200)
      expect(await db.select().from(payments)).toMatchObject([{ status: 'success' }])
    }),
  )

  it.each([
    ['an amount that no bank knows', /"amount":\d+/, '"amount":2147483648'],
    ['the year 0', /"at":"\d{4}/, '"at":"0000'],
    ['a reference that no index holds', /"upiTxnId":"/, `"upiTxnId":"${'7'.repeat(9000)}`],
    ['no amount', /"amount":\d+,/, ''],
    ['a raw NUL', '"shopper@sandbox"', '"\0"'],
  ])('with %s is answered in plain words', (_, from, to) =>
    inTestTransaction(async (db) => {
      const { initiate, product, context, deliver } = await createTestShop(db)
      const { clientTxnId } = StartedPayment.parse(await (await initiate(createCheckout(product))).json())
      const { body } = await simulateBankDecision(context.sandbox, clientTxnId, 'success')
      const odd = body.replace(from, to)
      expect(odd).not.toBe(body)
      const response = await deliver(signedAgain(odd))
      expect([response.status, await response.json()]).toMatchObject([
        400,
        { message: 'That webhook could not be read.' },
      ])
    }),
  )

  it('is rejected when it is more than five minutes old or early', () =>
    inTestTransaction(async (db) => {
      const { api, initiate, product, context } = await createTestShop(db)
      const { clientTxnId } = StartedPayment.parse(await (await initiate(createCheckout(product))).json())
      const hook = await simulateBankDecision(context.sandbox, clientTxnId, 'success')
      context.advanceMinutes(5.1)
      expect((await api.request('/api/payments/webhook/sandbox', { method: 'POST', ...hook })).status).toBe(401)
      context.advanceMinutes(-10.2)
      expect((await api.request('/api/payments/webhook/sandbox', { method: 'POST', ...hook })).status).toBe(401)
    }))
})

describe('the test bank', () => {
  it('shows the amount with Pay and Decline, and confirms the payment', () =>
    inTestTransaction(async (db) => {
      const { api, initiate, product } = await createTestShop(db)
      const { clientTxnId } = StartedPayment.parse(await (await initiate(createCheckout(product))).json())
      const page = await (await api.request(`/api/demo/upi/${clientTxnId}`)).text()
      expect(page).toContain('₹2,149.00')
      expect(page).toMatch(/<button[^>]*value="success"[^>]*>Pay</)
      expect(page).toMatch(/<button[^>]*value="failure"[^>]*>Decline</)
      const paid = await api.request(`/api/demo/upi/${clientTxnId}`, {
        method: 'POST',
        body: new URLSearchParams({ outcome: 'success' }),
      })
      expect(await paid.text()).toContain('<h1>Paid</h1>')
    }))

  it('lets a declined payment be tried again, and a paid one stay paid', () =>
    inTestTransaction(async (db) => {
      const { initiate, post, product } = await createTestShop(db)
      const { clientTxnId } = StartedPayment.parse(await (await initiate(createCheckout(product))).json())
      const [statuses, answers] = [[], []] as [unknown[], unknown[]]
      for (const outcome of ['failure', 'success', 'failure'] as const) {
        answers.push((await (await post(`/demo/upi/${clientTxnId}`, { outcome }, null)).json()).outcome)
        statuses.push((await db.select().from(payments))[0]?.status)
      }
      expect(statuses).toEqual(['failure', 'success', 'success'])
      expect(answers).toEqual(['failure', 'success', 'success'])
    }))

  it('does not know payments that were never started, nor outcomes that do not exist', () =>
    inTestTransaction(async (db) => {
      const { post, initiate, product } = await createTestShop(db)
      expect((await post('/demo/upi/KC123', { outcome: 'success' }, null)).status).toBe(404)
      const { clientTxnId } = StartedPayment.parse(await (await initiate(createCheckout(product))).json())
      expect((await post(`/demo/upi/${clientTxnId}`, { outcome: 'maybe' }, null)).status).toBe(400)
    }))
})

const signedAgain = (body: string): Webhook => ({
  body,
  headers: signWebhook('a secret for these tests', { id: 'evt_odd', body, sentAt: new Date() }),
})

type Webhook = { headers: Record<string, string>; body: string }
