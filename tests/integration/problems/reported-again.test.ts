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
  const read = async () => OrderProblems.parse(await (await call('GET', `/orders/${order.id}/problems`)).json())
  const report = async () => {
    const { lines } = onlyRow((await read()).parcels)
    const body = {
      ...{ kind: 'broken', wish: 'replace', text: 'It is in pieces.' },
      lines: [{ lineId: lines[0]?.lineId, quantity: 1 }],
    }
    expect((await call('POST', `/orders/${order.id}/problems`, { body })).status).toBe(201)
    const opened = (await read()).problems.find(({ isOpen }) => isOpen)
    return opened?.ticketId ?? ''
  }
  const see = async (id: string) =>
    AdminProblem.parse((await (await call('GET', `/admin/problems/${id}`, { as: admin })).json()).problem)
  const settle = async (id: string, body: object) =>
    AdminProblem.parse(await (await call('POST', `/admin/problems/${id}/settlement`, { as: admin, body })).json())
  return { ...shop, deliver, report, see, settle }
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
