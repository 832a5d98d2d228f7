import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { addMinutes } from '#src/core/dates.ts'
import { products } from '#src/features/catalog/products/products.table.server.ts'
import { outboxMessages } from '#src/features/notifications/outbox/outbox.table.server.ts'
import { createTestApi } from '#src/testing/test-api.ts'
import { startingWith } from '#src/testing/test-database.ts'
import { insertProduct } from '#tests/factories/catalog.ts'
import { createCustomer } from '#tests/factories/payments/payments.ts'
import { sendPriceDropMails, unwatchAllPrices } from './price-watch.server.ts'
import { savedItemsApi } from './saved-items.api.server.ts'
import { addSavedItems, removeSavedItem } from './saved-items.server.ts'

const NOW = new Date('2026-11-26T06:00:00Z')

/** A customer with a product on the wishlist. */
const withWish = startingWith(async (db) => {
  const [customer, product] = [await createCustomer(db), await insertProduct(db, { pricePaise: 450_00 })]
  const api = createTestApi(savedItemsApi({ db }))
  const call = async (method: string, path: string, by: { cookie: string } | undefined = customer) => {
    const headers = { origin: 'http://localhost', 'content-type': 'application/json', ...(by && { cookie: by.cookie }) }
    const response = await api.request(`/api/saved/${path}`, { method, headers })
    const text = await response.text()
    return { status: response.status, answer: text === '' ? null : JSON.parse(text) }
  }
  const watch = () => call('PUT', `${product.id}/price-watch`)
  const setPrice = (rupees: number, change: Partial<typeof products.$inferInsert> = {}) =>
    db
      .update(products)
      .set({ pricePaise: rupees * 100, updatedAt: addMinutes(NOW, -60), ...change })
      .where(eq(products.id, product.id))
  const listMails = async (now = NOW) => {
    await sendPriceDropMails(db, now)
    const mails = await db.select().from(outboxMessages).orderBy(outboxMessages.createdAt)
    return mails.map(({ to, subject }) => `${to}: ${subject}`)
  }
  const mailAt = (price: string) => `${customer.email}: Golconda Cacao: ${product.name} now costs ${price}`
  await addSavedItems(db, { userId: customer.id, items: [{ productId: product.id, kind: 'wish', quantity: 1 }] })
  return { customer, product, call, watch, setPrice, listMails, mailAt }
})

describe('the price of a product on the wishlist', () => {
  it('is watched when the customer ticks it, until they untick it', () =>
    withWish(async ({ product, call, watch, setPrice, listMails }) => {
      expect((await call('GET', 'price-watches')).answer).toEqual([])
      for (const _ of [1, 2]) expect((await watch()).status).toBe(204)
      expect((await call('GET', 'price-watches')).answer).toEqual([product.id])
      for (const _ of [1, 2]) expect((await call('DELETE', `${product.id}/price-watch`)).status).toBe(204)
      expect((await call('GET', 'price-watches')).answer).toEqual([])
      await setPrice(300)
      expect(await listMails()).toEqual([])
    }))

  it('is mailed once when it drops, and again when it drops further', () =>
    withWish(async ({ watch, setPrice, listMails, mailAt }) => {
      await watch()
      await setPrice(500)
      expect(await listMails()).toEqual([])
      await setPrice(390)
      for (const _ of [1, 2]) expect(await listMails()).toEqual([mailAt('₹390')])
      await setPrice(420)
      await listMails()
      await setPrice(390)
      expect(await listMails()).toEqual([mailAt('₹390')])
      await setPrice(389)
      expect(await listMails()).toEqual([mailAt('₹390')])
      await setPrice(380.5)
      expect(await listMails()).toEqual([mailAt('₹390'), mailAt('₹380.50')])
    }))

  it('is compared with a higher price that has lasted for a week', () =>
    withWish(async ({ watch, setPrice, listMails, mailAt }, db) => {
      await watch()
      await setPrice(600, { updatedAt: addMinutes(NOW, -6 * 24 * 60) })
      await listMails()
      await setPrice(500)
      expect(await listMails()).toEqual([])
      await setPrice(600, { updatedAt: addMinutes(NOW, -7 * 24 * 60) })
      await listMails()
      await setPrice(500)
      expect(await listMails()).toEqual([mailAt('₹500')])
      expect((await db.select().from(outboxMessages))[0]?.text).toContain('instead of ₹600')
    }))

  it('is in one e-mail with all others that dropped', () =>
    withWish(async ({ customer, product, watch, call, setPrice, listMails }, db) => {
      await watch()
      const others = [await insertProduct(db, { pricePaise: 900_00 }), await insertProduct(db, { pricePaise: 100_00 })]
      for (const { id } of others) {
        await addSavedItems(db, { userId: customer.id, items: [{ productId: id, kind: 'wish', quantity: 1 }] })
        await call('PUT', `${id}/price-watch`)
        const updatedAt = addMinutes(NOW, -60)
        await db.update(products).set({ pricePaise: 90_00, updatedAt }).where(eq(products.id, id))
      }
      await setPrice(300)
      expect(await listMails()).toEqual([
        `${customer.email}: Golconda Cacao: 3 products on your wishlist cost less now`,
      ])
      const [mail] = await db.select().from(outboxMessages)
      for (const { id } of [product, ...others]) expect(mail?.text).toContain(`/product/${id}`)
    }))

  it('may be mistyped by an admin, who has ten minutes to correct it', () =>
    withWish(async ({ watch, setPrice, listMails, mailAt }) => {
      await watch()
      await setPrice(4.5, { updatedAt: addMinutes(NOW, -9) })
      expect(await listMails()).toEqual([])
      await setPrice(400, { updatedAt: NOW })
      expect(await listMails()).toEqual([])
      expect(await listMails(addMinutes(NOW, 10))).toEqual([mailAt('₹400')])
    }))

  it('is mailed only while the product can be bought', () =>
    withWish(async ({ watch, setPrice, listMails, mailAt }) => {
      await watch()
      await setPrice(390, { stock: 0 })
      expect(await listMails()).toEqual([])
      await setPrice(390, { stock: 5, archivedAt: NOW })
      expect(await listMails()).toEqual([])
      // Ticked again while it is not for sale, which changes nothing.
      const { status, answer } = await watch()
      expect([status, answer.message]).toEqual([409, 'We do not sell this product at the moment.'])
      await setPrice(390, { archivedAt: null })
      expect(await listMails()).toEqual([mailAt('₹390')])
    }))

  it('is not mailed after the product left the wishlist, or the customer stopped these e-mails', () =>
    withWish(async ({ customer, product, call, watch, setPrice, listMails }, db) => {
      await watch()
      await unwatchAllPrices(db, customer.email)
      expect((await call('GET', 'price-watches')).answer).toEqual([])
      await watch()
      await removeSavedItem(db, { userId: customer.id, productId: product.id, kind: 'wish' })
      await setPrice(300)
      expect(await listMails()).toEqual([])
    }))

  it('can be watched only by its customer, and only on the wishlist', () =>
    withWish(async ({ product, call, watch }, db) => {
      const [other, unsaved] = [await createCustomer(db), await insertProduct(db)]
      await watch()
      expect((await call('PUT', `${product.id}/price-watch`, other)).status).toBe(404)
      expect((await call('PUT', `${unsaved.id}/price-watch`)).status).toBe(404)
      await call('DELETE', `${product.id}/price-watch`, other)
      expect((await call('GET', 'price-watches', other)).answer).toEqual([])
      expect((await call('GET', 'price-watches')).answer).toEqual([product.id])
    }))

  it.each(['abc', '-1', '9e99', '2147483648'])('cannot be watched of the product %s', (id) =>
    withWish(async ({ call }) => expect((await call('PUT', `${id}/price-watch`)).status).toBe(404)),
  )
})

it('the e-mail says both prices, and can be stopped', () =>
  withWish(async ({ product, watch, setPrice, listMails }, db) => {
    await watch()
    await setPrice(390)
    await listMails()
    const [mail] = await db.select().from(outboxMessages)
    expect(mail?.text).toBe(
      [
        'You asked us to tell you when a price on your wishlist drops:',
        `${product.name}: ₹390\n  instead of ₹450`,
        `${product.name}: http://localhost:3000/product/${product.id}`,
        'A price can change again until you order. We write when one of them drops further, by at least 2%.',
        `Stop e-mails about prices: ${mail?.unsubscribeUrl}`,
      ].join('\n\n'),
    )
  }))
