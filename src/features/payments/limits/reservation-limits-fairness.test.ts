import { describe, expect, it } from 'vitest'
import { MAX_LINE_QUANTITY } from '#src/core/shop-policy.ts'
import { inTestTransaction } from '#src/testing/test-database.ts'
import { insertProduct } from '#tests/factories/catalog.ts'
import {
  type Basket,
  countReservedStock,
  createNetworkShop,
  createReturningCustomer,
  insertProducts,
} from '#tests/factories/payments/network-shop.ts'
import { createCustomer } from '#tests/factories/payments/payments.ts'

const CARRIER = '203.0.113.7'

describe('fair use of reservations', () => {
  it('a family of new customers behind one address can buy, even the last two of a product', () =>
    inTestTransaction(async (db) => {
      const shop = createNetworkShop(db)
      const storage = await insertProducts(db, { count: 3, stock: 12 })
      const last = await insertProduct(db, { stock: 2 })
      const [mother, father, child] = [await createCustomer(db), await createCustomer(db), await createCustomer(db)]
      const basket: Basket = storage.map((product) => [product, 2])
      const placed = [
        await shop.place(basket, { by: mother, from: CARRIER }),
        await shop.place([...basket, [last, 1]], { by: father, from: CARRIER }),
        await shop.place([[last, 1]], { by: child, from: CARRIER }),
      ]
      expect(placed.map(({ status }) => status)).toEqual([200, 200, 200])
      for (const one of placed) await shop.pay(one)
      const two = await insertProduct(db, { stock: 2 })
      expect((await shop.place([[two, 2]], { by: await createCustomer(db), from: CARRIER })).status).toBe(200)
    }))

  it('thirty-six new customers pay from one carrier address within an hour, all at the same time', () =>
    inTestTransaction(async (db) => {
      const shop = createNetworkShop(db)
      const storage = await insertProducts(db, { count: 10, stock: 25 })
      const placed = []
      for (let nth = 0; nth < 36; nth++) {
        const basket: Basket = [0, 3].map((step) => [storage[(nth + step) % 10] ?? storage[0], 1] as Basket[number])
        placed.push(await shop.place(basket, { by: await createCustomer(db), from: CARRIER }))
      }
      expect(placed.map(({ status }) => status)).toEqual(Array.from({ length: 36 }, () => 200))
      for (const one of placed) await shop.pay(one)
      expect(await countReservedStock(db)).toBe(0)
    }))

  it('an hour with 400 paid starts blocks no customer', () =>
    inTestTransaction(async (db) => {
      const shop = createNetworkShop(db)
      const product = await insertProduct(db, { stock: 2000 })
      await shop.manyStarts(product, { count: 400, from: CARRIER, status: 'success' })
      expect((await shop.place([[product, 1]], { by: await createCustomer(db), from: CARRIER })).status).toBe(200)
    }))

  it('after 300 unpaid starts within an hour, new customers of that address wait and known ones do not', () =>
    inTestTransaction(async (db) => {
      const shop = createNetworkShop(db)
      const product = await insertProduct(db, { stock: 2000 })
      const known = await createReturningCustomer(shop.context)
      await shop.manyStarts(product, { count: 300, from: CARRIER, status: 'expired' })
      const refused = await shop.place([[product, 1]], { by: await createCustomer(db), from: CARRIER })
      expect([refused.status, refused.answer.message]).toEqual([429, expect.stringContaining('from your network')])
      expect((await shop.place([[product, 1]], { by: await createCustomer(db), from: '203.0.113.8' })).status).toBe(200)
      expect((await shop.place([[product, 1]], { by: known, from: CARRIER })).status).toBe(200)
    }))

  it('a new customer can reserve all four of a free product, and then less', () =>
    inTestTransaction(async (db) => {
      const shop = createNetworkShop(db)
      const four = await insertProduct(db, { stock: 4 })
      expect((await shop.place([[four, 4]], { by: await createCustomer(db), from: CARRIER })).status).toBe(200)
      const again = await insertProduct(db, { name: 'Rose Box', stock: 4 })
      await shop.place([[again, 1]], { by: await createCustomer(db), from: '203.0.113.8' })
      const refused = await shop.place([[again, 3]], { by: await createCustomer(db), from: CARRIER })
      expect([refused.status, refused.answer.message]).toEqual([
        429,
        'You can order up to 2 of Rose Box while others are paying for it. Please take fewer, or try again in a few minutes, when unpaid items become available.',
      ])
      expect(refused.waitSeconds).toBe(300)
    }))

  it('a new customer is told when the network is the reason, and that it will pass', () =>
    inTestTransaction(async (db) => {
      const shop = createNetworkShop(db)
      const storage = await insertProducts(db, { count: 12, stock: 200, pricePaise: 100_00 })
      const basket: Basket = storage.slice(0, 6).map((product) => [product, 5])
      for (let nth = 0; nth < 2; nth++) await shop.place(basket, { by: await createCustomer(db), from: CARRIER })
      const refused = await shop.place(basket, { by: await createCustomer(db), from: CARRIER })
      expect([refused.status, refused.answer.message, refused.waitSeconds]).toEqual([
        429,
        'Others in your network are paying right now, so you can order up to 4 pieces. Please take fewer, or try again in a few minutes, when unpaid items become available.',
        300,
      ])
      const tooMuch: Basket = storage.slice(0, 7).map((product) => [product, 5])
      expect((await shop.place(tooMuch, { by: await createCustomer(db), from: '203.0.113.8' })).status).toBe(409)
    }))

  it('a first-time customer can change the cart four times within forty minutes', () =>
    inTestTransaction(async (db) => {
      const shop = createNetworkShop(db)
      const product = await insertProduct(db, { stock: 40 })
      const caller = { by: await createCustomer(db), from: CARRIER }
      const statuses: number[] = []
      let replaces: string | undefined
      for (let nth = 0; nth < 8; nth++) {
        const { status, answer } = await shop.place([[product, 1 + (nth % 3)]], caller, { replaces })
        statuses.push(status)
        replaces = answer.orderId
        if (status === 429)
          expect(answer.message).toBe(
            'You changed your order several times, and its items were reserved for 48 minutes without payment. Please wait 30 minutes before you start another, or write to us if paying does not work.',
          )
        if (status === 429) break
        shop.context.advanceMinutes(8)
      }
      expect(statuses).toEqual([200, 200, 200, 200, 200, 200, 429])
    }))

  it('a wedding order of 240 favour boxes by a known customer goes through, and is paid', () =>
    inTestTransaction(async (db) => {
      const shop = createNetworkShop(db)
      const boxes = await insertProduct(db, { stock: 240, pricePaise: 180_00, maxPerOrder: MAX_LINE_QUANTITY })
      const caller = { by: await createReturningCustomer(shop.context), from: CARRIER }
      const placed = await shop.place([[boxes, 240]], caller)
      expect(placed.status).toBe(200)
      await shop.pay(placed)
      expect(await countReservedStock(db)).toBe(0)
    }))

  it('known customers are never blocked by the reservations of new ones', () =>
    inTestTransaction(async (db) => {
      const shop = createNetworkShop(db)
      const product = await insertProduct(db, { stock: 40 })
      for (let nth = 0; nth < 60; nth++)
        for (const quantity of [4, 1])
          await shop.place([[product, quantity]], { by: await createCustomer(db), from: `198.51.100.${nth}` })
      expect(await countReservedStock(db)).toBe(30)
      const stranger = await shop.place([[product, 1]], { by: await createCustomer(db), from: CARRIER })
      expect([stranger.status, stranger.answer.message]).toEqual([
        429,
        expect.stringContaining('is reserved for customers who are paying right now'),
      ])
      const known = { by: await createReturningCustomer(shop.context), from: '198.51.100.1' }
      expect((await shop.place([[product, 5]], known)).status).toBe(200)
    }))
})
