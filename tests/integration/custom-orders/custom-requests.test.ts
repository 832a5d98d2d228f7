import { describe, expect, it } from 'vitest'
import { startSession } from '#src/features/auth/sessions/sessions.server.ts'
import { setCustomOrderStatus } from '#src/features/custom-orders/admin/set-custom-order-status.server.ts'
import { customOrdersApi } from '#src/features/custom-orders/custom-orders.api.server.ts'
import { eraseCustomOrders } from '#src/features/custom-orders/erase-custom-orders.server.ts'
import { acceptQuote, askAboutQuote, getQuote } from '#src/features/custom-orders/quotes/accept-quote.server.ts'
import { answerQuestion } from '#src/features/custom-orders/quotes/answer-question.server.ts'
import { listCustomerRequests } from '#src/features/custom-orders/quotes/customer-requests.server.ts'
import { createTestApi } from '#src/testing/test-api.ts'
import { inTestTransaction } from '#src/testing/test-database.ts'
import {
  createAcceptance,
  createQuotedOrder,
  findCustomOrder,
  insertCustomOrder,
  sendTestQuote,
  TEST_ADMIN,
  TEST_ADMIN_EMAIL,
} from '#tests/factories/custom-orders.ts'
import { simulatePayment } from '#tests/factories/orders.ts'
import { createCustomer, createTestPayments, type TestPaymentContext } from '#tests/factories/payments/payments.ts'

const PRICE = 1850
const TOTAL = 2000

const apiWith = (context: TestPaymentContext) =>
  createTestApi(customOrdersApi({ context, adminEmail: TEST_ADMIN_EMAIL, publicUrl: 'https://shop.example' }))
const daysLater = (from: Date, days: number) => new Date(from.getTime() + days * 24 * 3600 * 1000)

const wish = {
  flavor: 'dark',
  shape: 'bar',
  packaging: 'simple',
  customerMobile: '+91 98765 43210',
  customerEmail: 'office@shopper.example',
}

describe('the custom requests of a customer', () => {
  it('show a request before it is paid: composition, due time, price and answers', () =>
    inTestTransaction(async (db) => {
      const [context, customer] = [createTestPayments(db), await createCustomer(db)]
      const request = await insertCustomOrder(db, { customerEmail: customer.email, receivedAt: context.now() })
      const [waiting] = await listCustomerRequests(db, customer, context.now())
      expect(waiting).toMatchObject({
        reference: request.reference,
        status: 'quote-pending',
        composition: { flavor: 'ruby', concentration: 55, shape: 'heart', packaging: 'luxury', quantity: 2 },
        dueAt: request.dueAt.toISOString(),
        isLate: false,
        quotation: null,
        order: null,
      })
      expect((await listCustomerRequests(db, customer, daysLater(request.dueAt, 1)))[0]?.isLate).toBe(true)

      await sendTestQuote(context, request.id, PRICE)
      const link = { token: request.reference, userId: customer.id }
      await askAboutQuote(db, {
        link,
        message: 'Is it without nuts?',
        adminEmail: TEST_ADMIN_EMAIL,
        now: context.now(),
      })
      await answerQuestion(db, { id: request.id, message: 'Yes.', by: TEST_ADMIN })
      const [quoted] = await listCustomerRequests(db, customer, context.now())
      expect(quoted).toMatchObject({
        status: 'quoted',
        quotation: { state: 'open', price: PRICE, shipping: 150, total: TOTAL },
        notes: 'Ready in five days.',
        conversation: [
          { by: 'customer', text: 'Is it without nuts?' },
          { by: 'admin', text: 'Yes.' },
        ],
      })
    }))

  it('show no typed text, because a stranger may have typed it with this address', () =>
    inTestTransaction(async (db) => {
      const [context, customer] = [createTestPayments(db), await createCustomer(db)]
      const lure = 'Win a prize at prize.example'
      await insertCustomOrder(db, {
        customerEmail: customer.email,
        name: lure,
        message: lure,
        receivedAt: context.now(),
      })
      expect(JSON.stringify(await listCustomerRequests(db, customer, context.now()))).not.toContain('prize')
    }))

  it('are visible to no other customer, neither in the list nor by number', () =>
    inTestTransaction(async (db) => {
      const [context, customer, stranger] = [createTestPayments(db), await createCustomer(db), await createCustomer(db)]
      const { reference } = await createQuotedOrder(context, PRICE, { customerEmail: customer.email })
      const theirs = { token: reference, userId: stranger.id }
      expect(await listCustomerRequests(db, stranger, context.now())).toEqual([])
      await expect(getQuote(db, theirs, context.now())).rejects.toMatchObject({ code: 'not-found' })
      await expect(acceptQuote(context, theirs, createAcceptance(TOTAL))).rejects.toMatchObject({ code: 'not-found' })
      const asking = { link: theirs, message: 'Whose is it?', adminEmail: TEST_ADMIN_EMAIL, now: context.now() }
      await expect(askAboutQuote(db, asking)).rejects.toMatchObject({ code: 'not-found' })
      expect((await getQuote(db, { token: reference, userId: customer.id }, context.now())).total).toBe(TOTAL)
    }))

  it('belong to the signed-in sender, whatever address is typed; visitors cannot list requests', () =>
    inTestTransaction(async (db) => {
      const [context, customer, office] = [createTestPayments(db), await createCustomer(db), await createCustomer(db)]
      const api = apiWith(context)
      const cookie = `shop_session=${await startSession(db, { userId: customer.id, kind: 'customer' })}`
      const sent = await api.request('/api/custom-orders', {
        method: 'POST',
        headers: { cookie, origin: 'http://localhost', 'content-type': 'application/json' },
        body: JSON.stringify({ ...wish, customerEmail: office.email }),
      })
      const { reference } = await sent.json()
      const answer = await api.request('/api/custom-orders/mine', { headers: { cookie } })
      expect(answer.headers.get('cache-control')).toContain('no-store')
      expect(await answer.json()).toMatchObject([{ reference, status: 'quote-pending' }])
      expect(await listCustomerRequests(db, office, context.now())).toEqual([])
      expect((await api.request('/api/custom-orders/mine')).status).toBe(401)
    }))

  it('are accepted by number, stay while they are made, and then continue as orders', () =>
    inTestTransaction(async (db) => {
      const [context, customer] = [createTestPayments(db), await createCustomer(db)]
      const { id, reference } = await createQuotedOrder(context, PRICE, { customerEmail: customer.email })
      const started = await acceptQuote(context, { token: reference, userId: customer.id }, createAcceptance(TOTAL))
      expect(await listCustomerRequests(db, customer, context.now())).toMatchObject([
        { status: 'quoted', order: { orderId: started.orderId, isPaid: false } },
      ])
      await simulatePayment(context, started.clientTxnId)
      expect(await listCustomerRequests(db, customer, context.now())).toMatchObject([
        { status: 'confirmed', quotation: { state: 'agreed' }, order: { isPaid: true } },
      ])
      await setCustomOrderStatus(db, { id, status: 'completed', by: TEST_ADMIN, now: context.now() })
      expect(await listCustomerRequests(db, customer, context.now())).toEqual([])
    }))

  it('say for 30 days why one was declined, and its number opens nothing any more', () =>
    inTestTransaction(async (db) => {
      const [context, customer] = [createTestPayments(db), await createCustomer(db)]
      const { id, reference } = await createQuotedOrder(context, PRICE, { customerEmail: customer.email })
      const reason = 'Our moulds are all in use.'
      await setCustomOrderStatus(db, { id, status: 'cancelled', reason, by: TEST_ADMIN, now: context.now() })
      expect(await listCustomerRequests(db, customer, context.now())).toMatchObject([
        { status: 'cancelled', quotation: null, declinedBecause: reason },
      ])
      const link = { token: reference, userId: customer.id }
      await expect(getQuote(db, link, context.now())).rejects.toMatchObject({ code: 'not-found' })
      expect(await listCustomerRequests(db, customer, daysLater(context.now(), 40))).toEqual([])
    }))

  it('do not include an erased request, even by its number', () =>
    inTestTransaction(async (db) => {
      const [context, customer, other] = [createTestPayments(db), await createCustomer(db), await createCustomer(db)]
      const { id, reference } = await createQuotedOrder(context, PRICE, { customerEmail: customer.email })
      const { clientTxnId } = await acceptQuote(
        context,
        { token: reference, userId: customer.id },
        createAcceptance(TOTAL),
      )
      await simulatePayment(context, clientTxnId)
      await setCustomOrderStatus(db, { id, status: 'completed', by: TEST_ADMIN, now: context.now() })
      await eraseCustomOrders(db, { userId: customer.id, email: customer.email })
      expect((await findCustomOrder(db, reference)).userId).toBeNull()
      const link = { token: reference, userId: other.id }
      await expect(getQuote(db, link, context.now())).rejects.toMatchObject({ code: 'not-found' })
    }))
})
