import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { products } from '#src/features/catalog/catalog.table.server.ts'
import { orders } from '#src/features/orders/orders.table.server.ts'
import type { Db } from '#src/platform/database.server.ts'
import { apiOf } from '#src/platform/testing/test-api.ts'
import { inTestTransaction } from '#src/platform/testing/test-database.ts'
import { aProduct, type ProductRow } from '#tests/makers/catalog.ts'
import { aUtr } from '#tests/makers/manual-upi.ts'
import { anOrder } from '#tests/makers/orders.ts'
import { aCheckout, aShopper, aTill, type Shopper, type TestTill } from '#tests/makers/payments.ts'
import { HOLD_LIMITS } from './hold-limits.rules.ts'
import { createManualUpi } from './manual-upi.server.ts'
import { paymentsApi } from './payments.api.server.ts'
import type { InitiatePayment } from './payments.contract.ts'
import { closeOverduePayments } from './questions.server.ts'

type Basket = (readonly [ProductRow, number])[]

/** A shop on the net: every call comes from an address, and the bank is the sandbox unless the test says otherwise. */
function aShopOnTheNet(db: Db, till: TestTill = aTill(db)) {
  const api = apiOf(paymentsApi(till))
  const post = async (path: string, body: unknown, { by, from }: Caller) => {
    const headers = { 'content-type': 'application/json', origin: 'http://localhost', cookie: by.cookie }
    const init = { method: 'POST', body: JSON.stringify(body), headers }
    const response = await api.request(`/api${path}`, init, { incoming: { socket: { remoteAddress: from } } })
    return { status: response.status, answer: (await response.json()) as Record<string, string> }
  }
  return {
    till,
    post,
    place: (basket: Basket, caller: Caller, change: Partial<InitiatePayment> = {}) =>
      post('/payments/upi/initiate', { ...checkoutOf(basket), ...change }, caller),
    payAgain: async (reference: string, caller: Caller) => {
      const [order] = await db.select({ id: orders.id }).from(orders).where(eq(orders.reference, reference))
      return post(`/orders/${order?.id}/pay`, {}, caller)
    },
    /** The window is over, and nobody has paid. */
    letExpire: async (minutes = 16) => {
      till.passMinutes(minutes)
      await closeOverduePayments(till)
    },
  }
}

type Caller = { by: Shopper; from: string }

/** A whole basket on its way to be paid. */
function checkoutOf(basket: Basket): InitiatePayment {
  const [[first]] = basket as [Basket[number]]
  const subtotal = basket.reduce((sum, [{ pricePaise }, quantity]) => sum + pricePaise * quantity, 0)
  return aCheckout(first, {
    items: basket.map(([{ id: productId }, quantity]) => ({ productId, quantity })),
    amount: (subtotal >= 200_000 ? subtotal : subtotal + 15_000) / 100,
  })
}

async function aShelf(db: Db, { count, stock, pricePaise = 500_00 }: { count: number; stock: number; pricePaise?: number }) {
  const shelf: ProductRow[] = []
  while (shelf.length < count) shelf.push(await aProduct(db, { stock, pricePaise }))
  return shelf
}

const reservedIn = async (db: Db) =>
  (await db.select({ reserved: products.reserved, stock: products.stock }).from(products)).map(
    ({ reserved, stock }) => ({ reserved, stock, isSoldOut: reserved === stock }),
  )
const sum = (numbers: number[]) => numbers.reduce((all, one) => all + one, 0)
const piecesHeld = async (db: Db) => sum((await reservedIn(db)).map(({ reserved }) => reserved))

/** Somebody who has bought before. */
async function aKnownCustomer(till: TestTill): Promise<Shopper> {
  const shopper = await aShopper(till.db)
  await anOrder(till, { shopper, product: await aProduct(till.db, { stock: 1 }) })
  return shopper
}

const HOME = '203.0.113.7'

describe('accounts that never paid', () => {
  it('H1: two accounts and five calls from one address sell no product out, and hold a small part of the shop', () =>
    inTestTransaction(async (db) => {
      const shop = aShopOnTheNet(db)
      const shelf = await aShelf(db, { count: 30, stock: 26, pricePaise: 100_00 })
      const two = [await aShopper(db), await aShopper(db)] as const
      for (const [by, part] of [[two[0], 0], [two[0], 10], [two[1], 20], [two[1], 0], [two[1], 10]] as const)
        for (const quantity of [26, 6, 3, 1])
          await shop.place(shelf.slice(part, part + 10).map((product) => [product, quantity] as const), { by, from: HOME })
      const held = await reservedIn(db)
      expect(held.filter(({ isSoldOut }) => isSoldOut)).toEqual([])
      expect(sum(held.map(({ reserved }) => reserved))).toBeLessThanOrEqual(2 * HOLD_LIMITS.newcomer.pieces)
      expect(sum(held.map(({ reserved }) => reserved))).toBeGreaterThan(0)
    }))

  it('H1: however many accounts, one address holds at most what the rules say, and each product stays for sale', () =>
    inTestTransaction(async (db) => {
      const shop = aShopOnTheNet(db)
      const shelf = await aShelf(db, { count: 30, stock: 26, pricePaise: 100_00 })
      for (let account = 0; account < 60; account++) {
        const by = await aShopper(db)
        const mixed = shelf.filter((_, nth) => (nth + account) % 4 === 0)
        for (const basket of [mixed.map((product) => [product, 4] as const), mixed.slice(0, 4).map((one) => [one, 1] as const)])
          await shop.place(basket, { by, from: HOME })
      }
      const held = await reservedIn(db)
      expect(sum(held.map(({ reserved }) => reserved))).toBeLessThanOrEqual(HOLD_LIMITS.network.full.pieces)
      expect(sum(held.map(({ reserved }) => reserved))).toBeGreaterThan(HOLD_LIMITS.network.full.pieces / 2)
      expect(held.filter(({ isSoldOut }) => isSoldOut)).toEqual([])
    }))

  it('H1: invented UTRs keep what few pieces there are for two hours, not a day', () =>
    inTestTransaction(async (db) => {
      const provider = createManualUpi({ vpa: 'golconda@okaxis', payeeName: 'Asha Rao' })
      const shop = aShopOnTheNet(db, { ...aTill(db), provider })
      const shelf = await aShelf(db, { count: 10, stock: 26, pricePaise: 100_00 })
      const caller = { by: await aShopper(db), from: HOME }
      for (let nth = 0; nth < 3; nth++) {
        const { answer } = await shop.place(shelf.map((product) => [product, 1] as const), caller)
        const { transactionId, orderId } = answer
        const utr = aUtr(shop.till.now(), `0000000${nth}`)
        expect((await shop.post('/payments/upi/utr', { transactionId, orderId, utr }, caller)).status).toBe(200)
      }
      expect(await piecesHeld(db)).toBe(30)
      await shop.letExpire(121)
      expect(await piecesHeld(db)).toBe(0)
    }))

  it('H2: an account whose nine orders have expired cannot pay more than three of them again', () =>
    inTestTransaction(async (db) => {
      const shop = aShopOnTheNet(db)
      const [product] = await aShelf(db, { count: 1, stock: 40 })
      const caller = { by: await aShopper(db), from: HOME }
      const placed: string[] = []
      for (let round = 0; round < 3; round++) {
        for (let nth = 0; nth < 3; nth++) {
          const { status, answer } = await shop.place([[product as ProductRow, 1]], caller)
          expect(status).toBe(200)
          placed.push(String(answer.orderId))
        }
        await shop.letExpire()
        // As long as the account has to wait, and no longer.
        shop.till.passMinutes(round === 0 ? 30 : 240)
      }
      const statuses = []
      for (const reference of placed) {
        statuses.push((await shop.payAgain(reference, caller)).status)
        shop.till.passMinutes(0.1)
      }
      expect(statuses.filter((status) => status === 200).length).toBeLessThanOrEqual(3)
      expect(await piecesHeld(db)).toBeLessThanOrEqual(3)
    }))

  it('H2: paying again asks for the three open payments as placing does', () =>
    inTestTransaction(async (db) => {
      const shop = aShopOnTheNet(db)
      const [product] = await aShelf(db, { count: 1, stock: 40 })
      const caller = { by: await aShopper(db), from: HOME }
      const first = await shop.place([[product as ProductRow, 1]], caller)
      await shop.letExpire()
      for (let nth = 0; nth < 3; nth++) await shop.place([[product as ProductRow, 1]], caller)
      const again = await shop.payAgain(String(first.answer.orderId), caller)
      expect([again.status, again.answer.message]).toEqual([429, expect.stringContaining('three unpaid orders')])
      expect(await piecesHeld(db)).toBe(3)
    }))

  it('are told in words what they can hold, and what they can do', () =>
    inTestTransaction(async (db) => {
      const shop = aShopOnTheNet(db)
      const product = await aProduct(db, { name: 'Favour Box', stock: 240, pricePaise: 180_00 })
      const caller = { by: await aShopper(db), from: HOME }
      const dear = await aProduct(db, { stock: 200, pricePaise: 2950_00 })
      const said = async (basket: Basket) => (await shop.place(basket, caller)).answer.message
      const us = 'Please take fewer, or ask us for a quotation: we gladly make larger orders ready for you.'
      expect(await said([[product, 50]])).toBe(
        `You can hold up to 30 pieces before your first order is paid. ${us}`,
      )
      expect(await said([[dear, 10]])).toBe(
        `You can hold chocolate for up to ₹20,000 before your first order is paid. ${us}`,
      )
      expect(await said([[await aProduct(db, { name: 'Night Box', stock: 12 }), 5]])).toBe(
        `You can hold up to 4 of Night Box before your first order is paid. ${us}`,
      )
    }))
})
