import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { shopDay } from '#src/core/dates.ts'
import { addDays } from '#src/core/delivery/business-days.ts'
import { onlyRow } from '#src/db/database.server.ts'
import { orders } from '#src/features/orders/orders.table.server.ts'
import { TrackedOrder } from '#src/features/orders/tracking/tracking.contract.ts'
import { inTestTransaction } from '#src/testing/test-database.ts'
import { createOrder } from '#tests/factories/orders.ts'
import { openParcelShop } from '#tests/factories/parcel-shop.ts'

type ParcelShop = Awaited<ReturnType<typeof openParcelShop>>

const follow = (shop: ParcelShop, token: string | null | undefined) => shop.api.request(`/api/track/${token}`)
const read = async (shop: ParcelShop, token: string | null | undefined) =>
  TrackedOrder.parse(await (await follow(shop, token)).json())

describe('a tracking link', () => {
  it('follows an order without signing in, and shows no name, address or price', () =>
    inTestTransaction(async (db) => {
      const shop = await openParcelShop(db)
      const order = await createOrder(shop.context, shop)
      const before = await read(shop, order.trackingToken)
      expect(before).toMatchObject({ orderId: order.reference, status: 'processing', tracking: null, parcels: [] })
      expect(before.items).toEqual([{ name: shop.product.name, quantity: 1 }])
      await shop.call('PUT', `/orders/${order.id}/status`, {
        as: shop.admin,
        body: { status: 'shipped', tracking: { courier: 'Delhivery', number: 'AB12345678' } },
      })
      const answer = await follow(shop, order.trackingToken)
      const text = await answer.text()
      expect(TrackedOrder.parse(JSON.parse(text))).toMatchObject({
        status: 'shipped',
        tracking: { courier: 'Delhivery', number: 'AB12345678' },
        expectedDelivery: { from: order.deliverFrom, to: order.deliverTo },
      })
      const { address, city, pincode, firstName, lastName } = order.shippingAddress
      for (const personal of [address, city, pincode, firstName, lastName, order.customerEmail, order.customerPhone])
        expect(text).not.toContain(personal)
      expect(answer.headers.get('cache-control')).toContain('no-store')
    }))

  it('cannot be guessed, and each order has its own', () =>
    inTestTransaction(async (db) => {
      const shop = await openParcelShop(db)
      const tokens = (await shop.place(3)).map(({ trackingToken }) => trackingToken)
      expect(new Set(tokens).size).toBe(3)
      for (const token of tokens) expect(Buffer.from(token ?? '', 'base64url')).toHaveLength(16)
    }))

  it('does not say who cancelled the order or confirmed that it arrived', () =>
    inTestTransaction(async (db) => {
      const shop = await openParcelShop(db)
      const [cancelled, sent] = [await createOrder(shop.context, shop), await createOrder(shop.context, shop)]
      await shop.call('POST', `/orders/${cancelled.id}/cancel`, { body: {} })
      await shop.setStatus(sent.id, 'shipped')
      await shop.call('POST', `/orders/${sent.id}/received`)
      for (const [order, last] of [
        [cancelled, 'Cancelled'],
        [sent, 'Delivered'],
      ] as const)
        expect((await read(shop, order.trackingToken)).timeline.at(-1)?.text).toBe(last)
    }))

  it('works for 90 days after the promised delivery', () =>
    inTestTransaction(async (db) => {
      const shop = await openParcelShop(db)
      const { id, trackingToken } = await createOrder(shop.context, shop)
      const today = shopDay(new Date())
      const promised = (day: string) => ({ shipOn: day, deliverFrom: day, deliverTo: day })
      const age = (days: number) =>
        db
          .update(orders)
          .set({ createdAt: new Date(0), ...promised(addDays(today, -days)) })
          .where(eq(orders.id, id))
      await age(89)
      expect((await follow(shop, trackingToken)).status).toBe(200)
      await age(91)
      expect((await follow(shop, trackingToken)).status).toBe(404)
    }))

  it('is refused in words when it opens nothing, however often that happens', () =>
    inTestTransaction(async (db) => {
      const shop = await openParcelShop(db)
      const order = await createOrder(shop.context, shop)
      const wrong = await follow(shop, 'AAAAAAAAAAAAAAAAAAAAAA')
      expect(wrong.status).toBe(404)
      expect(await wrong.json()).toMatchObject({ message: 'This tracking link is not valid, or it has expired.' })
      expect((await follow(shop, order.id)).status).toBe(404)
      const answers = []
      for (let tries = 0; tries < 20; tries++) answers.push((await follow(shop, `wrong${tries}`)).status)
      expect([...new Set(answers)]).toEqual([404])
      expect((await follow(shop, order.trackingToken)).status).toBe(200)
    }))

  it('of a whole order shows every parcel, and that of a parcel only this one', () =>
    inTestTransaction(async (db) => {
      const shop = await openParcelShop(db)
      const [first, second] = await shop.place(3)
      await shop.setStatus(second?.id ?? '', 'shipped')
      const whole = await read(shop, first?.trackingToken)
      expect(whole.parcels.map(({ number, status }) => [number, status])).toEqual([
        [1, 'processing'],
        [2, 'shipped'],
        [3, 'processing'],
      ])
      expect(whole.items).toEqual([{ name: shop.product.name, quantity: 3 }])
      const one = await read(shop, second?.trackingToken)
      expect(one).toMatchObject({ number: 2, status: 'shipped', parcels: [] })
      expect(one.items).toEqual([{ name: shop.product.name, quantity: 1 }])
    }))

  it('is shown with the order to its customer only', () =>
    inTestTransaction(async (db) => {
      const shop = await openParcelShop(db)
      const order = await createOrder(shop.context, shop)
      expect((await shop.details(order.id)).trackingToken).toBe(order.trackingToken)
      const listed = await (await shop.call('GET', '/orders')).text()
      expect(listed).not.toContain(order.trackingToken ?? 'none')
      expect(onlyRow(await db.select().from(orders)).trackingToken).toHaveLength(22)
    }))
})
