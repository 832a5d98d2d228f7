import { describe, expect, it } from 'vitest'
import { type Db, onlyRow } from '#src/db/database.server.ts'
import { AdminProblem, OrderProblems } from '#src/features/problems/problems.contract.ts'
import { inTestTransaction } from '#src/testing/test-database.ts'
import { insertProduct } from '#tests/factories/catalog.ts'
import { createOrder } from '#tests/factories/orders.ts'
import { openParcelShop } from '#tests/factories/parcel-shop.ts'
import { insertPromotion } from '#tests/factories/promotions.ts'

/** A delivered order of dark at ₹849 and milk at ₹501 the piece; reports name pieces by the name of their product. */
async function openShop(
  db: Db,
  { dark = 1, milk = 1, percent = 0 }: { dark?: number; milk?: number; percent?: number },
) {
  const shop = await openParcelShop(db, new Date())
  const { call, admin, product, context, customer } = shop
  const other = await insertProduct(db, { pricePaise: 501_00, stock: 50, name: 'Milk' })
  const code = percent > 0 ? (await insertPromotion(db, { percent })).code : undefined
  const goods = dark * 849 + milk * 501
  const amount = goods - Math.round(goods * percent) / 100 + (goods >= 2000 ? 0 : 150)
  const items = [
    { productId: product.id, quantity: dark },
    { productId: other.id, quantity: milk },
  ]
  const order = await createOrder(context, { customer, product, checkout: { items, amount, promoCode: code } })
  await shop.setStatus(order.id, 'shipped')
  await call('POST', `/orders/${order.id}/received`)
  const report = async (pieces: Record<string, number>) => {
    const before = OrderProblems.parse(await (await call('GET', `/orders/${order.id}/problems`)).json())
    const { lines } = onlyRow(before.parcels)
    const body = {
      ...{ kind: 'broken', wish: 'refund', text: 'It is in pieces.' },
      lines: lines.flatMap(({ lineId, name }) => (pieces[name] ? [{ lineId, quantity: pieces[name] }] : [])),
    }
    expect((await call('POST', `/orders/${order.id}/problems`, { body })).status).toBe(201)
    const after = OrderProblems.parse(await (await call('GET', `/orders/${order.id}/problems`)).json())
    const ticketId = after.problems.find(({ isOpen }) => isOpen)?.ticketId ?? ''
    const seen = await call('GET', `/admin/problems/${ticketId}`, { as: admin })
    return AdminProblem.parse((await seen.json()).problem)
  }
  const settle = (id: string, body: object) => call('POST', `/admin/problems/${id}/settlement`, { as: admin, body })
  return { ...shop, order, report, settle, darkName: product.name }
}

describe('the refund that is proposed for a report', () => {
  it('is what was paid for the pieces after the discount, not their price', () =>
    inTestTransaction(async (db) => {
      const { report, darkName } = await openShop(db, { dark: 2, milk: 2, percent: 50 })
      const half = await report({ [darkName]: 1, Milk: 1 })
      expect(half).toMatchObject({ linesPaid: 675, proposed: 675, charges: null, refundable: 1350 })
    }))

  it('adds up to the paisa over the pieces of a discounted line, and never to more than was paid', () =>
    inTestTransaction(async (db) => {
      const { report, settle, darkName, order } = await openShop(db, { dark: 3, milk: 1, percent: 33 })
      const paid = []
      for (const pieces of [{ [darkName]: 1 }, { [darkName]: 2 }, { Milk: 1 }]) {
        const { ticketId, linesPaid } = await report(pieces)
        paid.push(Math.round(linesPaid * 100))
        await settle(ticketId, { outcome: 'refund', amount: linesPaid, reply: 'Sorry.' })
      }
      const goods = order.subtotalPaise - order.discountPaise
      const sum = paid.reduce((total, one) => total + one, 0)
      expect(sum).toBeLessThanOrEqual(goods)
      expect(sum).toBeGreaterThan(goods - 2)
    }))

  it('includes shipping if everything is reported, as the returns policy promises', () =>
    inTestTransaction(async (db) => {
      const { report, darkName, settle } = await openShop(db, {})
      const all = await report({ [darkName]: 1, Milk: 1 })
      const charges = { shipping: 150, coolPack: 0, giftWrap: 0 }
      expect(all).toMatchObject({ linesPaid: 1350, charges, proposed: 1500, refundable: 1500 })
      await settle(all.ticketId, { outcome: 'refund', amount: 400, reply: 'Sorry.' })
      expect(await report({ [darkName]: 1, Milk: 1 })).toMatchObject({ charges, proposed: 1100, refundable: 1100 })
    }))
})

describe('the answer to a report', () => {
  it('says what is refunded, whatever the admin wrote', () =>
    inTestTransaction(async (db) => {
      const { report, settle, darkName } = await openShop(db, {})
      const { ticketId } = await report({ [darkName]: 1 })
      const settled = await settle(ticketId, { outcome: 'refund', amount: '50', reply: 'We are sorry. Bye' })
      const { replies, refunded } = AdminProblem.parse(await settled.json())
      expect(refunded).toBe(50)
      expect(replies.map(({ text }) => text)).toEqual([
        'We are sorry. Bye\n\nWe refund ₹50.00 to the account that you paid from.',
      ])
    }))
})
