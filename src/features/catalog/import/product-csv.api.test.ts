import { asc, eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import type { Db } from '#src/db/database.server.ts'
import { auditLog } from '#src/features/audit/audit.table.server.ts'
import { products, stockLedger } from '#src/features/catalog/products/products.table.server.ts'
import { inTestTransaction } from '#src/testing/test-database.ts'
import { createAdminClient } from '#tests/factories/admin-client.ts'
import { insertCategory, insertProduct } from '#tests/factories/catalog.ts'
import { MILK_BAR_FACTS } from '#tests/factories/food-facts.ts'
import { expectInvariants } from '#tests/invariants.ts'
import { applyImport, previewImport } from './apply-import.server.ts'
import { CSV_COLUMNS, type CsvColumn } from './csv-format.ts'
import { toFactCells } from './fact-columns.ts'
import { productCsvApi } from './product-csv.api.server.ts'
import { exportProductCsv, parseProductCsv } from './product-csv.server.ts'
import { ImportPlan } from './product-import.contract.ts'

async function createFileClient(db: Db) {
  const { admin, ask } = await createAdminClient(db, productCsvApi({ db, mode: 'demo' }))
  async function send(query: string, text: string) {
    const answer = await ask(`POST /api/admin/products/import?${query}`, text, { 'content-type': 'text/csv' })
    return { status: answer.status, answer: await answer.json() }
  }
  const look = async (text: string) => ImportPlan.parse((await send('dryRun=true', text)).answer)
  const dark = await insertCategory(db, 'Dark')
  const bar = await insertProduct(db, { sku: 'BAR', name: 'Bar', stock: 10, pricePaise: 450_00, categoryId: dark.id })
  const box = await insertProduct(db, { sku: 'BOX', name: 'Box', stock: 5, categoryId: dark.id })
  const listProducts = () =>
    db
      .select({ sku: products.sku, name: products.name, price: products.pricePaise, stock: products.stock })
      .from(products)
      .orderBy(asc(products.sku))
  return { admin, ask, send, look, listProducts, bar, box }
}

const inShop = (body: (client: Awaited<ReturnType<typeof createFileClient>>, db: Db) => Promise<void>) =>
  inTestTransaction(async (db) => {
    await body(await createFileClient(db), db)
    await expectInvariants(db)
  })

it('the product list is exported as a file that no cache stores', () =>
  inShop(async ({ ask }) => {
    const answer = await ask('GET /api/admin/products.csv')
    expect(answer.status).toBe(200)
    expect(answer.headers.get('Content-Type')).toBe('text/csv; charset=utf-8')
    expect(answer.headers.get('Content-Disposition')).toMatch(/^attachment; filename="products-\d{4}-\d\d-\d\d\.csv"$/)
    expect(answer.headers.get('Cache-Control')).toBe('private, no-store')
    expect((await answer.text()).match(/^"BAR","Bar"/m)).not.toBeNull()
  }))

describe('a dry run', () => {
  it('lists every change, line by line, and makes none', () =>
    inShop(async ({ look, listProducts }, db) => {
      const before = await listProducts()
      const plan = await look(
        'SKU,Name,Category,Price,Stock\nBAR,Bar 72%,dark,"₹1,450",12\nBOX,Box,Dark,450,\nNEW,Truffle,Dark,99.50,4\n',
      )
      expect(plan).toMatchObject({ applied: false, creates: 1, updates: 1, unchanged: 1, problems: 0 })
      expect(plan.lines).toMatchObject([
        {
          line: 2,
          sku: 'BAR',
          action: 'update',
          changes: [
            { column: 'Name', before: 'Bar', after: 'Bar 72%' },
            { column: 'Price', before: '450.00', after: '1450.00' },
            { column: 'Stock', before: '10', after: '12' },
          ],
        },
        { line: 4, sku: 'NEW', action: 'create', problems: [] },
      ])
      expect(await listProducts()).toEqual(before)
      expect(await db.$count(auditLog)).toBe(0)
    }))

  it.each([
    ['in UTF-16', Buffer.from('SKU,Name\nBAR,Bar', 'utf16le').toString()],
    ['with a NUL in a cell', 'SKU,Name\nBA\u0000R,Bar'],
  ])('refuses a file %s in words', (_, text) =>
    inShop(async ({ send }) => {
      const message = 'This file is not in UTF-8. Please save it as "CSV UTF-8".'
      expect(await send('dryRun=true', text)).toMatchObject({ status: 400, answer: { message } })
    }),
  )

  it('of the file as it was given out finds nothing to do', () =>
    inShop(async ({ ask, look }) => {
      const file = await (await ask('GET /api/admin/products.csv')).text()
      expect(await look(file)).toMatchObject({ creates: 0, updates: 0, unchanged: 2, problems: 0, lines: [] })
    }))

  it('says of each line what is wrong with it, in words', () =>
    inShop(async ({ look }) => {
      const { lines } = await look(
        [
          'SKU,Name,Category,Price,Stock,Archived',
          'BAR,,,free,,',
          'BOX,,Nowhere,,1.5,perhaps',
          'BAR,,,,,',
          ',Nameless,Dark,5,1,no',
          'NEW,,Dark,,,',
        ].join('\n'),
      )
      const price = 'Please enter the price in rupees, from 0.01 to 99,999.99, like 450 or 450.50.'
      expect(lines.map(({ line, problems }) => [line, problems])).toEqual([
        [2, [price]],
        [
          3,
          [
            'Please enter the stock as a whole number from 0 to 10,00,000.',
            'There is no category "Nowhere".',
            'Archived is either yes or no.',
          ],
        ],
        [4, ['Line 2 has the same SKU.']],
        [5, ['Please give the product an SKU.']],
        [6, ['Please give the product a name.', price]],
      ])
    }))
})

describe('applying', () => {
  const FILE = 'SKU,Name,Category,Price,Stock,Archived\nBAR,Bar 72%,,475,12,\nNEW,Truffle,Dark,99.50,4,\nBOX,,,,,yes\n'

  it('makes exactly the changes that were looked at, with ledger and log', () =>
    inShop(async ({ send, look, listProducts, admin, bar }, db) => {
      const { plan } = await look(FILE)
      const { status, answer } = await send(`plan=${plan}`, FILE)
      expect([status, answer]).toMatchObject([200, { applied: true, creates: 1, updates: 2 }])
      expect(await listProducts()).toEqual([
        { sku: 'BAR', name: 'Bar 72%', price: 475_00, stock: 12 },
        { sku: 'BOX', name: 'Box', price: 450_00, stock: 5 },
        { sku: 'NEW', name: 'Truffle', price: 99_50, stock: 4 },
      ])
      const [box] = await db.select().from(products).where(eq(products.sku, 'BOX'))
      expect(box?.archivedAt).toBeInstanceOf(Date)
      const moves = await db.select().from(stockLedger).where(eq(stockLedger.actorEmail, admin.email))
      expect(moves.map(({ change, reason }) => [change, reason]).toSorted()).toEqual([
        [2, 'counted'],
        [4, 'opening'],
      ])
      const log = await db.select().from(auditLog)
      expect(log).toHaveLength(3)
      expect(log.find(({ entityId }) => entityId === String(bar.id))).toMatchObject({
        actorEmail: admin.email,
        action: 'update',
        before: { name: 'Bar', price: 450, stock: 10 },
        after: { name: 'Bar 72%', price: 475, stock: 12 },
      })
      expect(await look(FILE)).toMatchObject({ creates: 0, updates: 0, unchanged: 3 })
    }))

  it('changes every column of the file', () =>
    inShop(async ({ send, look }, db) => {
      await insertCategory(db, 'Milk')
      const wanted: Record<CsvColumn, string> = {
        ...{
          sku: 'BAR',
          name: 'Bar 72% · 120 g',
          description: 'Bitter',
          category: 'Milk',
          price: '475.00',
          stock: '12',
        },
        ...{
          minStock: '4',
          maxPerOrder: '9',
          tiers: '10: 5%',
          meltClass: 'bonbon',
          imageUrl: '/pictures/new.webp',
          hsn: '18063100',
          gst: '12',
        },
        ...{ archived: 'yes', family: 'Bar 72%', size: '120 g' },
        ...toFactCells({ ...MILK_BAR_FACTS, mrp: 500, net: { value: 120, unit: 'g', pieces: 9 } }),
      }
      const columns = Object.keys(CSV_COLUMNS) as CsvColumn[]
      const file = `${columns.join(',')}\n${columns.map((column) => `"${wanted[column]}"`).join(',')}\n`
      const { plan, lines } = await look(file)
      const changed = columns.filter((column) => column !== 'sku').map((column) => CSV_COLUMNS[column])
      expect(lines[0]?.changes.map(({ column }) => column)).toEqual(changed)
      expect((await send(`plan=${plan}`, file)).status).toBe(200)
      const exported = parseProductCsv(new TextEncoder().encode(await exportProductCsv(db, new Date())))
      expect(exported.find(({ cells }) => cells.sku === 'BAR')?.cells).toEqual(wanted)
    }))

  it('is refused when a product of the file changed since, and changes nothing', () =>
    inShop(async ({ send, look, listProducts, bar }, db) => {
      const { plan } = await look(FILE)
      await db.update(products).set({ pricePaise: 460_00 }).where(eq(products.id, bar.id))
      const before = await listProducts()
      expect(await send(`plan=${plan}`, FILE)).toMatchObject({
        status: 409,
        answer: {
          message:
            'The products or the file have changed since the preview. Nothing was saved: please preview it again.',
          code: 'changed-meanwhile',
        },
      })
      expect(await listProducts()).toEqual(before)
    }))

  it('is refused for another file than the one that was looked at', () =>
    inShop(async ({ send, look }) => {
      const { plan } = await look(FILE)
      expect((await send(`plan=${plan}`, FILE.replace('475', '1'))).status).toBe(409)
    }))

  it('is refused while a line has a problem, also for all the others', () =>
    inShop(async ({ send, look, listProducts }) => {
      const before = await listProducts()
      const bad = `${FILE}LAST,,Dark,,,\n`
      const { plan } = await look(bad)
      const { status, answer } = await send(`plan=${plan}`, bad)
      expect([status, answer.message]).toEqual([400, 'The file has errors. Nothing was changed.'])
      expect(await listProducts()).toEqual(before)
    }))

  it('that was called off changes nothing', () =>
    inShop(async ({ admin, listProducts }, db) => {
      const before = await listProducts()
      const file = new TextEncoder().encode(FILE)
      const { plan } = await previewImport(db, file, { mode: 'demo', now: new Date() })
      const calledOff = applyImport(db, {
        file,
        plan,
        mode: 'demo',
        by: admin,
        now: new Date(),
        signal: AbortSignal.abort(),
      })
      await expect(calledOff).rejects.toMatchObject({ code: 'unavailable' })
      expect(await listProducts()).toEqual(before)
    }))

  it('is refused without having looked', () =>
    inShop(async ({ send }) => {
      for (const query of ['', 'plan=abc', 'dryRun=no', `dryRun=true&plan=${'a'.repeat(32)}`])
        expect([query, (await send(query, FILE)).status]).toEqual([query, 400])
    }))
})

it('a file beyond 8 MB is refused', () =>
  inShop(async ({ send }) => {
    expect(await send('dryRun=true', `SKU\n${'A'.repeat(8 * 1024 * 1024)}`)).toMatchObject({
      status: 413,
      answer: { message: 'The file is larger than 8 MB. Please split it.' },
    })
  }))

it('five thousand rows are looked at and applied at once', () =>
  inShop(async ({ look, send }, db) => {
    const rows = Array.from({ length: 4999 }, (_, i) => `N-${i},Truffle ${i},Dark,${i + 1},${i % 50}`)
    const file = `SKU,Name,Category,Price,Stock\nBAR,Bar,Dark,451,10\n${rows.join('\n')}\n`
    const { plan, creates } = await look(file)
    expect(creates).toBe(4999)
    expect((await send(`plan=${plan}`, file)).status).toBe(200)
    expect(await db.$count(products)).toBe(5001)
  }))
