import { asc, eq, sum } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { addMinutes } from '#src/core/dates.ts'
import { DomainError } from '#src/core/domain-error.ts'
import { type Db, inTransaction } from '#src/db/database.server.ts'
import { products, stockLedger, stockReservations } from '#src/features/catalog/products/products.table.server.ts'
import { inTestTransaction } from '#src/testing/test-database.ts'
import { insertProduct } from '#tests/factories/catalog.ts'
import {
  commitReservation,
  extendReservation,
  priceOrderLines,
  releaseReservation,
  reserveStock,
  restockOrder,
  type StockLine,
  sellUnreserved,
} from './stock-reservations.server.ts'

const ASHA = crypto.randomUUID()
const RAVI = crypto.randomUUID()
const expiresAt = new Date(Date.now() + 15 * 60_000)

const withCatalog = (body: (db: Db, ids: [number, number, number]) => Promise<void>) =>
  inTestTransaction(async (db) => {
    const shared = { pricePaise: 45050, minStock: 2 }
    const dark = await insertProduct(db, { ...shared, name: 'Golconda Dark', stock: 10 })
    const salt = await insertProduct(db, { ...shared, name: 'Sea Salt', stock: 5 })
    const chili = await insertProduct(db, { ...shared, name: 'Chili', stock: 0 })
    await body(db, [dark.id, salt.id, chili.id])
    await expectBooksToBalance(db)
  })

const linesOf = (...pieces: [productId: number, quantity: number][]) =>
  pieces.map(([productId, quantity]) => ({ productId, quantity }))

/** On hand and reserved, as '10/3'. */
const stockLevels = async (db: Db) =>
  (await db.select().from(products).orderBy(asc(products.id))).map(({ stock, reserved }) => `${stock}/${reserved}`)

async function expectBooksToBalance(db: Db) {
  for (const { id, stock, reserved } of await db.select().from(products)) {
    const [held] = await db
      .select({ pieces: sum(stockReservations.quantity).mapWith(Number) })
      .from(stockReservations)
      .where(eq(stockReservations.productId, id))
    const [booked] = await db
      .select({ pieces: sum(stockLedger.change).mapWith(Number) })
      .from(stockLedger)
      .where(eq(stockLedger.productId, id))
    expect([stock, reserved]).toEqual([booked?.pieces ?? 0, held?.pieces ?? 0])
  }
}

const reserve = (db: Db, ownerId: string, lines: StockLine[]) =>
  inTransaction(db, (tx) => reserveStock(tx, { ownerId, lines, expiresAt }))

const refusalOf = (act: Promise<unknown>): Promise<DomainError> =>
  act.then(
    () => Promise.reject(new Error('It was not refused')),
    (error) => (error instanceof DomainError ? error : Promise.reject(error)),
  )

describe('pricing lines', () => {
  it('takes name, picture and price from the shop, one line a product, by id', () =>
    withCatalog(async (db, [dark, salt]) => {
      const lines = linesOf([salt, 1], [dark, 2], [salt, 3])
      expect(await priceOrderLines(db, lines)).toEqual([
        {
          productId: dark,
          name: 'Golconda Dark',
          imageUrl: null,
          unitPrice: 45050,
          tierFrom: null,
          quantity: 2,
          meltClass: 'bar',
          shelfLifeDays: null,
        },
        {
          productId: salt,
          name: 'Sea Salt',
          imageUrl: null,
          unitPrice: 45050,
          tierFrom: null,
          quantity: 4,
          meltClass: 'bar',
          shelfLifeDays: null,
        },
      ])
    }))

  it('names everything that is not sold any more', () =>
    withCatalog(async (db, [dark, salt]) => {
      await db.update(products).set({ archivedAt: new Date() }).where(eq(products.id, salt))
      const lines = [dark, salt, 999_999].map((productId) => ({ productId, quantity: 1 }))
      const refusal = await refusalOf(priceOrderLines(db, lines))
      expect(refusal.code).toBe('invalid')
      expect(refusal.message).toContain('Sea Salt, product 999999')
      expect(refusal.message).not.toContain('Golconda Dark')
    }))
})

describe('holding stock', () => {
  it('reduces available stock, not stock on hand', () =>
    withCatalog(async (db, [dark, salt]) => {
      await reserve(db, ASHA, linesOf([salt, 2], [dark, 3], [salt, 1]))
      expect(await stockLevels(db)).toEqual(['10/3', '5/3', '0/0'])
    }))

  it('holds nothing when one product lacks pieces, and lists every one that does', () =>
    withCatalog(async (db, [dark, salt, chili]) => {
      await reserve(db, RAVI, linesOf([salt, 3]))
      const lines = linesOf([chili, 1], [dark, 1], [salt, 3])
      const refusal = await refusalOf(reserve(db, ASHA, lines))
      expect(refusal.code).toBe('conflict')
      expect(refusal.message).toBe('Not enough stock for Sea Salt (2 left), Chili (0 left).')
      expect(refusal.details).toMatchObject({
        items: [
          { productId: salt, available: 2 },
          { productId: chili, available: 0 },
        ],
      })
      expect(await stockLevels(db)).toEqual(['10/0', '5/3', '0/0'])
    }))

  it('counts pieces of an archived product as none', () =>
    withCatalog(async (db, [dark]) => {
      await db.update(products).set({ archivedAt: new Date() }).where(eq(products.id, dark))
      const refusal = await refusalOf(reserve(db, ASHA, linesOf([dark, 1])))
      expect(refusal.details).toMatchObject({ items: [{ productId: dark, available: 0 }] })
    }))

  it('lets the last piece be held once', () =>
    withCatalog(async (db, [, salt]) => {
      await reserve(db, ASHA, linesOf([salt, 5]))
      expect((await refusalOf(reserve(db, RAVI, linesOf([salt, 1])))).code).toBe('conflict')
    }))
})

describe('giving stock back', () => {
  it('frees what this owner holds, once', () =>
    withCatalog(async (db, [dark, salt]) => {
      await reserve(db, ASHA, linesOf([dark, 4], [salt, 1]))
      await reserve(db, RAVI, linesOf([dark, 2]))
      expect(await releaseReservation(db, ASHA)).toBe(true)
      expect(await releaseReservation(db, ASHA)).toBe(false)
      expect(await stockLevels(db)).toEqual(['10/2', '5/0', '0/0'])
    }))
})

describe('selling what was held', () => {
  it('reduces stock on hand and records the sale', () =>
    withCatalog(async (db, [dark]) => {
      await reserve(db, ASHA, linesOf([dark, 4]))
      expect(await commitReservation(db, ASHA)).toBe('sold')
      expect((await stockLevels(db))[0]).toBe('6/0')
      const sold = await db.select().from(stockLedger).where(eq(stockLedger.ownerId, ASHA))
      expect(sold).toMatchObject([{ productId: dark, change: -4, reason: 'sold' }])
    }))

  it('sells nothing twice, and nothing that was given back', () =>
    withCatalog(async (db, [dark]) => {
      await reserve(db, ASHA, linesOf([dark, 4]))
      await commitReservation(db, ASHA)
      expect(await commitReservation(db, ASHA)).toBe('nothing-reserved')
      expect(await releaseReservation(db, ASHA)).toBe(false)
      await reserve(db, RAVI, linesOf([dark, 6]))
      await releaseReservation(db, RAVI)
      expect(await commitReservation(db, RAVI)).toBe('nothing-reserved')
      expect((await stockLevels(db))[0]).toBe('6/0')
    }))
})

describe('more time for what is held', () => {
  it('is given to one order alone', () =>
    withCatalog(async (db, [dark]) => {
      await reserve(db, ASHA, linesOf([dark, 1]))
      await reserve(db, RAVI, linesOf([dark, 1]))
      const later = addMinutes(expiresAt, 60)
      await extendReservation(db, { ownerId: ASHA, expiresAt: later })
      const held = await db.select().from(stockReservations)
      expect(new Map(held.map((one) => [one.ownerId, one.expiresAt]))).toEqual(
        new Map([
          [ASHA, later],
          [RAVI, expiresAt],
        ]),
      )
    }))
})

describe('restocking what was sold and never left', () => {
  it('brings each piece back once, with an entry in the ledger', () =>
    withCatalog(async (db, [dark, salt]) => {
      await reserve(db, ASHA, linesOf([dark, 4], [salt, 1]))
      await commitReservation(db, ASHA)
      await reserve(db, RAVI, linesOf([dark, 2]))
      await commitReservation(db, RAVI)
      for (let turn = 0; turn < 2; turn++) await restockOrder(db, ASHA)
      expect(await stockLevels(db)).toEqual(['8/0', '5/0', '0/0'])
      const returned = await db
        .select()
        .from(stockLedger)
        .where(eq(stockLedger.reason, 'returned'))
        .orderBy(stockLedger.change)
      expect(returned.map(({ ownerId, change }) => [ownerId, change])).toEqual([
        [ASHA, 1],
        [ASHA, 4],
      ])
    }))
})

const ownedBy = (ownerId: string, lines: ReturnType<typeof linesOf>) => lines.map((line) => ({ ...line, ownerId }))

describe('money that came late', () => {
  it('still buys what is there', () =>
    withCatalog(async (db, [dark, salt]) => {
      const lines = linesOf([salt, 5], [dark, 1])
      expect(await sellUnreserved(db, ownedBy(ASHA, lines))).toBe('sold')
      expect(await stockLevels(db)).toEqual(['9/0', '0/0', '0/0'])
    }))

  it('takes no reserved pieces, and none at all when one product is short', () =>
    withCatalog(async (db, [dark, salt]) => {
      await reserve(db, RAVI, linesOf([salt, 4]))
      const lines = linesOf([dark, 1], [salt, 2])
      expect(await inTransaction(db, (tx) => sellUnreserved(tx, ownedBy(ASHA, lines)))).toBe('sold-out')
      expect(await stockLevels(db)).toEqual(['10/0', '5/4', '0/0'])
    }))

  it('buys a product that was taken off the shelves meanwhile', () =>
    withCatalog(async (db, [dark]) => {
      await db.update(products).set({ archivedAt: new Date() }).where(eq(products.id, dark))
      const lines = linesOf([dark, 1])
      expect(await sellUnreserved(db, ownedBy(ASHA, lines))).toBe('sold')
    }))
})
