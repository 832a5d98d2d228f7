import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { type Db, onlyRow } from '#src/db/database.server.ts'
import { outboxMessages } from '#src/features/notifications/outbox/outbox.table.server.ts'
import { AdminProblem, OrderProblems } from '#src/features/problems/problems.contract.ts'
import { inTestTransaction } from '#src/testing/test-database.ts'
import { createOrder } from '#tests/factories/orders.ts'
import { openParcelShop } from '#tests/factories/parcel-shop.ts'

/** A shop with a delivered order of two bars, of which one is reported at a time. */
async function openShop(db: Db) {
  const shop = await openParcelShop(db, new Date())
  const { call, admin } = shop
  const order = await createOrder(shop.context, { ...shop, quantity: 2 })
  const deliver = async (id: string) => {
    await shop.setStatus(id, 'shipped')
    await call('POST', `/orders/${id}/received`)
  }
  await deliver(order.id)
  const read = async (id = order.id) => OrderProblems.parse(await (await call('GET', `/orders/${id}/problems`)).json())
  const tryReport = async ({ id = order.id, wish = 'replace', quantity = 1 }) => {
    const { lines } = onlyRow((await read(id)).parcels)
    const body = {
      ...{ kind: 'broken', wish, text: 'It is in pieces.' },
      lines: [{ lineId: lines[0]?.lineId, quantity }],
    }
    return call('POST', `/orders/${id}/problems`, { body })
  }
  const report = async (about: Parameters<typeof tryReport>[0] = {}) => {
    expect((await tryReport(about)).status).toBe(201)
    const opened = (await read(about.id)).problems.find(({ isOpen }) => isOpen)
    return opened?.ticketId ?? ''
  }
  const see = async (id: string) =>
    AdminProblem.parse((await (await call('GET', `/admin/problems/${id}`, { as: admin })).json()).problem)
  const trySettle = (id: string, body: object) => call('POST', `/admin/problems/${id}/settlement`, { as: admin, body })
  const settle = async (id: string, body: object) => AdminProblem.parse(await (await trySettle(id, body)).json())
  return { ...shop, order, deliver, read, tryReport, report, see, trySettle, settle }
}

it('an admin sees what was settled before, when the same pieces are reported again', () =>
  inTestTransaction(async (db) => {
    const { product, report, see, settle } = await openShop(db)
    const first = await report()
    expect((await see(first)).settledBefore).toEqual([])
    const { ticket, replacement } = await settle(first, { outcome: 'replace', reply: 'We send it again.' })
    const second = await report()
    const lines = [{ name: product.name, quantity: 1 }]
    expect((await see(second)).settledBefore).toMatchObject([{ ticket, lines, refunded: null, replacement }])
    await settle(second, { outcome: 'refund', amount: 849, reply: 'We refund it.' })
    const third = await report()
    const known = (await see(third)).settledBefore.map(({ ticketId, refunded }) => [ticketId, refunded] as const)
    expect(new Map(known)).toEqual(
      new Map([
        [first, null],
        [second, 849],
      ]),
    )
    expect((await see(second)).settledBefore).toMatchObject([{ ticket }])
  }))

it('a refund is not proposed for pieces that were replaced before, nor for the shipping', () =>
  inTestTransaction(async (db) => {
    const { product, report, see, trySettle, settle, setStatus } = await openShop(db)
    const { replacement } = await settle(await report(), { outcome: 'replace', reply: 'We send it again.' })
    const again = await report({ wish: 'refund', quantity: 2 })
    const replacedBefore = [{ name: product.name, quantity: 1 }]
    expect(await see(again)).toMatchObject({ proposed: 849, refundable: 1848, charges: null, replacedBefore })
    const all = { outcome: 'refund', amount: 1848, reply: 'We refund it.' }
    const refused = await trySettle(again, all)
    expect([refused.status, (await refused.json()).message]).toEqual([
      409,
      `Replaced before: 1 × ${product.name}. That leaves ₹849.00. To refund more, please confirm it.`,
    ])
    await setStatus(replacement?.id ?? '', 'cancelled')
    expect(await see(again)).toMatchObject({ proposed: 1848, replacedBefore: [] })
  }))

it('an admin who confirms it refunds pieces that were replaced before', () =>
  inTestTransaction(async (db) => {
    const { report, settle, see } = await openShop(db)
    await settle(await report(), { outcome: 'replace', reply: 'We send it again.' })
    const again = await report({ wish: 'refund', quantity: 2 })
    const all = { outcome: 'refund', amount: 1848, includesReplaced: true, reply: 'We refund it.' }
    expect(await settle(again, all)).toMatchObject({ refunded: 1848 })
    expect(await see(await report())).toMatchObject({ proposed: 0, refundable: 0 })
  }))

it('a piece that was refunded before is not proposed again', () =>
  inTestTransaction(async (db) => {
    const { report, settle, see } = await openShop(db)
    for (const proposed of [849, 849, 0]) {
      const id = await report({ wish: 'refund' })
      expect(await see(id)).toMatchObject({ proposed })
      if (proposed > 0) await settle(id, { outcome: 'refund', amount: proposed, reply: 'We refund it.' })
    }
  }))

it('a replacement offers no money back, and its refund names the order that was paid', () =>
  inTestTransaction(async (db) => {
    const { order, deliver, read, tryReport, report, see, settle, trySettle } = await openShop(db)
    const { replacement } = await settle(await report(), { outcome: 'replace', reply: 'We send it again.' })
    const id = replacement?.id ?? ''
    await deliver(id)
    expect((await read(id)).parcels).toMatchObject([{ refusal: null, wishes: ['replace'] }])
    const refused = await tryReport({ id, wish: 'refund' })
    expect([refused.status, (await refused.json()).message]).toEqual([
      409,
      'A replacement cost nothing. If you would like your money back, please write to us.',
    ])
    const again = await report({ id })
    expect(await see(again)).toMatchObject({ replaces: { id: order.id, orderId: order.reference }, refundable: null })
    const answer = await trySettle(again, { outcome: 'refund', amount: 849, reply: 'We refund it.' })
    expect([answer.status, (await answer.json()).message]).toEqual([
      409,
      `A replacement cost nothing. To give money back, refund order ${order.reference}.`,
    ])
    const second = await settle(again, { outcome: 'replace', reply: 'We send it again.' })
    await deliver(second.replacement?.id ?? '')
    expect(await see(await report({ id: second.replacement?.id }))).toMatchObject({ replaces: { id: order.id } })
  }))

it('the mail about a cancelled replacement does not call it unpaid', () =>
  inTestTransaction(async (db) => {
    const { report, settle, setStatus } = await openShop(db)
    const { replacement } = await settle(await report(), { outcome: 'replace', reply: 'We send it again.' })
    await setStatus(replacement?.id ?? '', 'cancelled')
    const mails = await db.select().from(outboxMessages).where(eq(outboxMessages.channel, 'email'))
    const mail = mails.find(({ subject }) => subject.endsWith(`${replacement?.orderId} is cancelled`))
    expect(mail?.text).toContain('It was a replacement at no cost, so there is nothing to refund.')
  }))

it('ordering a replacement again announces no price change from zero', () =>
  inTestTransaction(async (db) => {
    const { call, deliver, product, report, settle } = await openShop(db)
    const { replacement } = await settle(await report(), { outcome: 'replace', reply: 'We send it again.' })
    await deliver(replacement?.id ?? '')
    const planned = await (await call('POST', `/orders/${replacement?.id}/reorder`)).json()
    expect(planned).toMatchObject({ added: [{ productId: product.id, quantity: 1, price: 849 }], changed: [] })
  }))
