import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { paise } from '#src/core/money.ts'
import type { Db } from '#src/db/database.server.ts'
import { auditLog } from '#src/features/audit/audit.table.server.ts'
import { createTestApi } from '#src/testing/test-api.ts'
import { inTestTransaction } from '#src/testing/test-database.ts'
import { createAdmin } from '#tests/factories/admins.ts'
import { createCustomer } from '#tests/factories/payments/payments.ts'
import { adminPromotionsApi } from './admin-promotions.api.server.ts'
import { AdminPromotion } from './admin-promotions.contract.ts'
import { endPromotion } from './admin-promotions.server.ts'
import { quotePromotion, redeemPromotion, redeemPromotionAgain, releasePromotion } from './promotions.server.ts'
import { promotions } from './promotions.table.server.ts'

const TERMS = {
  code: ' pongal 25 ',
  percent: 25,
  amount: null,
  minSubtotal: 500,
  startsOn: null,
  lastDay: null,
  maxUses: null,
}
const NOBODY = '0b9f6a3e-5b1c-4b5e-9d0a-1f2e3d4c5b6a'

async function openAdmin(db: Db) {
  const api = createTestApi(adminPromotionsApi({ db }))
  const admin = await createAdmin(db)
  const headers = { cookie: admin.cookie, 'content-type': 'application/json', origin: 'http://localhost' }
  const call = async (method: string, which = '', body?: unknown) => {
    const answer = await api.request(`/api/admin/promotions${/^[?]|^$/.test(which) ? which : `/${which}`}`, {
      method,
      headers,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    return { status: answer.status, answer: await answer.json(), headers: answer.headers }
  }
  const made = async (terms: object = {}) =>
    AdminPromotion.parse((await call('POST', '', { ...TERMS, ...terms })).answer)
  return { admin, call, made }
}

let orders = 0
async function redeemWithNewOrder(db: Db, code: string) {
  orders += 1
  const ownerId = `00000000-0000-4000-8000-${String(orders).padStart(12, '0')}`
  const { id: userId } = await createCustomer(db)
  const input = { code, subtotal: paise(1000_00), userId, now: new Date() }
  await redeemPromotion(db, { ...input, ownerId, ownerReference: `ORD_${orders}` })
  return ownerId
}

describe('a promotion', () => {
  it('is created, works in a cart, and is written to the audit log', () =>
    inTestTransaction(async (db) => {
      const { admin, call } = await openAdmin(db)
      const { status, answer } = await call('POST', '', TERMS)
      expect(status).toBe(201)
      expect(answer).toMatchObject({ code: 'PONGAL25', percent: 25, used: 0, everUsed: false, state: 'running' })
      const quote = { code: 'pongal25', subtotal: paise(1000_00), userId: admin.id, now: new Date() }
      expect(await quotePromotion(db, quote)).toEqual({ ok: true, code: 'PONGAL25', discount: 250_00 })
      expect(await db.select().from(auditLog)).toMatchObject([
        {
          entity: 'promotion',
          entityId: 'PONGAL25',
          action: 'create',
          actorEmail: admin.email,
          after: { percent: 25 },
        },
      ])
    }))

  it('runs from its first day to its last, in India', () =>
    inTestTransaction(async (db) => {
      const { made } = await openAdmin(db)
      const { id, startsOn, lastDay } = await made({ startsOn: '2026-12-01', lastDay: '2026-12-01' })
      expect([startsOn, lastDay]).toEqual(['2026-12-01', '2026-12-01'])
      const [row] = await db.select().from(promotions).where(eq(promotions.id, id))
      expect(row?.startsAt?.toISOString()).toBe('2026-11-30T18:30:00.000Z')
      expect(row?.endsAt?.toISOString()).toBe('2026-12-01T18:30:00.000Z')
    }))

  it.each([
    ['a percentage and an amount', { amount: 100 }],
    ['neither', { percent: null }],
    ['91 %', { percent: 91 }],
    ['an amount that leaves nothing to pay', { percent: null, amount: 500, minSubtotal: 500 }],
    ['a code of two letters', { code: 'AB' }],
    ['a code with a slash', { code: 'AB/CD' }],
    ['a last day before the first', { startsOn: '2026-12-02', lastDay: '2026-12-01' }],
    ['no use at all', { maxUses: 0 }],
    ['a count of its own', { used: 5 }],
  ])('is not made with %s', (_, terms) =>
    inTestTransaction(async (db) => {
      const { call } = await openAdmin(db)
      expect((await call('POST', '', { ...TERMS, ...terms })).status).toBe(400)
      expect(await db.$count(promotions)).toBe(0)
      expect(await db.$count(auditLog)).toBe(0)
    }),
  )

  it('cannot have the code of another promotion', () =>
    inTestTransaction(async (db) => {
      const { call, made } = await openAdmin(db)
      const [, second] = [await made(), await made({ code: 'ONAM' })]
      const taken = { status: 409, answer: { message: 'A promotion with the code PONGAL25 already exists.' } }
      expect(await call('POST', '', TERMS)).toMatchObject(taken)
      expect(await call('PUT', second.id, TERMS)).toMatchObject(taken)
    }))

  it('that does not exist is 404', () =>
    inTestTransaction(async (db) => {
      const { call } = await openAdmin(db)
      for (const id of [NOBODY, 'abc', '1'])
        for (const method of ['PUT', 'DELETE']) expect((await call(method, id, TERMS)).status).toBe(404)
    }))
})

describe('changing a promotion', () => {
  it('applies to future orders and is logged field by field', () =>
    inTestTransaction(async (db) => {
      const { call, made } = await openAdmin(db)
      const { id } = await made()
      const changed = await call('PUT', id, { ...TERMS, percent: 10, lastDay: '2099-12-31' })
      expect(changed).toMatchObject({ status: 200, answer: { percent: 10, lastDay: '2099-12-31', state: 'running' } })
      const log = await db.select().from(auditLog).where(eq(auditLog.action, 'update'))
      expect(log).toMatchObject([
        { before: { percent: 25, lastDay: null }, after: { percent: 10, lastDay: '2099-12-31' } },
      ])
    }))

  it('keeps a code that orders use, and allows no fewer uses than there are', () =>
    inTestTransaction(async (db) => {
      const { call, made } = await openAdmin(db)
      const { id } = await made()
      await redeemWithNewOrder(db, 'PONGAL25')
      await redeemWithNewOrder(db, 'PONGAL25')
      expect((await call('PUT', id, { ...TERMS, code: 'OTHER' })).status).toBe(409)
      expect(await call('PUT', id, { ...TERMS, maxUses: 1 })).toMatchObject({
        status: 409,
        answer: { message: 'PONGAL25 has been used 2 times already.' },
      })
      expect(await call('PUT', id, { ...TERMS, maxUses: 2 })).toMatchObject({ answer: { used: 2, state: 'used-up' } })
    }))
})

describe('ending a promotion', () => {
  it('deletes one that no order ever used', () =>
    inTestTransaction(async (db) => {
      const { call, made } = await openAdmin(db)
      const { id } = await made()
      expect(await call('DELETE', id)).toMatchObject({ status: 200, answer: { done: 'deleted' } })
      expect(await db.$count(promotions)).toBe(0)
      expect(await db.select().from(auditLog).where(eq(auditLog.action, 'delete'))).toHaveLength(1)
    }))

  it('keeps one that an order used, even if the order released it, and can be undone', () =>
    inTestTransaction(async (db) => {
      const { call, made } = await openAdmin(db)
      const { id } = await made()
      await releasePromotion(db, await redeemWithNewOrder(db, 'PONGAL25'))
      expect(await call('DELETE', id)).toMatchObject({ answer: { done: 'ended' } })
      expect((await call('GET')).answer).toMatchObject([{ code: 'PONGAL25', used: 0, everUsed: true, state: 'ended' }])
      // The same last day changes nothing; another one reopens it.
      const [{ lastDay }] = (await call('GET')).answer
      expect(await call('PUT', id, { ...TERMS, lastDay })).toMatchObject({ answer: { state: 'ended' } })
      expect(await call('PUT', id, { ...TERMS, lastDay: null })).toMatchObject({ answer: { state: 'running' } })
    }))

  it('changes nothing for an order that waits for payment', () =>
    inTestTransaction(async (db) => {
      const { admin, made } = await openAdmin(db)
      const { id } = await made({ maxUses: 1 })
      const ownerId = await redeemWithNewOrder(db, 'PONGAL25')
      await endPromotion(db, id, { by: admin, now: new Date() })
      expect(await redeemPromotionAgain(db, ownerId)).toBe('taken')
      await releasePromotion(db, ownerId)
      expect(await redeemPromotionAgain(db, ownerId)).toBe('taken')
      expect(await db.select({ used: promotions.used }).from(promotions)).toEqual([{ used: 1 }])
    }))

  it('hides one that has not begun, although an order used it', () =>
    inTestTransaction(async (db) => {
      const { call, made } = await openAdmin(db)
      const { id } = await made()
      await redeemWithNewOrder(db, 'PONGAL25')
      await call('PUT', id, { ...TERMS, startsOn: '2099-01-01' })
      expect(await call('DELETE', id)).toMatchObject({ answer: { done: 'ended' } })
      expect((await call('GET')).answer).toMatchObject([{ state: 'ended' }])
    }))
})

it('the list is paged, newest first', () =>
  inTestTransaction(async (db) => {
    const { call } = await openAdmin(db)
    await db.insert(promotions).values(
      Array.from({ length: 5 }, (_, i) => ({
        code: `CODE${i}`,
        percent: 5,
        createdAt: new Date(Date.UTC(2026, 0, i + 1)),
      })),
    )
    const first = await call('GET', '?limit=3')
    expect(first.answer.map(({ code }: AdminPromotion) => code)).toEqual(['CODE4', 'CODE3', 'CODE2'])
    expect(first.headers.get('X-Total-Count')).toBe('5')
    const next = /<([^>]+)>; rel="next"/.exec(first.headers.get('Link') ?? '')?.[1] ?? ''
    const second = await call('GET', next.slice(next.indexOf('?')))
    expect(second.answer.map(({ code }: AdminPromotion) => code)).toEqual(['CODE1', 'CODE0'])
    expect(second.headers.get('Link')).toBeNull()
  }))
