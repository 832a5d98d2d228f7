import { describe, expect, it } from 'vitest'
import type { Db } from '#src/db/database.server.ts'
import { auditLog } from '#src/features/audit/audit.table.server.ts'
import { adminProductsApi } from '#src/features/catalog/admin/admin-products.api.server.ts'
import { adminSizesApi } from '#src/features/catalog/families/admin-sizes.api.server.ts'
import { productCsvApi } from '#src/features/catalog/import/product-csv.api.server.ts'
import { productsApi } from '#src/features/catalog/products/products.api.server.ts'
import { inTestTransaction } from '#src/testing/test-database.ts'
import { createAdminClient } from '#tests/factories/admin-client.ts'
import {
  insertCategory,
  insertFamily,
  insertPriceTiers,
  insertProduct,
  type ProductRow,
} from '#tests/factories/catalog.ts'
import { priceTiers } from './price-tiers.table.server.ts'

const FIVE = { from: 10, percent: 5 }
const TEN = { from: 50, percent: 10 }

async function openCatalog(db: Db) {
  const rules = { db, mode: 'demo' as const }
  const api = productsApi({ db })
    .route('/', adminProductsApi({ ...rules, referencesOf: async () => new Map() }))
    .route('/', adminSizesApi(rules))
    .route('/', productCsvApi(rules))
  const client = await createAdminClient(db, api)
  const { id: categoryId } = await insertCategory(db, 'Bars')
  const alone = await insertProduct(db, { categoryId, sku: 'ALONE' })
  const [small, large] = await insertFamily(db, 'Milk', [
    { categoryId, sku: 'M-55' },
    { categoryId, sku: 'M-110' },
  ])
  const put = ({ id, name, description, pricePaise, stock, minStock, sku }: ProductRow, more: object) =>
    client.call(`PUT /api/products/${id}`, {
      ...{ name, description, price: pricePaise / 100, stock, minStock, sku, categoryId, ...more },
    })
  const tiersOf = async ({ id }: { id: number }) => (await client.call(`GET /api/products/${id}`)).answer.tiers
  const importing = async (query: string, lines: string[]) =>
    (
      await client.ask(`POST /api/admin/products/import?${query}`, lines.join('\n'), { 'content-type': 'text/csv' })
    ).json()
  const look = (...lines: string[]) => importing('dryRun=true', lines)
  const apply = async (...lines: string[]) => importing(`plan=${(await look(...lines)).plan}`, lines)
  return { ...client, alone, small, large, put, tiersOf, look, apply }
}

const inShop = (body: (catalog: Awaited<ReturnType<typeof openCatalog>>, db: Db) => Promise<void>) =>
  inTestTransaction(async (db) => body(await openCatalog(db), db))

describe('the tiers that an admin sets', () => {
  it('apply to the product, stay with an edit that does not name them, and are in the audit log', () =>
    inShop(async ({ put, alone, tiersOf, call }, db) => {
      expect((await put(alone, { tiers: [FIVE, TEN] })).answer.tiers).toEqual([FIVE, TEN])
      await put(alone, { name: 'Alone' })
      expect(await tiersOf(alone)).toEqual([FIVE, TEN])
      expect((await call('GET /api/products')).answer.find(({ id }: ProductRow) => id === alone.id).tiers).toHaveLength(
        2,
      )
      expect((await put(alone, { tiers: [] })).answer.tiers).toBeUndefined()
      const log = await db.select().from(auditLog).orderBy(auditLog.createdAt)
      expect(log.filter(({ after }) => after && 'tiers' in (after as object))).toMatchObject([
        { entityId: String(alone.id), before: { tiers: [] }, after: { tiers: [FIVE, TEN] } },
        { before: { tiers: [FIVE, TEN] }, after: { tiers: [] } },
      ])
    }))

  it('are those of all sizes of a family, and refuse an admin who did not see the last change', () =>
    inShop(async ({ put, call, small, large, tiersOf }) => {
      const { answer } = await call(`GET /api/admin/products/${large.id}`)
      const seen = { updatedAt: answer.updatedAt, stock: answer.stock, tiers: [] }
      await put(small, { tiers: [FIVE] })
      expect(await tiersOf(large)).toEqual([FIVE])
      const late = await put(large, { tiers: [TEN], seen })
      expect([late.status, late.answer.message]).toEqual([
        409,
        expect.stringContaining('Someone else has just changed'),
      ])
      // An edit of other fields keeps the change of the other admin.
      expect((await put(large, { tiers: [], seen })).status).toBe(200)
      expect(await tiersOf(small)).toEqual([FIVE])
    }))

  it.each([
    { wrong: 'one piece', tiers: [{ from: 1, percent: 5 }], at: '0.from', words: /from 2 to 5,000/ },
    { wrong: '5,001 pieces', tiers: [{ from: 5_001, percent: 5 }], at: '0.from', words: /from 2 to 5,000/ },
    { wrong: 'half a percent', tiers: [{ from: 10, percent: 0.5 }], at: '0.percent', words: /from 1 to 89/ },
    { wrong: 'ninety percent', tiers: [{ from: 10, percent: 90 }], at: '0.percent', words: /from 1 to 89/ },
    { wrong: 'nothing typed', tiers: [{ from: null, percent: null }], at: '0.from', words: /whole number/ },
    { wrong: 'equal quantities', tiers: [FIVE, { from: 10, percent: 6 }], at: '1.from', words: /more pieces/ },
    { wrong: 'a falling percentage', tiers: [TEN, { from: 60, percent: 5 }], at: '1.percent', words: /take off more/ },
    {
      wrong: 'six tiers',
      tiers: [1, 2, 3, 4, 5, 6].map((nth) => ({ from: nth * 10, percent: nth })),
      words: /at most 5/,
    },
  ])('are refused beside the field: $wrong', ({ tiers, at, words }) =>
    inShop(async ({ put, alone }, db) => {
      const { status, answer } = await put(alone, { tiers, name: 'Renamed' })
      expect([status, answer.issues[0].path]).toEqual([400, at ? `tiers.${at}` : 'tiers'])
      expect(answer.issues[0].message).toMatch(words)
      expect(await db.$count(priceTiers)).toBe(0)
    }),
  )

  it('go with a product into a family that has none, and give way to those of one that has some', () =>
    inShop(async ({ call, alone, small, tiersOf }, db) => {
      await insertPriceTiers(db, alone, [FIVE])
      const size = { ownLabel: 'One', label: 'Two', sku: 'TWO', price: '9', stock: 1, facts: {} }
      const { answer } = await call(`POST /api/admin/products/${alone.id}/sizes`, size)
      expect(await tiersOf(answer)).toEqual([FIVE])
      await call(`DELETE /api/admin/products/${alone.id}/sizes`)
      expect(await tiersOf(alone)).toBeUndefined()
      await insertPriceTiers(db, small, [TEN])
      await insertPriceTiers(db, { ...alone, familyId: null }, [FIVE])
      await call(`POST /api/admin/products/${small.id}/sizes/join`, { label: 'Three', sku: 'ALONE' })
      expect(await tiersOf(alone)).toEqual([TEN])
    }))
})

describe('the tiers in a file', () => {
  it('come back as they went out, stay with an empty cell and go with "none"', () =>
    inShop(async ({ ask, look, apply, alone, small, large, tiersOf }) => {
      const { lines } = await look('SKU,Price tiers', 'ALONE,10: 5; 50: 10%')
      expect(lines[0].changes).toEqual([{ column: 'Price tiers', before: '', after: '10: 5%, 50: 10%' }])
      await apply('SKU,Price tiers', 'ALONE,10: 5; 50: 10%', 'M-55,10: 5')
      expect([await tiersOf(alone), await tiersOf(large)]).toEqual([[FIVE, TEN], [FIVE]])
      expect(await look(await (await ask('GET /api/admin/products.csv')).text())).toMatchObject({ unchanged: 3 })
      expect(await look('SKU,Price tiers', 'ALONE,')).toMatchObject({ unchanged: 1 })
      await apply('SKU,Price tiers', 'ALONE,none', 'M-55,none')
      expect([await tiersOf(alone), await tiersOf(small)]).toEqual([undefined, undefined])
    }))

  it('are refused when sizes of a family differ, or when they are no tiers', () =>
    inShop(async ({ look, apply }, db) => {
      const problemsOf = async (...rows: string[]) =>
        (await look('SKU,Price tiers', ...rows)).lines.flatMap(({ problems }: { problems: string[] }) => problems)
      const shared = 'Price tiers: The sizes of a product share their price tiers.'
      expect(await problemsOf('M-55,10: 5%', 'M-110,10: 6%')).toEqual([shared, shared])
      expect(await problemsOf('ALONE,ten')).toEqual([
        expect.stringMatching(/pieces of a price tier/),
        expect.anything(),
      ])
      await apply('SKU,Price tiers', 'ALONE,10: 95%')
      expect(await db.$count(priceTiers)).toBe(0)
    }))
})
