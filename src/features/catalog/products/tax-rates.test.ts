import { describe, expect, it } from 'vitest'
import { inTestTransaction } from '#src/testing/test-database.ts'
import { insertProduct } from '#tests/factories/catalog.ts'
import { productTaxRates } from './products.table.server.ts'
import { getTaxRates } from './tax-rates.server.ts'

const USUAL = { hsn: '18069010', rateBasisPoints: 500 }
const actorEmail = 'maker@golconda.example'

describe('the rate of a product on a day', () => {
  it("is the shop's usual one as long as it has none of its own", () =>
    inTestTransaction(async (db) => {
      const bar = await insertProduct(db)
      expect(await getTaxRates(db, [bar.id, 999_999], '2026-11-22')).toEqual(
        new Map([
          [bar.id, USUAL],
          [999_999, USUAL],
        ]),
      )
      expect(await getTaxRates(db, [], '2026-11-22')).toEqual(new Map())
    }))

  it('is its own that began last; of two that begin on one day the later written one', () =>
    inTestTransaction(async (db) => {
      const [cake, bar] = [await insertProduct(db), await insertProduct(db)]
      const rate = { productId: cake.id, hsn: '1905', actorEmail }
      await db.insert(productTaxRates).values([
        { ...rate, rateBasisPoints: 1200, validFrom: '2027-01-01' },
        { ...rate, rateBasisPoints: 1800, validFrom: '2026-06-01' },
        { ...rate, rateBasisPoints: 100, validFrom: '2027-01-01' },
      ])
      const on = async (day: string) => (await getTaxRates(db, [bar.id, cake.id], day)).get(cake.id)
      expect(await on('2026-05-31')).toEqual(USUAL)
      expect(await on('2026-06-01')).toEqual({ hsn: '1905', rateBasisPoints: 1800 })
      expect(await on('2026-12-31')).toEqual({ hsn: '1905', rateBasisPoints: 1800 })
      expect(await on('2027-01-01')).toEqual({ hsn: '1905', rateBasisPoints: 100 })
      expect((await getTaxRates(db, [bar.id, cake.id], '2027-01-01')).get(bar.id)).toEqual(USUAL)
    }))

  it.each([
    ['a name for an HSN', { hsn: 'chocolate', rateBasisPoints: 500 }],
    ['five digits for an HSN', { hsn: '18069', rateBasisPoints: 500 }],
    ['a rate below nothing', { hsn: '1806', rateBasisPoints: -1 }],
    ['a rate beyond the law', { hsn: '1806', rateBasisPoints: 4001 }],
  ])('is never %s: the database refuses it', (_, wrong) =>
    inTestTransaction(async (db) => {
      const { id: productId } = await insertProduct(db)
      const row = { productId, actorEmail, validFrom: '2026-01-01', ...wrong }
      await expect(db.transaction((tx) => tx.insert(productTaxRates).values(row))).rejects.toThrow()
    }),
  )
})
