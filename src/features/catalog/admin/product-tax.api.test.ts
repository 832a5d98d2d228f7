import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { shopDay } from '#src/core/dates.ts'
import type { Db } from '#src/db/database.server.ts'
import { auditLog } from '#src/features/audit/audit.table.server.ts'
import { productCsvApi } from '#src/features/catalog/import/product-csv.api.server.ts'
import { ImportPlan } from '#src/features/catalog/import/product-import.contract.ts'
import { productTaxRates } from '#src/features/catalog/products/products.table.server.ts'
import { DEFAULT_SETTINGS } from '#src/features/settings/default-settings.ts'
import { changeSection } from '#src/features/settings/settings.server.ts'
import { startingWith } from '#src/testing/test-database.ts'
import { createAdminClient } from '#tests/factories/admin-client.ts'
import { insertCategory, insertProduct, type ProductRow } from '#tests/factories/catalog.ts'
import { adminProductsApi } from './admin-products.api.server.ts'
import { ProductTax } from './admin-products.contract.ts'

const today = shopDay(new Date())
const CAKE = { hsn: '19059010', percent: 18, validFrom: today }

async function createTaxClient(db: Db) {
  const client = await createAdminClient(
    db,
    adminProductsApi({ db, mode: 'demo', referencesOf: async () => new Map() }),
  )
  const taxOf = async (id: number) => ProductTax.parse((await client.call(`GET /api/admin/products/${id}/tax`)).answer)
  const save = ({ id, ...product }: ProductRow, tax: unknown) => {
    const { name, description, pricePaise, stock, minStock, sku, categoryId } = product
    const typed = { name, description, price: String(pricePaise / 100), stock, minStock, sku, categoryId, tax }
    return client.call(`PUT /api/products/${id}`, typed)
  }
  const taxLog = async () =>
    (await db.select().from(auditLog).orderBy(auditLog.createdAt)).filter(({ after }) => after && 'gstPercent' in after)
  return { ...client, taxOf, save, taxLog }
}

const asAdmin = startingWith(createTaxClient)

describe('the tax of a product', () => {
  it("is the shop's usual one, and follows it, until it gets its own", () =>
    asAdmin(async ({ taxOf, admin }, db) => {
      const bar = await insertProduct(db)
      expect(await taxOf(bar.id)).toEqual({ hsn: '18069010', percent: 5, isOwn: false, rates: [] })
      const value = { ...DEFAULT_SETTINGS.tax, rates: [{ hsn: '1806', percent: 12, validFrom: '2026-01-01' }] }
      await changeSection(db, 'tax', { version: 0, value, by: admin })
      expect(await taxOf(bar.id)).toMatchObject({ hsn: '1806', percent: 12, isOwn: false })
    }))

  it('is set with the product, is in the log, and every rate before stays', () =>
    asAdmin(async ({ taxOf, save, taxLog, admin }, db) => {
      const cake = await insertProduct(db)
      expect((await save(cake, CAKE)).status).toBe(200)
      await save(cake, { ...CAKE, percent: 0.25, validFrom: '2099-04-01' })
      const by = admin.email
      expect(await taxOf(cake.id)).toEqual({
        hsn: '19059010',
        percent: 18,
        isOwn: true,
        rates: [
          { id: expect.any(Number), hsn: '19059010', percent: 0.25, validFrom: '2099-04-01', by },
          { id: expect.any(Number), hsn: '19059010', percent: 18, validFrom: today, by },
        ],
      })
      expect(await taxLog()).toMatchObject([
        { entityId: String(cake.id), before: { hsn: '18069010', gstPercent: 5 }, after: { gstPercent: 18 } },
        { before: { gstPercent: 18 }, after: { gstPercent: 0.25, validFrom: '2099-04-01' } },
      ])
    }))

  it('that is as it was already is not written again', () =>
    asAdmin(async ({ save, taxLog }, db) => {
      const bar = await insertProduct(db)
      await save(bar, { hsn: '18069010', percent: 5, validFrom: today })
      await save(bar, CAKE)
      await save(bar, { ...CAKE, validFrom: '2099-01-01' })
      await save(bar, null)
      await save(bar, undefined)
      expect([await db.$count(productTaxRates), (await taxLog()).length]).toEqual([1, 1])
    }))

  it('that was mistyped is set right by a later row for the same day', () =>
    asAdmin(async ({ save, taxOf }, db) => {
      const cake = await insertProduct(db)
      await save(cake, { ...CAKE, percent: 28 })
      await save(cake, CAKE)
      const { percent, rates } = await taxOf(cake.id)
      expect([percent, rates.map((rate) => rate.percent)]).toEqual([18, [18, 28]])
    }))

  it('comes with a new product', () =>
    asAdmin(async ({ call, taxOf }, db) => {
      const { id: categoryId } = await insertCategory(db)
      const bar = { name: 'Cake', description: 'Moist.', price: '300', stock: 1, minStock: 0, sku: 'C-1', categoryId }
      const { status, answer } = await call('POST /api/products', { ...bar, tax: CAKE })
      expect([status, (await taxOf(answer.id)).percent]).toEqual([201, 18])
    }))

  it.each([
    ['letters for an HSN', { hsn: 'cake' }, 'tax.hsn'],
    ['five digits for an HSN', { hsn: '19059' }, 'tax.hsn'],
    ['no rate', { percent: null }, 'tax.percent'],
    ['a rate beyond the law', { percent: 40.5 }, 'tax.percent'],
    ['a rate below nothing', { percent: -5 }, 'tax.percent'],
    ['a thousandth of a percent', { percent: 0.125 }, 'tax.percent'],
    ['a day that does not exist', { validFrom: '2026-02-30' }, 'tax.validFrom'],
  ])('with %s is refused in words, and nothing of the product is saved', (_, wrong, path) =>
    asAdmin(async ({ save, call }, db) => {
      const bar = await insertProduct(db)
      const { status, answer } = await save({ ...bar, name: 'New name' }, { ...CAKE, ...wrong })
      expect([status, answer.issues[0].path]).toEqual([400, path])
      expect((await call(`GET /api/admin/products/${bar.id}`)).answer.name).toBe(bar.name)
      expect(await db.$count(productTaxRates)).toBe(0)
    }),
  )

  it('of an unknown product is 404, and only admins can read it', () =>
    asAdmin(async ({ call, ask }, db) => {
      for (const id of ['999999', 'abc', '-1'])
        expect((await call(`GET /api/admin/products/${id}/tax`)).status).toBe(404)
      const { id } = await insertProduct(db)
      expect((await ask(`GET /api/admin/products/${id}/tax`, undefined, { cookie: '' })).status).toBe(401)
    }))

  it('goes with a product that is deleted, and otherwise is never changed', () =>
    asAdmin(async ({ save, call }, db) => {
      const cake = await insertProduct(db)
      await save(cake, CAKE)
      const change = db.transaction((tx) => tx.execute(sql`update product_tax_rates set rate_basis_points = 0`))
      await expect(change).rejects.toThrow()
      expect((await call(`DELETE /api/products/${cake.id}`)).answer).toEqual({ success: true, archived: false })
      expect(await db.$count(productTaxRates)).toBe(0)
    }))
})

describe('HSN and rate in the file', () => {
  const inShop = startingWith(createFileClient)

  async function createFileClient(db: Db) {
    const { ask } = await createAdminClient(db, productCsvApi({ db, mode: 'demo' }))
    const send = async (query: string, text: string) =>
      ImportPlan.parse(
        await (await ask(`POST /api/admin/products/import?${query}`, text, { 'content-type': 'text/csv' })).json(),
      )
    const { id: categoryId } = await insertCategory(db, 'Dark')
    const bar = await insertProduct(db, { sku: 'BAR', categoryId })
    const cake = await insertProduct(db, { sku: 'CAKE', categoryId })
    return { ask, send, bar, cake }
  }

  it('go out as they count today and change nothing when they come back', () =>
    inShop(async ({ ask, send, cake }, db) => {
      const rate = { productId: cake.id, hsn: '1905', validFrom: '2026-01-01', actorEmail: 'maker@golconda.example' }
      await db.insert(productTaxRates).values({ ...rate, rateBasisPoints: 25 })
      const file = await (await ask('GET /api/admin/products.csv')).text()
      expect(file).toMatch(/^"BAR".*"18069010","5","no",/m)
      expect(file).toMatch(/^"CAKE".*"1905","0.25","no",/m)
      expect(await send('dryRun=true', file)).toMatchObject({ updates: 0, unchanged: 2, problems: 0 })
    }))

  it('are shown before they are changed, count from today, and blank cells leave them', () =>
    inShop(async ({ send, bar, cake }, db) => {
      const file = 'SKU,HSN,GST %,Name\nCAKE,19059010,18%,Cake\nBAR,,,Renamed\n'
      const plan = await send('dryRun=true', file)
      expect(plan.lines[0]?.changes).toEqual([
        { column: 'Name', before: cake.name, after: 'Cake' },
        { column: 'HSN', before: '18069010', after: '19059010' },
        { column: 'GST %', before: '5', after: '18' },
      ])
      expect(await db.$count(productTaxRates)).toBe(0)
      await send(`plan=${plan.plan}`, file)
      expect(await db.select().from(productTaxRates)).toMatchObject([
        { productId: cake.id, hsn: '19059010', rateBasisPoints: 1800, validFrom: today },
      ])
      expect(bar.id).not.toBe(cake.id)
    }))

  it.each(['many', '5.555', '-5', '45'])('with a rate of %s is a problem in words', (rate) =>
    inShop(async ({ send }) => {
      const plan = await send('dryRun=true', `SKU,GST %\nCAKE,${rate}\n`)
      expect(plan.lines).toMatchObject([{ problems: [expect.stringMatching(/rate/)] }])
    }),
  )
})
