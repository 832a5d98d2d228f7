import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { adminApi } from '#src/features/admin/admin.api.server.ts'
import type { Today } from '#src/features/admin/admin.contract.ts'
import { products } from '#src/features/catalog/catalog.table.server.ts'
import { messages } from '#src/features/notifications/messages.table.server.ts'
import { tellOfHeldStock } from '#src/features/payments/hold-alarm.server.ts'
import { closeOverduePayments } from '#src/features/payments/questions.server.ts'
import type { Db } from '#src/platform/database.server.ts'
import { inTestTransaction } from '#src/platform/testing/test-database.ts'
import { aProduct } from '#tests/makers/catalog.ts'
import { aDesk } from '#tests/makers/desk.ts'
import { anOrder } from '#tests/makers/orders.ts'
import { aShopper, aTill, type TestTill } from '#tests/makers/payments.ts'

/** Unpaid orders of several new customers for one product. */
async function unpaidOrders(till: TestTill, product: Parameters<typeof anOrder>[1]['product'], quantities: number[]) {
  for (const quantity of quantities)
    await anOrder(till, { shopper: await aShopper(till.db), product, quantity, paid: false })
}

const mailsOf = async (db: Db) =>
  (await db.select().from(messages).where(eq(messages.channel, 'email')).orderBy(messages.createdAt)).filter(
    ({ subject }) => subject.includes('unpaid orders hold'),
  )

describe('more than half of a product is held by unpaid orders', () => {
  it('H1: the admin sees it with the names of the products, and is written to once an incident', () =>
    inTestTransaction(async (db) => {
      const till = aTill(db)
      const desk = await aDesk(db, adminApi({ db, closing: new AbortController().signal }))
      const today = async () => (await desk.call('GET /api/admin/today')).answer as Today
      const night = await aProduct(db, { name: 'Night Box', stock: 12 })
      await aProduct(db, { name: 'Another', stock: 400 })
      await unpaidOrders(till, night, [3, 3])
      expect(await today()).toMatchObject({ held: { count: 0 }, heldNames: [] })
      await tellOfHeldStock(db, till.now())
      expect(await mailsOf(db)).toEqual([])

      await unpaidOrders(till, night, [1])
      expect(await today()).toMatchObject({ held: { count: 1 }, heldNames: ['Night Box'] })
      for (let turn = 0; turn < 3; turn++) {
        await tellOfHeldStock(db, till.now())
        till.passMinutes(2)
      }
      const [mail, ...more] = await mailsOf(db)
      expect(mail).toMatchObject({ subject: 'Golconda Cacao: unpaid orders hold more than half of 1 product' })
      expect(mail?.text).toContain('Night Box: 7 of 12')
      expect(more).toEqual([])
    }))

  it('H1: is a new incident when nothing was held for an hour, and not before', () =>
    inTestTransaction(async (db) => {
      const till = aTill(db)
      await aDesk(db, adminApi({ db, closing: new AbortController().signal }))
      const product = await aProduct(db, { stock: 12 })
      await aProduct(db, { stock: 400 })
      for (const pause of [20, 90, 0]) {
        await unpaidOrders(till, product, [3, 3, 1])
        await tellOfHeldStock(db, till.now())
        till.passMinutes(15)
        await closeOverduePayments(till)
        await tellOfHeldStock(db, till.now())
        till.passMinutes(pause)
      }
      expect(await mailsOf(db)).toHaveLength(2)
    }))

  it('H1: the whole shop is told besides', () =>
    inTestTransaction(async (db) => {
      const till = aTill(db)
      const desk = await aDesk(db, adminApi({ db, closing: new AbortController().signal }))
      const product = await aProduct(db, { name: 'The only one', stock: 20 })
      await unpaidOrders(till, product, [4, 4, 3])
      await tellOfHeldStock(db, till.now())
      expect((await mailsOf(db)).map(({ subject }) => subject).toSorted()).toEqual([
        'Golconda Cacao: unpaid orders hold more than half of 1 product',
        'Golconda Cacao: unpaid orders hold more than half of the shop',
      ])
      expect((await desk.call('GET /api/admin/today')).answer).toMatchObject({
        held: { count: 2 },
        heldNames: ['The whole shop', 'The only one'],
      })
    }))

  it('a customer who takes the last four pieces of a product is no incident', () =>
    inTestTransaction(async (db) => {
      const till = aTill(db)
      await aDesk(db, adminApi({ db, closing: new AbortController().signal }))
      await aProduct(db, { stock: 400 })
      await unpaidOrders(till, await aProduct(db, { stock: 5 }), [4])
      await tellOfHeldStock(db, till.now())
      expect(await mailsOf(db)).toEqual([])
      expect((await db.select().from(products)).filter(({ reserved }) => reserved === 4)).toHaveLength(1)
    }))
})
