import { asc } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import type { Db } from '#src/db/database.server.ts'
import { productCsvApi } from '#src/features/catalog/import/product-csv.api.server.ts'
import { productFamilies, products } from '#src/features/catalog/products/products.table.server.ts'
import { inTestTransaction } from '#src/testing/test-database.ts'
import { createAdminClient } from '#tests/factories/admin-client.ts'
import { insertCategory, insertFamily, insertProduct } from '#tests/factories/catalog.ts'

async function createFileClient(db: Db) {
  const { ask } = await createAdminClient(db, productCsvApi({ db, mode: 'demo' }))
  const send = async (query: string, lines: string[]) =>
    (await ask(`POST /api/admin/products/import?${query}`, lines.join('\n'), { 'content-type': 'text/csv' })).json()
  const look = (...lines: string[]) => send('dryRun=true', lines)
  const apply = async (...lines: string[]) => send(`plan=${(await look(...lines)).plan}`, lines)
  const problemsOf = async (...lines: string[]) =>
    (await look(...lines)).lines.map(({ sku, problems }: { sku: string; problems: string[] }) => [sku, ...problems])
  const { id: categoryId } = await insertCategory(db, 'Bars')
  await insertFamily(db, 'Milk', [
    { categoryId, sku: 'M-55', sizeLabel: '55 g' },
    { categoryId, sku: 'M-110', sizeLabel: '110 g' },
  ])
  await insertProduct(db, { categoryId, sku: 'LOOSE', name: 'Loose' })
  const stored = async () =>
    (await db.select().from(products).orderBy(asc(products.id))).map(({ sku, name, sizePosition }) =>
      [sku, name, sizePosition].join('|'),
    )
  return { ask, look, apply, problemsOf, stored }
}

const inShop = (body: (client: Awaited<ReturnType<typeof createFileClient>>, db: Db) => Promise<void>) =>
  inTestTransaction(async (db) => body(await createFileClient(db), db))

describe('a file with sizes', () => {
  it('finds a family whatever the case of its name, in any script', () =>
    inShop(async ({ apply, stored }, db) => {
      const { id: categoryId } = await insertCategory(db, 'Éclats')
      await insertFamily(db, 'Été Ruby', [{ categoryId, sku: 'E-55', sizeLabel: '55 g' }])
      const file = ['SKU,Category,Price,Family,Size', 'E-110,éclats,300,ÉTÉ RUBY,110 g']
      expect(await apply(...file)).toMatchObject({ applied: true, creates: 1, problems: 0 })
      expect((await stored()).slice(-2)).toEqual(['E-55|Été Ruby · 55 g|1', 'E-110|Été Ruby · 110 g|2'])
    }))

  it('joins, moves, founds and exchanges sizes; the names follow', () =>
    inShop(async ({ look, apply, stored }, db) => {
      const file = [
        'SKU,Name,Category,Price,Family,Size',
        'M-55,,,,milk,110 g',
        'M-110,,,,Milk,55 g',
        'LOOSE,,,,Milk,1 kg',
        'NEW-1,,Bars,300,Dark,Small',
        'NEW-2,,Bars,500,dark,Large',
      ]
      const { lines } = await look(...file)
      expect(lines[0].changes).toEqual([
        { column: 'Name', before: 'Milk · 55 g', after: 'Milk · 110 g' },
        { column: 'Size', before: '55 g', after: '110 g' },
      ])
      expect(await apply(...file)).toMatchObject({ applied: true, creates: 2, updates: 3, problems: 0 })
      expect(await stored()).toEqual([
        'M-55|Milk · 110 g|1',
        'M-110|Milk · 55 g|2',
        'LOOSE|Milk · 1 kg|3',
        'NEW-1|Dark · Small|1',
        'NEW-2|Dark · Large|2',
      ])
      expect(await look(...file)).toMatchObject({ updates: 0, unchanged: 5 })
      await apply('SKU,Family,Size', 'NEW-1,Milk,2 kg', 'NEW-2,Milk,3 kg')
      expect((await db.select().from(productFamilies)).map(({ name }) => name)).toEqual(['Milk'])
    }))

  it('reads back what it exported without a change', () =>
    inShop(async ({ ask, look }) => {
      const text = await (await ask('GET /api/admin/products.csv')).text()
      expect(text).toContain('"Milk","110 g"')
      expect(await look(text)).toMatchObject({ updates: 0, unchanged: 3, problems: 0 })
    }))

  it.each([
    ['a family without a size', 'SKU,Family\nLOOSE,Milk', /^Size: Please name the size/],
    ['a size without a family', 'SKU,Size\nLOOSE,9 g', /^Family: Please give/],
    ['a size that the family has', 'SKU,Family,Size\nLOOSE,Milk,55  G', /^Size: Another size .* called 55 G/],
    ['two equal sizes in the file', 'SKU,Family,Size\nLOOSE,Oat,1 g\nM-55,Oat,1 g', /^Size: Another size/],
    ['a new name of a size', 'SKU,Name\nM-55,Other', /^Name: The name of a size follows/],
    ['another category for one size', 'SKU,Category\nM-110,Boxes', /^Category: The sizes/],
    ['a label that is too long', `SKU,Family,Size\nLOOSE,Milk,${'x'.repeat(31)}`, /^Size: At most 30/],
  ])('is refused in the dry run, and nothing is saved: %s', (_, text, reason) =>
    inShop(async ({ problemsOf, apply, stored }, db) => {
      await insertCategory(db, 'Boxes')
      const before = await stored()
      const found = (await problemsOf(text)).flatMap(([, ...problems]: string[]) => problems)
      expect(found).toEqual([expect.stringMatching(reason)])
      await apply(text)
      expect(await stored()).toEqual(before)
    }),
  )
})
