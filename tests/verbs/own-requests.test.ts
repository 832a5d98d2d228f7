import { describe, expect, it } from 'vitest'
import { startSession } from '#src/features/account/sessions.server.ts'
import { acceptQuote, askAboutQuote, getQuote } from '#src/features/custom-orders/accepting.server.ts'
import { answerQuestion } from '#src/features/custom-orders/answering.server.ts'
import { setCustomOrderStatus } from '#src/features/custom-orders/custom-order-status.server.ts'
import { customOrdersApi } from '#src/features/custom-orders/custom-orders.api.server.ts'
import { forgetCustomOrdersOf } from '#src/features/custom-orders/forgetting.server.ts'
import { listOwnRequests } from '#src/features/custom-orders/own-requests.server.ts'
import { apiOf } from '#src/platform/testing/test-api.ts'
import { inTestTransaction } from '#src/platform/testing/test-database.ts'
import {
  aCustomOrder,
  anAcceptance,
  aQuotedOrder,
  customOrderOf,
  MAKER,
  MAKER_EMAIL,
  quote,
} from '#tests/makers/custom-orders.ts'
import { moneyArrives } from '#tests/makers/orders.ts'
import { aShopper, aTill, type TestTill } from '#tests/makers/payments.ts'

const PRICE = 1850
const TOTAL = 2000

const apiWith = (till: TestTill) =>
  apiOf(customOrdersApi({ till, makerEmail: MAKER_EMAIL, publicUrl: 'https://shop.example' }))
const daysLater = (from: Date, days: number) => new Date(from.getTime() + days * 24 * 3600 * 1000)

const wish = {
  flavor: 'dark',
  shape: 'bar',
  packaging: 'simple',
  customerMobile: '+91 98765 43210',
  customerEmail: 'office@shopper.example',
}

describe('promise M17: own custom requests', () => {
  it('promise M17: a request is shown before it is paid: what was composed, by when, the price, what was answered', () =>
    inTestTransaction(async (db) => {
      const [till, shopper] = [aTill(db), await aShopper(db)]
      const asked = await aCustomOrder(db, { customerEmail: shopper.email, receivedAt: till.now() })
      const [waiting] = await listOwnRequests(db, shopper, till.now())
      expect(waiting).toMatchObject({
        reference: asked.reference,
        status: 'quote-pending',
        composition: { flavor: 'ruby', concentration: 55, shape: 'heart', packaging: 'luxury', quantity: 2 },
        dueAt: asked.dueAt.toISOString(),
        isLate: false,
        quotation: null,
        order: null,
      })
      expect((await listOwnRequests(db, shopper, daysLater(asked.dueAt, 1)))[0]?.isLate).toBe(true)

      await quote(till, asked.id, PRICE)
      const link = { token: asked.reference, userId: shopper.id }
      await askAboutQuote(db, { link, message: 'Is it without nuts?', makerEmail: MAKER_EMAIL, now: till.now() })
      await answerQuestion(db, { id: asked.id, message: 'Yes.', by: MAKER })
      const [quoted] = await listOwnRequests(db, shopper, till.now())
      expect(quoted).toMatchObject({
        status: 'quoted',
        quotation: { state: 'open', price: PRICE, shipping: 150, total: TOTAL },
        notes: 'Ready in five days.',
        conversation: [
          { by: 'shopper', text: 'Is it without nuts?' },
          { by: 'maker', text: 'Yes.' },
        ],
      })
    }))

  it('promise M17: says nothing of what was typed, because a stranger may have typed it with this address', () =>
    inTestTransaction(async (db) => {
      const [till, shopper] = [aTill(db), await aShopper(db)]
      const lure = 'Win a prize at prize.example'
      await aCustomOrder(db, { customerEmail: shopper.email, name: lure, message: lure, receivedAt: till.now() })
      expect(JSON.stringify(await listOwnRequests(db, shopper, till.now()))).not.toContain('prize')
    }))

  it("promise M17: nobody else's: neither the list nor the quotation behind its number", () =>
    inTestTransaction(async (db) => {
      const [till, shopper, stranger] = [aTill(db), await aShopper(db), await aShopper(db)]
      const { reference } = await aQuotedOrder(till, PRICE, { customerEmail: shopper.email })
      const theirs = { token: reference, userId: stranger.id }
      expect(await listOwnRequests(db, stranger, till.now())).toEqual([])
      await expect(getQuote(db, theirs, till.now())).rejects.toMatchObject({ code: 'not-found' })
      await expect(acceptQuote(till, theirs, anAcceptance(TOTAL))).rejects.toMatchObject({ code: 'not-found' })
      const asking = { link: theirs, message: 'Whose is it?', makerEmail: MAKER_EMAIL, now: till.now() }
      await expect(askAboutQuote(db, asking)).rejects.toMatchObject({ code: 'not-found' })
      expect((await getQuote(db, { token: reference, userId: shopper.id }, till.now())).total).toBe(TOTAL)
    }))

  it('promise M17: who sends it while signed in owns it, whatever address is typed; nobody without a session asks', () =>
    inTestTransaction(async (db) => {
      const [till, shopper, office] = [aTill(db), await aShopper(db), await aShopper(db)]
      const api = apiWith(till)
      const cookie = `shop_session=${await startSession(db, { userId: shopper.id, kind: 'shopper' })}`
      const sent = await api.request('/api/custom-orders', {
        method: 'POST',
        headers: { cookie, origin: 'http://localhost', 'content-type': 'application/json' },
        body: JSON.stringify({ ...wish, customerEmail: office.email }),
      })
      const { reference } = await sent.json()
      const answer = await api.request('/api/custom-orders/mine', { headers: { cookie } })
      expect(answer.headers.get('cache-control')).toContain('no-store')
      expect(await answer.json()).toMatchObject([{ reference, status: 'quote-pending' }])
      expect(await listOwnRequests(db, office, till.now())).toEqual([])
      expect((await api.request('/api/custom-orders/mine')).status).toBe(401)
    }))

  it('promise M17: is accepted by its number, stays while it is made, and leaves it to the order once it is made', () =>
    inTestTransaction(async (db) => {
      const [till, shopper] = [aTill(db), await aShopper(db)]
      const { id, reference } = await aQuotedOrder(till, PRICE, { customerEmail: shopper.email })
      const started = await acceptQuote(till, { token: reference, userId: shopper.id }, anAcceptance(TOTAL))
      expect(await listOwnRequests(db, shopper, till.now())).toMatchObject([
        { status: 'quoted', order: { orderId: started.orderId, isPaid: false } },
      ])
      await moneyArrives(till, started.clientTxnId)
      expect(await listOwnRequests(db, shopper, till.now())).toMatchObject([
        { status: 'confirmed', quotation: { state: 'agreed' }, order: { isPaid: true } },
      ])
      await setCustomOrderStatus(db, { id, status: 'completed', by: MAKER, now: till.now() })
      expect(await listOwnRequests(db, shopper, till.now())).toEqual([])
    }))

  it('promise M17: says why it was declined, for 30 days, and its number opens nothing any more', () =>
    inTestTransaction(async (db) => {
      const [till, shopper] = [aTill(db), await aShopper(db)]
      const { id, reference } = await aQuotedOrder(till, PRICE, { customerEmail: shopper.email })
      const reason = 'Our moulds are all in use.'
      await setCustomOrderStatus(db, { id, status: 'cancelled', reason, by: MAKER, now: till.now() })
      expect(await listOwnRequests(db, shopper, till.now())).toMatchObject([
        { status: 'cancelled', quotation: null, declinedBecause: reason },
      ])
      const link = { token: reference, userId: shopper.id }
      await expect(getQuote(db, link, till.now())).rejects.toMatchObject({ code: 'not-found' })
      expect(await listOwnRequests(db, shopper, daysLater(till.now(), 40))).toEqual([])
    }))

  it('promise M17: what is forgotten is nobody’s any more, also by its number', () =>
    inTestTransaction(async (db) => {
      const [till, shopper, other] = [aTill(db), await aShopper(db), await aShopper(db)]
      const { id, reference } = await aQuotedOrder(till, PRICE, { customerEmail: shopper.email })
      const { clientTxnId } = await acceptQuote(till, { token: reference, userId: shopper.id }, anAcceptance(TOTAL))
      await moneyArrives(till, clientTxnId)
      await setCustomOrderStatus(db, { id, status: 'completed', by: MAKER, now: till.now() })
      await forgetCustomOrdersOf(db, { userId: shopper.id, email: shopper.email })
      expect((await customOrderOf(db, reference)).userId).toBeNull()
      const link = { token: reference, userId: other.id }
      await expect(getQuote(db, link, till.now())).rejects.toMatchObject({ code: 'not-found' })
    }))
})
