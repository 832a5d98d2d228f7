import { describe, expect, it } from 'vitest'
import type { Db } from '#src/db/database.server.ts'
import { savePriceTiers } from '#src/features/catalog/tiers/price-tiers.server.ts'
import { refunds } from '#src/features/payments/payments.table.server.ts'
import { inTestTransaction } from '#src/testing/test-database.ts'
import { insertFamily, insertPriceTiers, type ProductRow } from '#tests/factories/catalog.ts'
import { TEST_ADMIN } from '#tests/factories/custom-orders.ts'
import { openParcelShop } from '#tests/factories/parcel-shop.ts'
import { createParcels } from '#tests/factories/parcels.ts'
import { insertPromotion } from '#tests/factories/promotions.ts'
import { expectInvariants } from '#tests/invariants.ts'

const REFUSED = [409, 'Please write to us: the price of the other parcels depends on this one.']
const TIERS = [{ from: 4, percent: 10 }]

/** Sells parcels with these pieces; each of them is then cancelled by its number. */
async function openShop(db: Db) {
  const shop = await openParcelShop(db)
  const { place, call, details, setStatus } = shop
  async function sell(pieces: readonly (readonly [ProductRow, number])[], checkout = {}) {
    const items = pieces.map(([{ id: productId }, quantity]) => [{ productId, quantity }])
    const rows = await place(pieces.length, {
      parcels: createParcels(pieces.length, (nth) => ({ items: items[nth] })),
      checkout,
    })
    const idOf = (number: number) => rows[number - 1]?.id ?? ''
    return {
      cancel: async (number: number) => {
        const answer = await call('POST', `/orders/${idOf(number)}/cancel`)
        return answer.status === 200 ? 'cancelled' : [answer.status, (await answer.json()).message]
      },
      cancelAsAdmin: async (number: number) => (await setStatus(idOf(number), 'cancelled')).status,
      settersOfPrices: async () =>
        (await details(idOf(1))).parcels.flatMap(({ setsOtherPrices, number }) => (setsOtherPrices ? number : [])),
    }
  }
  return { ...shop, sell }
}

const inShop = (body: (shop: Awaited<ReturnType<typeof openShop>>, db: Db) => Promise<void>) =>
  inTestTransaction(async (db) => {
    await body(await openShop(db), db)
    await expectInvariants(db)
  })

describe('a customer can cancel one of several parcels', () => {
  it('as long as the others have the pieces of their price tier', () =>
    inShop(async ({ product, sell }, db) => {
      await insertPriceTiers(db, product, TIERS)
      const { cancel, settersOfPrices } = await sell([
        [product, 2],
        [product, 2],
        [product, 1],
      ])
      expect(await settersOfPrices()).toEqual([1, 2])
      expect(await cancel(1)).toEqual(REFUSED)
      expect(await cancel(3)).toBe('cancelled')
      expect(await cancel(2)).toEqual(REFUSED)
      expect(await db.$count(refunds)).toBe(1)
    }))

  it('unless another size counts on it, even if the tier has ended since', () =>
    inShop(async ({ sell }, db) => {
      const [small, large] = await insertFamily(db, 'Milk', [{ stock: 60 }, { stock: 60 }])
      await insertPriceTiers(db, small, TIERS)
      const { cancel } = await sell([
        [small, 1],
        [large, 3],
      ])
      await savePriceTiers(db, [{ product: small, tiers: [] }], TEST_ADMIN)
      expect(await cancel(1)).toEqual(REFUSED)
    }))

  it('as long as the others reach what the promo code needs', () =>
    inShop(async ({ product, sell }, db) => {
      const { code: promoCode } = await insertPromotion(db, { minSubtotalPaise: 2 * 849_00 })
      const { cancel, settersOfPrices } = await sell(
        [
          [product, 1],
          [product, 1],
          [product, 1],
        ],
        { promoCode },
      )
      expect(await settersOfPrices()).toEqual([])
      expect(await cancel(2)).toBe('cancelled')
      expect(await settersOfPrices()).toEqual([1, 3])
      expect(await cancel(1)).toEqual(REFUSED)
    }))

  it('if it is the last one, after an admin cancelled what the customer could not', () =>
    inShop(async ({ product, sell }, db) => {
      await insertPriceTiers(db, product, TIERS)
      const { cancel, cancelAsAdmin } = await sell([
        [product, 2],
        [product, 2],
      ])
      expect(await cancel(1)).toEqual(REFUSED)
      expect(await cancelAsAdmin(1)).toBe(200)
      expect(await cancel(2)).toBe('cancelled')
      expect(await db.$count(refunds)).toBe(2)
    }))

  it('that changes nothing more, after an admin cancelled one that the others needed', () =>
    inShop(async ({ product, sell }, db) => {
      await insertPriceTiers(db, product, TIERS)
      const { code: promoCode } = await insertPromotion(db, { minSubtotalPaise: 4 * 700_00 })
      const [other] = await insertFamily(db, 'Milk', [{ stock: 60 }, { stock: 60 }])
      const { cancel, cancelAsAdmin, settersOfPrices } = await sell(
        [
          [product, 3],
          [product, 1],
          [other, 1],
        ],
        { promoCode },
      )
      expect(await cancel(1)).toEqual(REFUSED)
      expect(await cancelAsAdmin(1)).toBe(200)
      expect(await settersOfPrices()).toEqual([])
      expect(await cancel(3)).toBe('cancelled')
      expect(await cancel(2)).toBe('cancelled')
    }))

  it('if all are unpaid, because they are cancelled together', () =>
    inShop(async ({ product, place, call, details }, db) => {
      await insertPriceTiers(db, product, [{ from: 2, percent: 10 }])
      const [first, second] = await place(2, { paid: false })
      expect((await call('POST', `/orders/${second?.id}/cancel`)).status).toBe(200)
      expect((await details(first?.id ?? '')).group?.statuses).toEqual({ cancelled: 2 })
    }))
})
