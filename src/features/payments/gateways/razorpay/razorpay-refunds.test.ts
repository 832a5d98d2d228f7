import { describe, expect, it } from 'vitest'
import { paise } from '#src/core/money.ts'
import type { Db } from '#src/db/database.server.ts'
import { inTestTransaction } from '#src/testing/test-database.ts'
import { createRazorpayShop } from '#tests/factories/payments/razorpay.ts'
import type { InjectedFailure } from '#tests/fakes/razorpay.ts'

const TOTAL = paise(214_900)
const KEY = '3f6b1c1e-6a0e-4a51-9a3b-0b6f5f0f3c11'
const OTHER_KEY = 'ac1f0f1e-0000-4a51-9a3b-0b6f5f0f3c11'

async function createPaidShop(db: Db, options: { timeoutMs?: number } = {}) {
  const shop = await createRazorpayShop(db, options)
  await shop.start()
  const payment = shop.razorpay.payment({ rrn: '632512345678' })
  await shop.deliver(shop.razorpay.webhook('payment.captured', { payment }))
  const refund = (amount = TOTAL, key = KEY, known: { isRetry?: boolean; refundId?: string } = {}) =>
    shop.context.gateway.refund?.({ upiTxnId: '632512345678', amount, idempotencyKey: key, ...known })
  return { ...shop, payment, refund }
}

describe('a refund through Razorpay', () => {
  it('goes to the payment with the bank reference, under its key', () =>
    inTestTransaction(async (db) => {
      const { razorpay, payment, refund } = await createPaidShop(db)
      expect(await refund()).toEqual({ state: 'pending', refundId: expect.stringMatching(/^rfnd_/), speed: 'normal' })
      const { method, path, headers, body } = razorpay.requests.at(-1) ?? { headers: {} }
      expect([method, path]).toEqual(['POST', `/v1/payments/${payment.id}/refund`])
      expect(headers).toMatchObject({ 'x-refund-idempotency': KEY })
      expect(JSON.parse(body ?? '')).toEqual({ amount: 214_900, speed: 'optimum', notes: { refundKey: KEY } })
    }))

  it('is one refund however often it is requested under its key, and is processed in the end', () =>
    inTestTransaction(async (db) => {
      const { razorpay, refund } = await createPaidShop(db)
      const first = await refund()
      expect(await refund()).toEqual(first)
      const made = razorpay.refunds.get(KEY)
      Object.assign(made ?? {}, { status: 'processed', acquirer_data: { arn: '10000000000000' } })
      expect(await refund()).toMatchObject({ state: 'processed', refundId: made?.id, bankReference: '10000000000000' })
      expect(razorpay.refunds.size).toBe(1)
    }))

  it('gateway doubt 2: requests the best speed, and learns whether it was instant', () =>
    inTestTransaction(async (db) => {
      const { razorpay, refund } = await createPaidShop(db)
      razorpay.refundsAre('instant')
      expect(await refund()).toMatchObject({ state: 'processed', speed: 'instant' })
    }))

  it('gateway doubt 2: has the normal speed where Razorpay refuses the best one, and is one refund', () =>
    inTestTransaction(async (db) => {
      const { razorpay, refund } = await createPaidShop(db)
      razorpay.refundsAre('refused')
      const first = await refund()
      expect(first).toMatchObject({ state: 'pending', speed: 'normal' })
      expect(await refund(TOTAL, KEY, { isRetry: true })).toEqual(first)
      expect(razorpay.refunds.size).toBe(1)
    }))

  it('is found again when its response was lost', () =>
    inTestTransaction(async (db) => {
      const { razorpay, refund } = await createPaidShop(db)
      razorpay.meets({ as: 'hang-up', done: true })
      expect(await refund()).toEqual({ state: 'unknown', reason: 'Razorpay cannot be reached.' })
      expect(await refund()).toMatchObject({ state: 'pending', refundId: razorpay.refunds.get(KEY)?.id })
      expect(razorpay.refunds.size).toBe(1)
    }))

  it.each<[string, InjectedFailure]>([
    ['answers 500', { as: 500 }],
    ['answers 503 after it was done', { as: 503, done: true }],
    ['still works on the first call', { as: 409 }],
    ['is asked too often', { as: 429 }],
    ['does not answer', { as: 'silence' }],
    ['answers with a page', { as: '<html>Bad Gateway</html>' }],
    ['speaks of another refund', { as: '{"id":"rfnd_1","amount":1,"payment_id":"pay_1","status":"processed"}' }],
  ])('is unknown, not failed, when Razorpay %s, and is not requested twice automatically', (_, trouble) =>
    inTestTransaction(async (db) => {
      const { razorpay, refund } = await createPaidShop(db, { timeoutMs: 2000 })
      const before = razorpay.requests.length
      razorpay.meets(trouble)
      expect(await refund()).toMatchObject({ state: 'unknown' })
      expect(razorpay.requests.length - before).toBe(1)
    }),
  )

  it('with a known id is polled and never requested again', () =>
    inTestTransaction(async (db) => {
      const { razorpay, refund } = await createPaidShop(db)
      const HALF = paise(100_000)
      await refund(HALF)
      const refundId = razorpay.refunds.get(KEY)?.id ?? ''
      razorpay.expireIdempotencyKeys()
      expect(await refund(HALF, KEY, { isRetry: true, refundId })).toMatchObject({ state: 'pending', refundId })
      expect(razorpay.requests.at(-1)).toMatchObject({ method: 'GET', path: `/v1/refunds/${refundId}` })
      expect(razorpay.refunds.size).toBe(1)
      expect(await refund(HALF, KEY, { refundId: 'rfnd_ofNobody' })).toMatchObject({ state: 'unknown' })
    }))

  it('is searched by its note before it is requested again', () =>
    inTestTransaction(async (db) => {
      const { razorpay, payment, refund } = await createPaidShop(db)
      razorpay.meets({ as: 'hang-up', done: true })
      await refund(paise(100_000))
      razorpay.expireIdempotencyKeys()
      for (let i = 0; i < 100; i++) await refund(paise(1), `a-small-one-${i}`)
      expect(await refund(paise(100_000), KEY, { isRetry: true })).toMatchObject({ state: 'pending' })
      expect(razorpay.requests.at(-1)?.path).toBe(`/v1/payments/${payment.id}/refunds?count=100&skip=100`)
      expect(razorpay.refunds.size).toBe(101)
    }))

  it('that is rejected because it was already made has not failed', () =>
    inTestTransaction(async (db) => {
      const { razorpay, refund } = await createPaidShop(db)
      await refund()
      razorpay.expireIdempotencyKeys()
      expect(await refund()).toMatchObject({ state: 'pending', refundId: expect.stringMatching(/^rfnd_/) })
      expect(await refund(TOTAL, OTHER_KEY)).toMatchObject({ state: 'failed' })
    }))

  it('is unknown while it cannot be checked whether it was made', () =>
    inTestTransaction(async (db) => {
      const { razorpay, refund } = await createPaidShop(db)
      await refund()
      razorpay.meets({ as: 400 }, { as: 503 }, { as: 503 })
      expect(await refund(TOTAL, OTHER_KEY)).toMatchObject({ state: 'unknown' })
      razorpay.meets({ as: 404 })
      expect(await refund(TOTAL, OTHER_KEY, { isRetry: true })).toMatchObject({ state: 'unknown' })
      expect(razorpay.refunds.size).toBe(1)
    }))

  it('in two parts is two refunds, and more than was paid is rejected', () =>
    inTestTransaction(async (db) => {
      const { refund } = await createPaidShop(db)
      expect(await refund(paise(150_000))).toMatchObject({ state: 'pending' })
      expect(await refund(paise(100_000), OTHER_KEY)).toEqual({
        state: 'failed',
        reason: expect.stringContaining('greater than amount captured'),
      })
    }))

  it('under a key that was used for another amount is unknown, because it may have been made', () =>
    inTestTransaction(async (db) => {
      const { refund } = await createPaidShop(db)
      await refund(paise(150_000))
      expect(await refund(paise(100_000))).toMatchObject({ state: 'unknown' })
    }))

  it('that the bank could not make has failed', () =>
    inTestTransaction(async (db) => {
      const { razorpay, refund } = await createPaidShop(db)
      await refund()
      Object.assign(razorpay.refunds.get(KEY) ?? {}, { status: 'failed' })
      expect(await refund()).toMatchObject({ state: 'failed' })
    }))

  it('of money from elsewhere is never requested', () =>
    inTestTransaction(async (db) => {
      const { razorpay, context } = await createPaidShop(db)
      const before = razorpay.requests.length
      expect(
        await context.gateway.refund?.({ upiTxnId: '111111111111', amount: TOTAL, idempotencyKey: KEY }),
      ).toMatchObject({
        state: 'failed',
      })
      expect(razorpay.requests).toHaveLength(before)
    }))
})
