import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import type { Db } from '#src/db/database.server.ts'
import { auditLog } from '#src/features/audit/audit.table.server.ts'
import type { FoodFacts } from '#src/features/catalog/food/food-facts.contract.ts'
import { findFoodFacts } from '#src/features/catalog/food/product-facts.server.ts'
import { productFacts, products } from '#src/features/catalog/products/products.table.server.ts'
import { inTestTransaction } from '#src/testing/test-database.ts'
import { createAdminClient } from '#tests/factories/admin-client.ts'
import { insertCategory, insertFacts, insertProduct } from '#tests/factories/catalog.ts'
import { MILK_BAR_FACTS } from '#tests/factories/food-facts.ts'
import { FACT_COLUMNS, FACT_TITLES, type FactColumn, fromFactCells, toFactCells } from './fact-columns.ts'
import { productCsvApi } from './product-csv.api.server.ts'
import { parseProductCsv } from './product-csv.server.ts'
import { ImportPlan } from './product-import.contract.ts'

async function createFileClient(db: Db, mode: 'demo' | 'live') {
  const { ask } = await createAdminClient(db, productCsvApi({ db, mode }))
  const send = async (query: string, text: string) =>
    (await ask(`POST /api/admin/products/import?${query}`, text, { 'content-type': 'text/csv' })).json()
  const look = async (text: string) => ImportPlan.parse(await send('dryRun=true', text))
  const apply = async (text: string) => ImportPlan.parse(await send(`plan=${(await look(text)).plan}`, text))
  const download = async () => (await ask('GET /api/admin/products.csv')).text()
  const { id: categoryId } = await insertCategory(db, 'Dark')
  const bar = await insertProduct(db, { sku: 'BAR', categoryId, pricePaise: 400_00 })
  const factsOf = async (id: number) => (await findFoodFacts(db, [id])).get(id)
  return { look, apply, download, factsOf, bar, categoryId }
}

const inShop =
  (mode: 'demo' | 'live') => (body: (client: Awaited<ReturnType<typeof createFileClient>>, db: Db) => Promise<void>) =>
    inTestTransaction(async (db) => body(await createFileClient(db, mode), db))

const inDemo = inShop('demo')
const inLiveShop = inShop('live')

const quoted = (cell: string) => `"${cell.replaceAll('"', '""')}"`
const fileOf = (...rows: Record<string, string>[]) => {
  const columns = [...new Set(rows.flatMap(Object.keys))]
  return [columns, ...rows.map((row) => columns.map((column) => row[column] ?? ''))]
    .map((cells) => cells.map(quoted).join(','))
    .join('\n')
}

/** Every column has a value, so a fact that the file forgets fails. */
const EVERY_FACT: Required<FoodFacts> = {
  ...MILK_BAR_FACTS,
  ingredients: '=Sugar, "cocoa"\nmilk',
  net: { value: 120, unit: 'g', pieces: 9 },
  mrp: 450.5,
}

describe('food facts in the file', () => {
  it('come back as they went out, each in its column, and no formula among them', () =>
    inDemo(async ({ look, download, bar }, db) => {
      await insertFacts(db, bar.id, EVERY_FACT)
      const file = await download()
      const [row] = parseProductCsv(new TextEncoder().encode(file))
      expect(file).toContain(`"'=Sugar, ""cocoa""`)
      expect(row?.cells).toMatchObject({
        ...{ diet: 'vegetarian', containsEgg: 'no', contains: 'milk, soya', mayContain: 'tree nuts' },
        ...{ 'net.value': '120', 'net.unit': 'g', 'net.pieces': '9', mrp: '450.50', 'nutrition.fat': '33' },
      })
      expect(FACT_COLUMNS.filter((column) => row?.cells[column] === '')).toEqual([])
      expect(fromFactCells(toFactCells(EVERY_FACT))).toMatchObject({ ingredients: EVERY_FACT.ingredients })
      expect(await look(file)).toMatchObject({ updates: 0, unchanged: 1, problems: 0 })
    }))

  it('are shown before they change, saved and in the audit log; blank cells change nothing', () =>
    inDemo(async ({ look, apply, factsOf, bar }, db) => {
      await insertFacts(db, bar.id, MILK_BAR_FACTS)
      const file = fileOf({
        SKU: 'BAR',
        Contains: 'None',
        'May contain': 'Tree nuts; sesame',
        MRP: '₹1,450',
        Storage: '',
      })
      expect((await look(file)).lines).toMatchObject([
        {
          changes: [
            { column: 'Contains', before: 'milk, soya', after: 'none' },
            { column: 'May contain', before: 'tree nuts', after: 'tree nuts, sesame' },
            { column: 'MRP', before: '450.00', after: '1450.00' },
          ],
        },
      ])
      expect(await factsOf(bar.id)).toEqual(MILK_BAR_FACTS)
      expect((await apply(file)).applied).toBe(true)
      const changed = { contains: [], mayContain: ['tree-nuts', 'sesame'], mrp: 1450 }
      expect(await factsOf(bar.id)).toEqual({ ...MILK_BAR_FACTS, ...changed })
      expect(await db.select().from(auditLog)).toMatchObject([{ action: 'update', after: changed }])
    }))

  it('of a new product are saved with it', () =>
    inDemo(async ({ apply, factsOf }, db) => {
      const cells = Object.entries(toFactCells(MILK_BAR_FACTS)).map(([column, cell]) => [
        FACT_TITLES[column as FactColumn],
        cell,
      ])
      const row = { SKU: 'NEW', Name: 'Milk', Category: 'Dark', Price: '450', ...Object.fromEntries(cells) }
      expect((await apply(fileOf(row))).creates).toBe(1)
      const [made] = await db.select().from(products).where(eq(products.sku, 'NEW'))
      expect(await factsOf(made?.id ?? 0)).toEqual(MILK_BAR_FACTS)
    }))

  it('need no columns: a file from before still imports and leaves them alone', () =>
    inDemo(async ({ apply, factsOf, bar }, db) => {
      await insertFacts(db, bar.id, MILK_BAR_FACTS)
      expect(await apply('SKU,Price\nBAR,449\n')).toMatchObject({ updates: 1, problems: 0 })
      expect(await factsOf(bar.id)).toEqual(MILK_BAR_FACTS)
    }))

  it('refuse a price above the MRP of the label, also without its column', () =>
    inDemo(async ({ look, bar }, db) => {
      await insertFacts(db, bar.id, MILK_BAR_FACTS)
      expect((await look('SKU,Price\nBAR,451\n')).lines).toMatchObject([
        { problems: ['MRP: The MRP cannot be below the price of ₹451.'] },
      ])
    }))

  it('are refused by row, with the column and every fault of it', () =>
    inDemo(async ({ look }, db) => {
      const faults = {
        ...{ SKU: 'BAR', Price: '900', MRP: '450', 'Vegetarian or not': 'vegetarian', 'Contains egg': 'perhaps' },
        ...{ Contains: 'egg, dust', 'Net quantity': '0', 'Net unit': 'kg', 'Label picture': '/api/logout' },
      }
      expect((await look(fileOf(faults))).lines[0]?.problems.toSorted()).toEqual([
        'Contains egg: Please choose yes or no.',
        'Contains: “dust” is not a known allergen.',
        'Label picture: Please upload a picture or enter an address that starts with https://.',
        'MRP: The MRP cannot be below the price of ₹900.',
        'Net quantity: Please enter the net quantity as a whole number from 1 to 1,00,000.',
        'Net unit: Please choose g, ml or pieces.',
        'Vegetarian or not: Food with egg carries the non-vegetarian mark.',
      ])
      expect(await db.$count(productFacts)).toBe(0)
    }))

  it('of three thousand products with ten faults are refused for all ten, by line', () =>
    inDemo(async ({ look, apply }, db) => {
      const faultyLines = Array.from({ length: 10 }, (_, nth) => 2 + nth * 300)
      const rows = Array.from({ length: 3000 }, (_, nth) => ({
        ...{ SKU: `N-${nth}`, Name: `Truffle ${nth}`, Category: 'Dark', Price: '450' },
        MRP: faultyLines.includes(nth + 2) ? '449' : '450',
      }))
      const { problems, creates, lines } = await look(fileOf(...rows))
      expect([problems, creates]).toEqual([10, 3000])
      const faulty = lines.filter((line) => line.problems.length > 0)
      expect(faulty.map(({ line }) => line)).toEqual(faultyLines)
      expect(new Set(faulty.flatMap((line) => line.problems))).toEqual(
        new Set(['MRP: The MRP cannot be below the price of ₹450.']),
      )
      await expect(apply(fileOf(...rows))).rejects.toThrow()
      expect(await db.$count(products)).toBe(1)
    }))
})

describe('a file of a live shop', () => {
  const NEW = { SKU: 'NEW', Name: 'Milk', Category: 'Dark', Price: '450', Storage: 'Keep cool.' }

  it('saves a new product without its facts, does not sell it, and says so in the preview', () =>
    inLiveShop(async ({ look, apply }, db) => {
      const [line] = (await look(fileOf(NEW))).lines
      expect(line).toMatchObject({
        problems: [],
        notice: expect.stringMatching(/^It is not for sale yet\. It lacks: /),
      })
      expect(line?.changes).toContainEqual({ column: 'Archived', before: '', after: 'yes' })
      await apply(fileOf(NEW))
      const [made] = await db.select().from(products).where(eq(products.sku, 'NEW'))
      expect(made?.archivedAt).toBeInstanceOf(Date)
      expect(await look(fileOf(NEW))).toMatchObject({ unchanged: 1, problems: 0 })
    }))

  it('does not put a product on sale that lacks facts', () =>
    inLiveShop(async ({ look, categoryId }, db) => {
      const old = await insertProduct(db, { sku: 'OLD', categoryId, archivedAt: new Date() })
      const { mrp: _, ...facts } = MILK_BAR_FACTS
      await insertFacts(db, old.id, facts)
      const file = (mrp: string) => fileOf({ ...NEW, Archived: 'no' }, { SKU: 'OLD', Archived: 'no', MRP: mrp })
      expect((await look(file(''))).lines.map(({ problems }) => problems)).toEqual([
        [expect.stringMatching(/^It is not for sale yet\. It lacks: generic name, /)],
        ['It is not for sale yet. It lacks: MRP.'],
      ])
      expect((await look(file('450'))).lines[1]).toMatchObject({ sku: 'OLD', problems: [] })
    }))

  it('still changes the price of a product that is on sale from before', () =>
    inLiveShop(async ({ apply }) => {
      expect(await apply('SKU,Price\nBAR,449\n')).toMatchObject({ updates: 1, problems: 0 })
    }))
})
