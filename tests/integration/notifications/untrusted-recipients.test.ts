import { eq, inArray, like } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { ORDER_EVENTS } from '#src/app/order-events.server.ts'
import type { Db } from '#src/db/database.server.ts'
import { contactApi } from '#src/features/contact/public/contact.api.server.ts'
import { acceptQuote, askAboutQuote } from '#src/features/custom-orders/quotes/accept-quote.server.ts'
import { answerQuestion } from '#src/features/custom-orders/quotes/answer-question.server.ts'
import { outboxMessages } from '#src/features/notifications/outbox/outbox.table.server.ts'
import { setOrderStatus } from '#src/features/orders/change-order-status.server.ts'
import { cancelCustomerOrder } from '#src/features/orders/customer/customer-orders.server.ts'
import { detachCustomerOrders } from '#src/features/orders/erase-orders.server.ts'
import { orders } from '#src/features/orders/orders.table.server.ts'
import { paymentsApi } from '#src/features/payments/payments.api.server.ts'
import { createTestApi } from '#src/testing/test-api.ts'
import { inTestTransaction } from '#src/testing/test-database.ts'
import { createAdmin } from '#tests/factories/admins.ts'
import { insertProduct } from '#tests/factories/catalog.ts'
import {
  createAcceptance,
  createQuotedOrder,
  findCustomOrder,
  TEST_ADMIN,
  TEST_ADMIN_EMAIL,
} from '#tests/factories/custom-orders.ts'
import { createOrder, simulatePayment } from '#tests/factories/orders.ts'
import { createCheckout, createCustomer, createTestPayments } from '#tests/factories/payments/payments.ts'

const VICTIM = 'victim@elsewhere.example'
const LURE = 'Your refund of 8812 waits, call 98480 12345'

const mailsTo = (db: Db, to: string) => db.select().from(outboxMessages).where(eq(outboxMessages.to, to))
const wordsTo = async (db: Db, to: string) =>
  (await mailsTo(db, to)).map(({ subject, text }) => `${subject}\n${text}`).join('\n')

describe('a stranger who types the address of another customer', () => {
  it('sends them no typed text with a custom order, its quotation and its answer', () =>
    inTestTransaction(async (db) => {
      const [context, attacker] = [createTestPayments(db), await createCustomer(db)]
      const { id, token } = await createQuotedOrder(context, 1850, { customerEmail: VICTIM, name: LURE, message: LURE })
      const link = { token, userId: attacker.id }
      await askAboutQuote(db, { link, message: LURE, adminEmail: TEST_ADMIN_EMAIL, now: context.now() })
      await answerQuestion(db, { id, message: 'We do not know of it.', by: TEST_ADMIN })
      const said = await wordsTo(db, VICTIM)
      expect((await mailsTo(db, VICTIM)).length).toBe(3)
      expect(said).toContain('Flavor: Ruby')
      expect(said).toContain('We do not know of it.')
      expect(said).not.toContain('8812')
      expect(await wordsTo(db, TEST_ADMIN_EMAIL)).toContain(LURE)
    }))

  it('sends them nothing about an order: placed, paid, shipped, cancelled', () =>
    inTestTransaction(async (db) => {
      const [context, attacker, by] = [createTestPayments(db), await createCustomer(db), await createAdmin(db)]
      const product = await insertProduct(db, { stock: 9 })
      const wanted = { customer: attacker, product, checkout: { customerEmail: VICTIM, customerName: LURE } }
      const [paid, unpaid] = [
        await createOrder(context, wanted),
        await createOrder(context, { ...wanted, paid: false }),
      ]
      await setOrderStatus(db, { orderId: paid.id, status: 'shipped', by }, ORDER_EVENTS)
      await cancelCustomerOrder(db, { orderId: unpaid.id, userId: attacker.id }, ORDER_EVENTS)
      expect(await mailsTo(db, VICTIM)).toEqual([])
      expect(
        (await mailsTo(db, attacker.email)).map(({ idempotencyKey }) => idempotencyKey.split(':')[0]).sort(),
      ).toEqual(['order-cancelled', 'order-paid', 'order-shipped'])
    }))

  it('sends them nothing about an accepted quotation', () =>
    inTestTransaction(async (db) => {
      const [context, attacker] = [createTestPayments(db), await createCustomer(db)]
      const { reference, token } = await createQuotedOrder(context, 1850, { customerEmail: attacker.email })
      const link = { token, userId: attacker.id }
      const started = await acceptQuote(
        context,
        link,
        createAcceptance(2000, { customerEmail: VICTIM, customerName: LURE }),
      )
      await simulatePayment(context, started.clientTxnId)
      expect((await findCustomOrder(db, reference)).status).toBe('confirmed')
      expect(await mailsTo(db, VICTIM)).toEqual([])
      expect(await wordsTo(db, attacker.email)).toContain('We received')
    }))

  it('gets no typed text into the acknowledgement of the contact form', () =>
    inTestTransaction(async (db) => {
      const typed = { name: LURE.slice(0, 40), email: VICTIM, subject: LURE, message: LURE }
      const answer = await createTestApi(contactApi({ db, adminEmail: TEST_ADMIN_EMAIL })).request('/api/contact', {
        method: 'POST',
        body: JSON.stringify(typed),
        headers: { 'content-type': 'application/json' },
      })
      expect(answer.status).toBe(201)
      expect(await wordsTo(db, VICTIM)).not.toContain('8812')
    }))
})

describe('text that is typed at checkout', () => {
  const SITE = 'https://golconda-refunds.example/claim'

  it.each([
    ['customerName', { customerName: `customer\n\nPay the fee here` }, 'This must be one line.'],
    ['customerName', { customerName: SITE }, 'Please leave out website addresses.'],
    ['customerName', { customerName: 'a'.repeat(61) }, 'At most 60 letters, please.'],
    ['notes', { notes: `Please see ${SITE}` }, 'Please leave out website addresses.'],
  ])('is rejected in %s with a message beside the field', (field, change, message) =>
    inTestTransaction(async (db) => {
      const refusal = await initiate(db, change)
      expect(refusal).toMatchObject({ status: 400, answer: { issues: [{ path: field, message }] } })
      expect(await db.select().from(orders)).toEqual([])
    }),
  )

  it.each([
    ['firstName', 'Asha\u202eoaR'],
    ['lastName', `Rao${'\u0301'.repeat(50)}`],
    ['address', '12 Charminar Road\u0007'],
    ['city', 'Hyderabad\u001b[2J'],
    ['landmark', 'Behind www.evil.example'],
  ])('is rejected in %s of the address', (field, typed) =>
    inTestTransaction(async (db) => {
      const shippingAddress = { ...createCheckout({ id: 1, pricePaise: 1 } as never).shippingAddress, [field]: typed }
      const refusal = await initiate(db, { shippingAddress })
      expect(refusal).toMatchObject({ status: 400, answer: { issues: [{ path: `shippingAddress.${field}` }] } })
    }),
  )

  it('is accepted in Telugu and Devanagari, with joiners', () =>
    inTestTransaction(async (db) => {
      const names = { firstName: 'అనూష', lastName: 'क्\u200dषत्रिय' }
      const { shippingAddress } = createCheckout({ id: 1, pricePaise: 1 } as never)
      const change = { customerName: 'అనూష क्\u200dषत्रिय', shippingAddress: { ...shippingAddress, ...names } }
      expect((await initiate(db, change)).status).toBe(200)
      const stored = await db.select().from(orders)
      expect(stored).toMatchObject([{ customerName: change.customerName, shippingAddress: names }])
    }))
})

async function initiate(db: Db, change: object) {
  const [context, customer, product] = [
    createTestPayments(db),
    await createCustomer(db),
    await insertProduct(db, { stock: 5 }),
  ]
  const answer = await createTestApi(paymentsApi(context)).request('/api/payments/upi/initiate', {
    method: 'POST',
    body: JSON.stringify({ ...createCheckout(product), ...change }),
    headers: { 'content-type': 'application/json', cookie: customer.cookie, origin: 'http://localhost' },
  })
  return { status: answer.status, answer: await answer.json() }
}

it('messages about orders of a deleted account go to its own address, not to typed ones', () =>
  inTestTransaction(async (db) => {
    const [context, leaver, by] = [createTestPayments(db), await createCustomer(db), await createAdmin(db)]
    const order = await createOrder(context, {
      customer: leaver,
      product: await insertProduct(db, { stock: 9 }),
      checkout: { customerEmail: VICTIM },
    })
    await detachCustomerOrders(db, leaver.id, leaver.email)
    await setOrderStatus(db, { orderId: order.id, status: 'shipped', by }, ORDER_EVENTS)
    const shipped = await db.select().from(outboxMessages).where(like(outboxMessages.idempotencyKey, 'order-shipped:%'))
    expect(shipped.map(({ to }) => to).sort()).toEqual(['+919876543210', leaver.email].sort())
    expect(
      await db
        .select()
        .from(outboxMessages)
        .where(inArray(outboxMessages.to, [VICTIM])),
    ).toEqual([])
  }))
