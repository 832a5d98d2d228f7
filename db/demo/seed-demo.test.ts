import { describe, expect, it } from 'vitest'
import { DEMO_PENDING_REVIEWS, DEMO_REVIEWS } from '#db/demo/data/reviews.ts'
import { paise } from '#src/core/money.ts'
import type { Db } from '#src/db/database.server.ts'
import { listProducts } from '#src/features/catalog/products/products.server.ts'
import { listReviews } from '#src/features/community/reviews/reviews.server.ts'
import { reviews } from '#src/features/community/reviews/reviews.table.server.ts'
import { contactTickets } from '#src/features/contact/contact.table.server.ts'
import { CUSTOM_ORDER_STATUSES } from '#src/features/custom-orders/custom-order-options.ts'
import { customOrders } from '#src/features/custom-orders/custom-orders.table.server.ts'
import { quotePromotion } from '#src/features/pricing/promotions/promotions.server.ts'
import { inTestTransaction } from '#src/testing/test-database.ts'
import { createCustomer } from '#tests/factories/payments/payments.ts'
import { expectInvariants } from '#tests/invariants.ts'
import { seedDemoCatalog } from './seed-catalog.ts'
import { seedDemoCustomOrders } from './seed-custom-orders.ts'
import { seedDemoPromotions } from './seed-promotions.ts'
import { seedDemoReviews } from './seed-reviews.ts'
import { seedDemoTickets } from './seed-tickets.ts'

const NOW = new Date('2026-11-21T12:00:00Z')

describe('the sample reviews', () => {
  const seeded = async (db: Db) => {
    await seedDemoCatalog(db)
    await seedDemoReviews(db, NOW)
  }

  it('are 24 of the house bar, averaging 4.0, all marked as samples', () =>
    inTestTransaction(async (db) => {
      await seeded(db)
      const houseBar = (await listProducts(db)).find(({ name }) => name === 'Golconda Dark 72%')
      const page = await listReviews(db, { productId: houseBar?.id ?? 0, limit: 100 })
      expect(page).toMatchObject({ average: 4, count: 24 })
      expect(page.items.reduce((sum, { rating }) => sum + rating, 0)).toBe(4 * 24)
      expect(page.items.every(({ isSample }) => isSample)).toBe(true)
      expect(new Set(page.items.map(({ text }) => text)).size).toBe(24)
      expect(page.items.every(({ createdAt }) => Date.parse(createdAt) < NOW.getTime())).toBe(true)
    }))

  it('are written once, and all of them', () =>
    inTestTransaction(async (db) => {
      await seeded(db)
      await seeded(db)
      expect(await db.$count(reviews)).toBe(Object.values(DEMO_REVIEWS).flat().length + DEMO_PENDING_REVIEWS.length)
    }))
})

describe("the demo's promo codes", () => {
  it.each([
    ['WELCOME10', 500_00, { ok: true, discount: 50_00 }],
    ['WELCOME10', 499_99, { ok: false, reason: 'MIN_SUBTOTAL' }],
    ['DIWALI', 1_500_00, { ok: true, discount: 200_00 }],
    ['DIWALI', 1_499_99, { ok: false, reason: 'MIN_SUBTOTAL' }],
    ['MONSOON15', 1_500_00, { ok: false, reason: 'EXPIRED' }],
    ['OPENING50', 1_500_00, { ok: false, reason: 'USED_UP' }],
  ])('%s for %d paise', (code, subtotal, expected) =>
    inTestTransaction(async (db) => {
      await seedDemoPromotions(db)
      await seedDemoPromotions(db)
      const userId = (await createCustomer(db)).id
      expect(await quotePromotion(db, { code, subtotal: paise(subtotal), userId, now: NOW })).toMatchObject(expected)
      await expectInvariants(db)
    }),
  )
})

describe('the sample requests and messages', () => {
  it.each(['2026-11-23T10:30:00+05:30', '2026-11-21T23:40:00+05:30', '2027-01-01T00:00:00+05:30'])(
    'leave one quotation due and one message to answer when the demo starts at %s',
    (time) =>
      inTestTransaction(async (db) => {
        const now = new Date(time)
        for (const _ of [1, 2]) {
          await seedDemoCustomOrders(db, now)
          await seedDemoTickets(db, { now, adminEmail: 'maker@golconda.example' })
        }
        const requests = await db.select().from(customOrders)
        expect(new Set(requests.map(({ status }) => status))).toEqual(new Set(CUSTOM_ORDER_STATUSES))
        const open = requests.filter(({ status }) => status === 'quote-pending')
        expect(open).toHaveLength(1)
        expect(open[0]?.dueAt.getTime()).toBeGreaterThan(now.getTime() + 25 * 60_000)
        const late = requests.filter(({ answeredAt, dueAt }) => answeredAt && answeredAt > dueAt)
        expect(late).toHaveLength(1)
        for (const { answeredAt, createdAt } of requests)
          if (answeredAt) expect([createdAt < answeredAt, answeredAt < now]).toEqual([true, true])
        const letters = await db.select().from(contactTickets)
        expect(letters.map(({ status }) => status).toSorted()).toEqual(['answered', 'open'])
        expect(letters.every(({ replyDueAt, status }) => status !== 'open' || replyDueAt > now)).toBe(true)
        await expectInvariants(db)
      }),
  )
})
