import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { addMinutes } from '#src/core/dates.ts'
import type { Db } from '#src/db/database.server.ts'
import { users } from '#src/features/auth/auth.table.server.ts'
import { eraseCustomerNetworks, purgeOldNetworks } from '#src/features/payments/limits/erase-networks.server.ts'
import { createManualUpiGateway } from '#src/features/payments/manual-upi/manual-upi-gateway.server.ts'
import { payments } from '#src/features/payments/payments.table.server.ts'
import { rateLimits } from '#src/server/overload/rate-limit.table.server.ts'
import { inTestTransaction } from '#src/testing/test-database.ts'
import { insertProduct } from '#tests/factories/catalog.ts'
import { createUtr } from '#tests/factories/payments/manual-upi.ts'
import {
  type Basket,
  countReservedStock,
  createNetworkShop,
  insertProducts,
  listReservedStock,
  sumNumbers,
} from '#tests/factories/payments/network-shop.ts'
import { createCustomer, createTestPayments } from '#tests/factories/payments/payments.ts'
import { RESERVATION_LIMITS } from './reservation-limits.ts'

const HOME = '203.0.113.7'

describe('accounts that never paid', () => {
  it('two accounts and five calls from one address sell no product out, and reserve a small part of the stock', () =>
    inTestTransaction(async (db) => {
      const shop = createNetworkShop(db)
      const storage = await insertProducts(db, { count: 30, stock: 26, pricePaise: 100_00 })
      const two = [await createCustomer(db), await createCustomer(db)] as const
      for (const [by, part] of [
        [two[0], 0],
        [two[0], 10],
        [two[1], 20],
        [two[1], 0],
        [two[1], 10],
      ] as const)
        for (const quantity of [26, 6, 3, 1])
          await shop.place(
            storage.slice(part, part + 10).map((product) => [product, quantity] as const),
            { by, from: HOME },
          )
      const alone = await insertProduct(db, { stock: 26, pricePaise: 100_00 })
      expect((await shop.place([[alone, 26]], { by: await createCustomer(db), from: '203.0.113.8' })).status).toBe(409)
      const held = await listReservedStock(db)
      expect(held.filter(({ isSoldOut }) => isSoldOut)).toEqual([])
      expect(sumNumbers(held.map(({ reserved }) => reserved))).toBeLessThanOrEqual(
        2 * RESERVATION_LIMITS.firstTime.pieces,
      )
      expect(sumNumbers(held.map(({ reserved }) => reserved))).toBeGreaterThan(0)
    }))

  it('one address reserves at most its limit with any number of accounts, and each product stays for sale', () =>
    inTestTransaction(async (db) => {
      const shop = createNetworkShop(db)
      const storage = await insertProducts(db, { count: 30, stock: 26, pricePaise: 100_00 })
      for (let account = 0; account < 32; account++) {
        const own = storage.filter((_, nth) => (nth + account) % 4 === 0).slice(0, account < 2 ? 7 : 4)
        const basket = own.map((product) => [product, account < 2 ? 4 : 1] as const)
        await shop.place(basket, { by: await createCustomer(db), from: HOME })
      }
      const held = await listReservedStock(db)
      expect(sumNumbers(held.map(({ reserved }) => reserved))).toBeLessThanOrEqual(
        RESERVATION_LIMITS.network.full.pieces,
      )
      expect(sumNumbers(held.map(({ reserved }) => reserved))).toBeGreaterThan(
        RESERVATION_LIMITS.network.full.pieces / 2,
      )
      expect(held.filter(({ isSoldOut }) => isSoldOut)).toEqual([])
    }))

  it('invented UTRs extend small reservations for two hours, not a day', () =>
    inTestTransaction(async (db) => {
      const provider = createManualUpiGateway({ vpa: 'golconda@okaxis', payeeName: 'Asha Rao' })
      const shop = createNetworkShop(db, { ...createTestPayments(db), gateway: provider })
      const storage = await insertProducts(db, { count: 10, stock: 26, pricePaise: 100_00 })
      const caller = { by: await createCustomer(db), from: HOME }
      for (let nth = 0; nth < 3; nth++) {
        const { answer } = await shop.place(
          storage.map((product) => [product, 1] as const),
          caller,
        )
        const { transactionId, orderId } = answer
        const utr = createUtr(shop.context.now(), `0000000${nth}`)
        expect((await shop.post('/payments/upi/utr', { transactionId, orderId, utr }, caller)).status).toBe(200)
      }
      expect(await countReservedStock(db)).toBe(30)
      await shop.letExpire(121)
      expect(await countReservedStock(db)).toBe(0)
    }))

  it('an account whose nine orders have expired cannot pay more than three of them again', () =>
    inTestTransaction(async (db) => {
      const shop = createNetworkShop(db)
      const product = await insertProduct(db, { stock: 40 })
      const caller = { by: await createCustomer(db), from: HOME }
      const placed: string[] = []
      for (const waitMinutes of [30, 240, 240]) {
        for (let nth = 0; nth < 3; nth++) {
          const { status, answer } = await shop.place([[product, 1]], caller)
          expect(status).toBe(200)
          placed.push(String(answer.orderId))
        }
        await shop.letExpire()
        shop.context.advanceMinutes(waitMinutes)
      }
      await db.delete(rateLimits)
      await db.update(payments).set({ expiresAt: payments.createdAt })
      const answers = []
      for (const reference of placed) {
        answers.push((await shop.payAgain(reference, caller)).answer.message)
        shop.context.advanceMinutes(0.1)
      }
      const refused =
        'You have 3 unpaid orders. Please pay or cancel one under My Orders, or wait 15 minutes before you start another.'
      expect(answers).toEqual([...Array(3).fill('UPI payment is ready.'), ...Array(6).fill(refused)])
      expect(await countReservedStock(db)).toBe(3)
    }))

  it('a retry counts the three open payments as a new order does', () =>
    inTestTransaction(async (db) => {
      const shop = createNetworkShop(db)
      const product = await insertProduct(db, { stock: 40 })
      const caller = { by: await createCustomer(db), from: HOME }
      const first = await shop.place([[product, 1]], caller)
      await shop.letExpire()
      for (let nth = 0; nth < 3; nth++) await shop.place([[product, 1]], caller)
      const again = await shop.payAgain(String(first.answer.orderId), caller)
      expect([again.status, again.answer.message]).toEqual([429, expect.stringContaining('3 unpaid orders')])
      expect(await countReservedStock(db)).toBe(3)
    }))

  it('get a message with their limit and what they can do', () =>
    inTestTransaction(async (db) => {
      const shop = createNetworkShop(db)
      const product = await insertProduct(db, { name: 'Favour Box', stock: 240, pricePaise: 180_00 })
      const caller = { by: await createCustomer(db), from: HOME }
      const dear = await insertProduct(db, { stock: 200, pricePaise: 2950_00 })
      const said = async (basket: Basket) => (await shop.place(basket, caller)).answer.message
      const us =
        'Please take fewer, or ask us: for one address you get a quotation, and for several people please write to us.'
      expect(await said([[product, 50]])).toBe(
        `You can order up to 30 pieces before we have packed your first order. ${us}`,
      )
      expect(await said([[dear, 10]])).toBe(
        `You can order chocolate for up to ₹20,000 before we have packed your first order. ${us}`,
      )
      expect(await said([[await insertProduct(db, { name: 'Night Box', stock: 12 }), 5]])).toBe(
        `You can order up to 4 of Night Box before we have packed your first order. ${us}`,
      )
    }))
})

describe('orders that end unpaid', () => {
  it('after two windows without a payment the account waits, each time twice as long, until it pays', () =>
    inTestTransaction(async (db) => {
      const shop = createNetworkShop(db)
      const product = await insertProduct(db, { stock: 40 })
      const caller = { by: await createCustomer(db), from: HOME }
      const waits: number[] = []
      for (let nth = 0; nth < 5; nth++) {
        let { status, answer, waitSeconds } = await shop.place([[product, 1]], caller)
        if (status === 429) {
          expect(answer.message).toContain('reserved items until they expired, and were not paid. Please wait')
          waits.push(Math.round(waitSeconds / 60))
          shop.context.advanceMinutes(waitSeconds / 60)
          ;({ status, answer, waitSeconds } = await shop.place([[product, 1]], caller))
        }
        expect(status).toBe(200)
        if (nth < 4) await shop.letExpire(15)
        else await shop.pay({ answer })
      }
      expect(waits).toEqual([15, 30, 60])
      expect((await shop.place([[product, 1]], caller)).status).toBe(200)
    }))

  it('a cart that is changed eight times before paying is no reason to wait', () =>
    inTestTransaction(async (db) => {
      const shop = createNetworkShop(db)
      const product = await insertProduct(db, { stock: 40 })
      const caller = { by: await createCustomer(db), from: HOME }
      let replaces: string | undefined
      for (let nth = 0; nth < 9; nth++) {
        const { status, answer } = await shop.place([[product, 1 + (nth % 3)]], caller, { replaces })
        expect(status).toBe(200)
        replaces = answer.orderId
        shop.context.advanceMinutes(3)
      }
    }))

  it('an order that is replaced before each deadline has to be paid after three of them', () =>
    inTestTransaction(async (db) => {
      const shop = createNetworkShop(db)
      const product = await insertProduct(db, { stock: 40 })
      const caller = { by: await createCustomer(db), from: HOME }
      const statuses: number[] = []
      let replaces: string | undefined
      for (let nth = 0; nth < 4; nth++) {
        const { status, answer } = await shop.place([[product, 1 + (nth % 3)]], caller, { replaces })
        statuses.push(status)
        replaces = answer.orderId ?? replaces
        shop.context.advanceMinutes(14.9)
      }
      expect(statuses).toEqual([200, 200, 200, 429])
    }))
})

describe('the network of an order', () => {
  const networksIn = async (db: Db) =>
    (await db.select({ near: payments.nearNetwork }).from(payments)).map(({ near }) => near !== null)

  it('is stored as a hash for three hours', () =>
    inTestTransaction(async (db) => {
      const shop = createNetworkShop(db)
      await shop.place([[await insertProduct(db), 1]], { by: await createCustomer(db), from: HOME })
      expect(JSON.stringify(await db.select().from(payments))).not.toContain(HOME)
      await purgeOldNetworks(db, shop.context.now())
      expect(await networksIn(db)).toEqual([true])
      shop.context.advanceMinutes(181)
      await purgeOldNetworks(db, shop.context.now())
      expect(await networksIn(db)).toEqual([false])
    }))

  it('is erased with the account, which is no way around the limits', () =>
    inTestTransaction(async (db) => {
      const shop = createNetworkShop(db)
      const storage = await insertProducts(db, { count: 6, stock: 60, pricePaise: 100_00 })
      const gone: string[] = []
      for (let nth = 0; nth < 4; nth++) {
        const by = await createCustomer(db)
        expect((await shop.place([[storage[0] as (typeof storage)[0], 1]], { by, from: HOME })).status).toBe(200)
        gone.push(by.id)
      }
      await db.update(payments).set({ status: 'expired', createdAt: addMinutes(shop.context.now(), -20) })
      for (const id of gone) {
        await eraseCustomerNetworks(db, id)
        await db.delete(users).where(eq(users.id, id))
      }
      expect(await networksIn(db)).toEqual([false, false, false, false])
      const basket: Basket = storage.map((product) => [product, 2])
      const refused = await shop.place(basket, { by: await createCustomer(db), from: HOME })
      expect([refused.status, refused.answer.message]).toEqual([429, expect.stringContaining('up to 4 pieces')])
      expect((await shop.place(basket, { by: await createCustomer(db), from: '203.0.113.8' })).status).toBe(200)
    }))

  it('is also the /48 of an IPv6 address', () =>
    inTestTransaction(async (db) => {
      const shop = createNetworkShop(db)
      const storage = await insertProducts(db, { count: 12, stock: 200, pricePaise: 100_00 })
      const basket: Basket = storage.slice(0, 6).map((product) => [product, 5])
      const statuses: number[] = []
      for (let nth = 0; nth < 6; nth++)
        statuses.push((await shop.place(basket, { by: await createCustomer(db), from: `2001:db8:7:${nth}::1` })).status)
      expect(statuses).toEqual([200, 200, 200, 200, 429, 429])
      expect((await shop.place(basket, { by: await createCustomer(db), from: '2001:db8:8::1' })).status).toBe(200)
    }))
})
