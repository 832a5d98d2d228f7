import { expect, it } from 'vitest'
import { type Db, onlyRow } from '#src/db/database.server.ts'
import { orders } from '#src/features/orders/orders.table.server.ts'
import { AdminProblem, OrderProblems } from '#src/features/problems/problems.contract.ts'
import { problemReports } from '#src/features/problems/problems.table.server.ts'
import { inTestTransaction } from '#src/testing/test-database.ts'
import { createOrder } from '#tests/factories/orders.ts'
import { openParcelShop } from '#tests/factories/parcel-shop.ts'

const LATE = { shipOn: '2026-01-05', deliverFrom: '2026-01-06', deliverTo: '2026-01-07' }

/** A paid order whose promised days have passed, and which is still in the shop. */
async function openShop(db: Db) {
  const shop = await openParcelShop(db, new Date())
  const { call, admin } = shop
  const order = await createOrder(shop.context, shop)
  await db.update(orders).set(LATE)
  const read = async () => OrderProblems.parse(await (await call('GET', `/orders/${order.id}/problems`)).json())
  const report = async (change: object = {}) => {
    const [parcel] = (await read()).parcels
    const lines = parcel?.lines.map(({ lineId }) => ({ lineId, quantity: '1' }))
    const body = { kind: 'late', wish: 'other', text: 'Where is it?', lines, ...change }
    const answer = await call('POST', `/orders/${order.id}/problems`, { body })
    return { status: answer.status, ...(await answer.json()) }
  }
  const settle = async (body: object) => {
    const { ticketId } = onlyRow(await db.select().from(problemReports))
    const answer = await call('POST', `/admin/problems/${ticketId}/settlement`, { as: admin, body })
    return { status: answer.status, ...(await answer.json()) }
  }
  const see = async () => {
    const { ticketId } = onlyRow(await db.select().from(problemReports))
    return AdminProblem.parse((await (await call('GET', `/admin/problems/${ticketId}`, { as: admin })).json()).problem)
  }
  return { ...shop, order, read, report, settle, see }
}

it('a paid order that is late and has not left can be reported as late, and as nothing else', () =>
  inTestTransaction(async (db) => {
    const { read, report } = await openShop(db)
    expect((await read()).parcels).toMatchObject([{ refusal: null, kinds: ['late'], wishes: ['other', 'refund'] }])
    expect(await report({ kind: 'melted' })).toMatchObject({
      status: 409,
      message: 'It has not left yet. You can report that it is late.',
    })
    expect(await report({ wish: 'replace' })).toMatchObject({
      status: 409,
      message: 'It has not left yet, so there is nothing to replace.',
    })
    expect((await report()).status).toBe(201)
  }))

it('an order that has not left cannot be replaced: the refusal suggests to cancel it', () =>
  inTestTransaction(async (db) => {
    const { report, settle, see } = await openShop(db)
    await report()
    expect(await see()).toMatchObject({ hasLeft: false, proposed: null, refundable: 999 })
    const refused = await settle({ outcome: 'replace', reply: 'Again.' })
    expect([refused.status, refused.message]).toEqual([409, expect.stringMatching(/has not left yet.*cancel it/)])
    expect(await db.$count(orders)).toBe(1)
    expect((await settle({ outcome: 'refund', amount: 100, reply: 'Sorry.' })).status).toBe(200)
  }))

it('an order that is packed for pickup waits for its customer, and is not late', () =>
  inTestTransaction(async (db) => {
    const { read } = await openShop(db)
    await db.update(orders).set({ deliveryMethod: 'pickup' })
    expect((await read()).parcels).toMatchObject([{ refusal: null }])
    await db.update(orders).set({ packedAt: new Date() })
    expect((await read()).parcels).toMatchObject([{ refusal: expect.stringMatching(/once it has arrived/), kinds: [] }])
  }))

it('refused reports do not use up the reports of a day', () =>
  inTestTransaction(async (db) => {
    const { report } = await openShop(db)
    for (let nth = 0; nth < 21; nth++) expect((await report({ kind: 'broken' })).status).toBe(409)
    expect((await report()).status).toBe(201)
  }))

it('a report without a choice is refused and names what is missing', () =>
  inTestTransaction(async (db) => {
    const { report } = await openShop(db)
    const { status, issues } = await report({ kind: '', wish: '' })
    expect(status).toBe(400)
    expect(issues).toEqual([
      { path: 'kind', message: 'Please choose what is wrong.' },
      { path: 'wish', message: 'Please choose what you would like.' },
    ])
  }))
