import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { type Db, onlyRow } from '#src/db/database.server.ts'
import { reviewsApi } from '#src/features/community/reviews/reviews.api.server.ts'
import { MyReviews, ProductReviews } from '#src/features/community/reviews/reviews.contract.ts'
import { anonymiseReviews } from '#src/features/community/reviews/reviews.server.ts'
import { reviews } from '#src/features/community/reviews/reviews.table.server.ts'
import { orderLines, orders } from '#src/features/orders/orders.table.server.ts'
import { createTestApi } from '#src/testing/test-api.ts'
import { startingWith } from '#src/testing/test-database.ts'
import { createAdmin } from '#tests/factories/admins.ts'
import { insertProduct } from '#tests/factories/catalog.ts'
import { createCustomer, type TestCustomer } from '#tests/factories/payments/payments.ts'
import { moderateReview } from './moderate.server.ts'

const WORDS = { rating: 4, title: 'Slow and dark', text: 'Cherry first, then a long finish.' }

async function aReadingRoom(db: Db) {
  const api = createTestApi(reviewsApi({ db }))
  const [customer, product] = [await createCustomer(db), await insertProduct(db)]
  const call = async (
    method: string,
    path: string,
    { body, cookie = '' }: { body?: unknown; cookie?: string } = {},
  ) => {
    const response = await api.request(`/api${path}`, {
      method,
      ...(body !== undefined && { body: JSON.stringify(body) }),
      headers: { 'content-type': 'application/json', origin: 'http://localhost', ...(cookie && { cookie }) },
    })
    return { status: response.status, answer: await response.json() }
  }
  const path = `/products/${product.id}/reviews`
  const write = (orderId: string, by: TestCustomer = customer, words: object = WORDS) =>
    call('POST', path, { body: { orderId, ...words }, cookie: by.cookie })
  const published = async (query = '') => ProductReviews.parse((await call('GET', path + query)).answer)
  return { customer, product, path, call, write, published }
}

const inReadingRoom = startingWith(aReadingRoom)

let made = 0

async function aBoughtProduct(
  db: Db,
  of: { userId: string; productId: number; status?: 'shipped' | 'delivered' | 'completed' },
) {
  made += 1
  const { id } = onlyRow(
    await db
      .insert(orders)
      .values({
        reference: `ORD_1763750000000_review${made}`,
        contentHash: '-',
        userId: of.userId,
        status: of.status ?? 'delivered',
        paidAt: new Date(),
        customerName: 'Asha Lakshmi Rao',
        customerEmail: 'asha@golconda.example',
        customerPhone: '+919876543210',
        shippingAddress: {
          firstName: 'Asha',
          lastName: 'Rao',
          address: '1',
          city: 'H',
          state: 'Telangana',
          pincode: '500001',
        },
        subtotalPaise: 450_00,
        shippingPaise: 150_00,
        totalPaise: 600_00,
      })
      .returning(),
  )
  await db
    .insert(orderLines)
    .values({ orderId: id, productId: of.productId, name: 'Bar', unitPaise: 450_00, quantity: 1 })
  return id
}

describe('a review', () => {
  it('is written by a customer and stays unpublished until an admin has read it', () =>
    inReadingRoom(async ({ customer, product, write, published }, db) => {
      const orderId = await aBoughtProduct(db, { userId: customer.id, productId: product.id })
      const written = await write(orderId)
      expect(written).toMatchObject({ status: 201, answer: { ...WORDS, authorName: 'Asha R.', isSample: false } })
      expect(await published()).toEqual({
        average: null,
        count: 0,
        histogram: [0, 0, 0, 0, 0],
        since: null,
        items: [],
        nextCursor: null,
      })

      const by = await createAdmin(db)
      const { id } = written.answer
      await moderateReview(db, { id, status: 'published', by, now: new Date(), publicUrl: 'http://localhost' })
      expect(await published()).toMatchObject({ average: 4, count: 1, histogram: [0, 1, 0, 0, 0], items: [WORDS] })
    }))

  it('is only for customers whose order was delivered', () =>
    inReadingRoom(async ({ customer, product, path, call, write }, db) => {
      const other = await createCustomer(db)
      const elsewhere = await insertProduct(db)
      const onItsWay = await aBoughtProduct(db, { userId: customer.id, productId: product.id, status: 'shipped' })
      const ofAnother = await aBoughtProduct(db, { userId: other.id, productId: product.id })
      const ofAnotherProduct = await aBoughtProduct(db, { userId: customer.id, productId: elsewhere.id })
      for (const orderId of [onItsWay, ofAnother, ofAnotherProduct]) expect((await write(orderId)).status).toBe(403)
      expect((await call('POST', path, { body: { orderId: ofAnother, ...WORDS } })).status).toBe(401)
      expect(await db.$count(reviews)).toBe(0)
    }))

  it('is possible once for each purchase', () =>
    inReadingRoom(async ({ customer, product, path, call, write }, db) => {
      const first = await aBoughtProduct(db, { userId: customer.id, productId: product.id, status: 'completed' })
      const second = await aBoughtProduct(db, { userId: customer.id, productId: product.id })
      expect((await write(first)).status).toBe(201)
      expect(await write(first)).toMatchObject({ status: 409, answer: { message: expect.stringContaining('already') } })
      const own = MyReviews.parse((await call('GET', `${path}/own`, { cookie: customer.cookie })).answer)
      expect(own.orders).toMatchObject([{ orderId: second, authorName: 'Asha R.' }])
      expect(own.reviews).toMatchObject([{ ...WORDS, status: 'pending' }])
    }))

  it.each([
    ['six of five', { ...WORDS, rating: 6 }],
    ['half a mark', { ...WORDS, rating: 3.5 }],
    ['no title', { ...WORDS, title: ' ' }],
    ['a title of 201 letters', { ...WORDS, title: 'a'.repeat(201) }],
    ['2001 letters', { ...WORDS, text: 'a'.repeat(2001) }],
    ['a status of its own', { ...WORDS, status: 'published' }],
  ])('cannot be sent with %s', (_, words) =>
    inReadingRoom(async ({ customer, product, write }, db) => {
      const orderId = await aBoughtProduct(db, { userId: customer.id, productId: product.id })
      expect((await write(orderId, customer, words)).status).toBe(400)
    }),
  )

  it('loses its name when its author deletes their account; pending ones are deleted', () =>
    inReadingRoom(async ({ customer, product, write, published }, db) => {
      const [first, second] = [
        await aBoughtProduct(db, { userId: customer.id, productId: product.id }),
        await aBoughtProduct(db, { userId: customer.id, productId: product.id }),
      ]
      const { answer } = await write(first)
      await db.update(reviews).set({ status: 'published' }).where(eq(reviews.id, answer.id))
      await write(second)
      await anonymiseReviews(db, customer.id)
      expect(await db.$count(reviews)).toBe(1)
      expect((await published()).items).toMatchObject([{ ...WORDS, authorName: 'A buyer' }])
    }))
})

describe('the published reviews of a product', () => {
  it('have an average to one decimal, counts by rating, and pages', () =>
    inReadingRoom(async ({ product, published }, db) => {
      const sample = { productId: product.id, title: 'A', text: 'B', authorName: 'C', isSample: true }
      await db.insert(reviews).values(
        [5, 5, 4, 1, 2, 5].map((rating, day) => ({
          ...sample,
          rating,
          status: day === 4 ? ('rejected' as const) : ('published' as const),
          createdAt: new Date(Date.UTC(2026, 10, day + 1)),
        })),
      )
      const first = await published('?limit=2')
      expect(first).toMatchObject({
        average: 4,
        count: 5,
        histogram: [3, 1, 0, 0, 1],
        since: '2026-11-01T00:00:00.000Z',
      })
      expect(first.items.map(({ rating }) => rating)).toEqual([5, 1])
      const second = await published(`?limit=2&cursor=${first.nextCursor}`)
      expect(second.items.map(({ rating }) => rating)).toEqual([4, 5])
      const last = await published(`?limit=2&cursor=${second.nextCursor}`)
      expect(last).toMatchObject({ items: [{ rating: 5 }], nextCursor: null })
    }))

  it('do not exist for an unknown product', () =>
    inReadingRoom(async ({ call }) => {
      for (const id of ['2147483647', 'abc', '-1', '9e99'])
        expect((await call('GET', `/products/${id}/reviews`)).status).toBe(404)
    }))
})
