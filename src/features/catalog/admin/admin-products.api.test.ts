import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import type { Db } from '#src/db/database.server.ts'
import { auditLog } from '#src/features/audit/audit.table.server.ts'
import { productsApi } from '#src/features/catalog/products/products.api.server.ts'
import { Product } from '#src/features/catalog/products/products.contract.ts'
import { products, stockLedger } from '#src/features/catalog/products/products.table.server.ts'
import { reserveStock } from '#src/features/catalog/stock/stock-reservations.server.ts'
import { readAllPages } from '#src/testing/test-api.ts'
import { inTestTransaction } from '#src/testing/test-database.ts'
import { brokenInvariants } from '#tests/broken-invariants.ts'
import { createAdminClient } from '#tests/factories/admin-client.ts'
import { insertCategory, insertProduct, type ProductRow } from '#tests/factories/catalog.ts'
import { adminProductsApi } from './admin-products.api.server.ts'
import { AdminProduct, StockLedgerEntry } from './admin-products.contract.ts'

const referencesOf = async (_: Db, ids: string[]) => new Map(ids.map((id) => [id, `ORD_${id.slice(0, 8)}`]))

async function productsAdmin(db: Db) {
  const client = await createAdminClient(
    db,
    productsApi({ db }).route('/', adminProductsApi({ db, mode: 'demo', referencesOf })),
  )
  const log = () => db.select().from(auditLog).orderBy(auditLog.createdAt)
  const ledger = (id: number) =>
    db.select().from(stockLedger).where(eq(stockLedger.productId, id)).orderBy(stockLedger.change)
  return { ...client, log, ledger }
}

const NO_ORDER = 'an open payment reserves exactly the items of its order, and nothing else reserves any'

const inShop = (body: (client: Awaited<ReturnType<typeof productsAdmin>>, db: Db) => Promise<void>) =>
  inTestTransaction(async (db) => {
    await body(await productsAdmin(db), db)
    const { [NO_ORDER]: _, ...broken } = await brokenInvariants(db)
    expect(broken).toEqual({})
  })

const typed = (categoryId: number) => ({
  name: 'Saffron Bar',
  description: 'Seventy percent with saffron from Pampore.',
  price: '1,450.50',
  stock: 12,
  minStock: 3,
  sku: 'GC-NEW-01',
  imageUrl: '',
  categoryId,
})

const asTyped = ({ name, description, pricePaise, stock, minStock, sku, categoryId }: ProductRow) => ({
  ...{ name, description, stock, minStock, sku, categoryId },
  price: String(pricePaise / 100),
})

const held = (db: Db, productId: number, quantity: number) =>
  reserveStock(db, {
    ownerId: crypto.randomUUID(),
    lines: [{ productId, quantity }],
    expiresAt: new Date(Date.now() + 60_000),
  })

describe('a new product', () => {
  it('stands in the shop at once, and its stock opens the ledger', () =>
    inShop(async ({ call, admin, log, ledger }, db) => {
      const category = await insertCategory(db)
      const { status, answer } = await call('POST /api/products', typed(category.id))
      expect(status).toBe(201)
      const product = AdminProduct.parse(answer)
      expect(product).toMatchObject({ price: 1450.5, stock: 12, reserved: 0, imageUrl: null, archivedAt: null })
      const listed = Product.array().parse((await call('GET /api/products')).answer)
      expect(listed).toMatchObject([{ name: 'Saffron Bar', price: 1450.5, stock: 12, category: { id: category.id } }])
      expect(await ledger(product.id)).toMatchObject([{ change: 12, reason: 'opening', actorEmail: admin.email }])
      expect(await log()).toMatchObject([
        { entity: 'product', entityId: String(product.id), action: 'create', after: { price: 1450.5, stock: 12 } },
      ])
    }))

  it.each([
    ['no name', { name: '  ' }, 'name'],
    ['no price', { price: '' }, 'price'],
    ['a price of nothing', { price: '0' }, 'price'],
    ['a price in words', { price: 'ninety' }, 'price'],
    ['a price below nothing', { price: '-5' }, 'price'],
    ['a third of a rupee', { price: '0.333' }, 'price'],
    ['a comma for a point', { price: '12,50' }, 'price'],
    ['more than UPI can move', { price: 100_000 }, 'price'],
    ['no stock', { stock: null }, 'stock'],
    ['half a piece', { stock: 1.5 }, 'stock'],
    ['less than no stock', { stock: -1 }, 'stock'],
    ['no minimum', { minStock: null }, 'minStock'],
    ['no SKU', { sku: '' }, 'sku'],
    ['an SKU of two lines', { sku: 'A\nB' }, 'sku'],
    ['no category', { categoryId: null }, 'categoryId'],
    ['a category that is not there', { categoryId: 2_000_000 }, 'categoryId'],
    ['a category beyond all numbers', { categoryId: 2_147_483_648 }, 'categoryId'],
    ['a category beyond all numbers as text', { categoryId: '99999999999' }, 'categoryId'],
    ['a category of a quadrillion', { categoryId: 1e15 }, 'categoryId'],
    ['a script for a picture', { imageUrl: 'javascript:alert(1)' }, 'imageUrl'],
    ['a picture that anybody on the way can change', { imageUrl: 'http://pictures.example/bar.jpg' }, 'imageUrl'],
    ['a call of the shop for a picture', { imageUrl: '/api/logout' }, 'imageUrl'],
    ['a way out of the pictures', { imageUrl: '/pictures/../api/logout' }, 'imageUrl'],
    ['a way out of the pictures in other letters', { imageUrl: '/uploads/%2e%2e/api/logout' }, 'imageUrl'],
    ['no piece in an order', { maxPerOrder: 0 }, 'maxPerOrder'],
    ['more pieces in an order than the shop takes', { maxPerOrder: 5_001 }, 'maxPerOrder'],
    ['an emptied number of pieces in an order', { maxPerOrder: null }, 'maxPerOrder'],
    ['a melt class that the shop does not know', { meltClass: 'ice cream' }, 'meltClass'],
    ['a picture of another house without its name', { imageUrl: '//pictures.example/bar.jpg' }, 'imageUrl'],
  ])('with %s is refused in words, and nothing is made', (_, wrong, field) =>
    inShop(async ({ call, log }, db) => {
      const { status, answer } = await call('POST /api/products', { ...typed((await insertCategory(db)).id), ...wrong })
      expect([status, answer.issues[0].path]).toEqual([400, field])
      expect(answer.issues[0].message).toMatch(/^(Please|This|It) .+\.$/)
      expect([await db.$count(products), await log()]).toEqual([0, []])
    }),
  )

  it('has the usual number of pieces in one order, or its own, which an edit without it keeps', () =>
    inShop(async ({ call }, db) => {
      const body = typed((await insertCategory(db)).id)
      const usual = await call('POST /api/products', body)
      expect(usual.answer.maxPerOrder).toBe(50)
      const box = await call('POST /api/products', { ...body, sku: 'GC-NEW-02', maxPerOrder: 500 })
      expect(box.answer.maxPerOrder).toBe(500)
      const asText = await call('POST /api/products', { ...body, sku: 'GC-NEW-03', maxPerOrder: '400' })
      expect(asText.answer.maxPerOrder).toBe(400)
      await call(`PUT /api/products/${box.answer.id}`, { ...body, sku: 'GC-NEW-02', name: 'Favour Box' })
      expect((await call(`GET /api/products/${box.answer.id}`)).answer).toMatchObject({
        name: 'Favour Box',
        maxPerOrder: 500,
      })
    }))

  it('melts like a bar unless it says otherwise, which an edit without it keeps and the audit log names', () =>
    inShop(async ({ call, log }, db) => {
      const body = typed((await insertCategory(db)).id)
      expect((await call('POST /api/products', body)).answer.meltClass).toBe('bar')
      const truffles = { ...body, sku: 'GC-NEW-02' }
      const { answer } = await call('POST /api/products', { ...truffles, meltClass: 'truffle' })
      await call(`PUT /api/products/${answer.id}`, { ...truffles, name: 'Rose Truffles' })
      const known = async () => (await call(`GET /api/admin/products/${answer.id}`)).answer.meltClass
      expect(await known()).toBe('truffle')
      await call(`PUT /api/products/${answer.id}`, { ...truffles, name: 'Rose Truffles', meltClass: 'bonbon' })
      expect(await known()).toBe('bonbon')
      expect(await log()).toContainEqual(
        expect.objectContaining({ before: { meltClass: 'truffle' }, after: { meltClass: 'bonbon' } }),
      )
      expect((await call(`GET /api/products/${answer.id}`)).answer).not.toHaveProperty('meltClass')
    }))

  it('may not say more than a product is made of', () =>
    inShop(async ({ call }, db) => {
      const body = { ...typed((await insertCategory(db)).id), reserved: 5 }
      expect((await call('POST /api/products', body)).status).toBe(400)
    }))

  it('with the SKU of another is refused in words', () =>
    inShop(async ({ call }, db) => {
      const { sku, categoryId } = await insertProduct(db)
      const { status, answer } = await call('POST /api/products', { ...typed(categoryId), sku })
      expect([status, answer]).toMatchObject([
        409,
        {
          message: 'Another product already has this SKU.',
          issues: [{ path: 'sku', message: 'Another product already has this SKU.' }],
        },
      ])
    }))

  it.each(['/pictures/bar.webp', '/uploads/0a-1280.webp', 'https://pictures.example/bar.jpg'])(
    'may have the picture %s',
    (imageUrl) =>
      inShop(async ({ call }, db) => {
        const body = { ...typed((await insertCategory(db)).id), imageUrl }
        expect((await call('POST /api/products', body)).answer.imageUrl).toBe(imageUrl)
      }),
  )
})

describe('an edit', () => {
  it('changes what customers see, and a new stock counts as a recount', () =>
    inShop(async ({ call, admin, log, ledger }, db) => {
      const bar = await insertProduct(db, { stock: 25 })
      const edit = { ...asTyped(bar), name: 'Anamalai Dark 72%', price: '475', stock: 20 }
      expect((await call(`PUT /api/products/${bar.id}`, edit)).status).toBe(200)
      const { answer } = await call(`GET /api/products/${bar.id}`)
      expect(answer).toMatchObject({ name: 'Anamalai Dark 72%', price: 475, stock: 20 })
      expect(await ledger(bar.id)).toMatchObject([
        { change: -5, reason: 'counted', actorEmail: admin.email },
        { change: 25, reason: 'opening' },
      ])
      expect(await log()).toMatchObject([
        {
          action: 'update',
          before: { name: bar.name, price: 450, stock: 25 },
          after: { name: 'Anamalai Dark 72%', price: 475, stock: 20 },
        },
      ])
    }))

  it('of an old version is refused, not written over', () =>
    inShop(async ({ call }, db) => {
      const bar = await insertProduct(db)
      const shown = AdminProduct.parse((await call(`GET /api/admin/products/${bar.id}`)).answer)
      const seen = { updatedAt: shown.updatedAt, stock: shown.stock }
      const one = await call(`PUT /api/products/${bar.id}`, { ...asTyped(bar), price: '500', seen })
      const other = await call(`PUT /api/products/${bar.id}`, { ...asTyped(bar), price: '600', seen })
      expect([one.status, other.status]).toEqual([200, 409])
      expect(other.answer.message).toMatch(/^Someone else has just changed this product\./)
      expect((await call(`GET /api/products/${bar.id}`)).answer.price).toBe(500)
    }))

  it('leaves alone the stock that was sold while it was written', () =>
    inShop(async ({ call }, db) => {
      const bar = await insertProduct(db, { stock: 25 })
      const { updatedAt, stock } = (await call(`GET /api/admin/products/${bar.id}`)).answer
      await call(`POST /api/admin/products/${bar.id}/stock`, { reason: 'sold-at-studio', quantity: 5 })
      const seen = { updatedAt, stock }
      const other = await call(`PUT /api/products/${bar.id}`, { ...asTyped(bar), price: '460', seen })
      expect([other.status, other.answer.stock, other.answer.price]).toEqual([200, 20, 460])
      const counted = await call(`PUT /api/products/${bar.id}`, {
        ...asTyped(bar),
        stock: 30,
        seen: { updatedAt: other.answer.updatedAt, stock },
      })
      expect([counted.status, counted.answer.message]).toEqual([
        409,
        'The stock changed from 25 to 20 in the meantime. Please count again.',
      ])
    }))

  it('cannot remove pieces that are reserved', () =>
    inShop(async ({ call, log }, db) => {
      const bar = await insertProduct(db, { stock: 10 })
      await held(db, bar.id, 3)
      const { status, answer } = await call(`PUT /api/products/${bar.id}`, { ...asTyped(bar), stock: 2 })
      expect([status, answer.issues[0]]).toEqual([
        409,
        {
          path: 'stock',
          message:
            '3 pieces are being paid for right now, so the stock cannot go below 3. Please try again in a few minutes.',
        },
      ])
      expect(await log()).toEqual([])
    }))

  it('that makes no sense changes nothing', () =>
    inShop(async ({ call, log }, db) => {
      const bar = await insertProduct(db)
      const { status } = await call(`PUT /api/products/${bar.id}`, { ...asTyped(bar), name: 'New', price: 'much' })
      expect([status, (await call(`GET /api/products/${bar.id}`)).answer.name]).toEqual([400, bar.name])
      expect(await log()).toEqual([])
    }))
})

describe('deleting', () => {
  it('deletes a product that was never sold', () =>
    inShop(async ({ call, log }, db) => {
      const bar = await insertProduct(db)
      expect(await call(`DELETE /api/products/${bar.id}`)).toEqual({
        status: 200,
        answer: { success: true, archived: false },
      })
      expect((await call(`GET /api/admin/products/${bar.id}`)).status).toBe(404)
      expect(await log()).toMatchObject([{ action: 'delete', before: { name: bar.name } }])
    }))

  it('archives a product that something refers to, until it is brought back', () =>
    inShop(async ({ call, log }, db) => {
      const bar = await insertProduct(db)
      await held(db, bar.id, 1)
      expect((await call(`DELETE /api/products/${bar.id}`)).answer).toEqual({ success: true, archived: true })
      expect((await call(`GET /api/products/${bar.id}`)).status).toBe(404)
      expect((await call('GET /api/admin/products')).answer).toEqual([])
      expect((await call('GET /api/admin/products?status=archived')).answer).toMatchObject([{ id: bar.id }])
      expect((await call(`POST /api/admin/products/${bar.id}/restore`)).answer.archivedAt).toBeNull()
      expect((await call(`GET /api/products/${bar.id}`)).status).toBe(200)
      expect(await log()).toMatchObject([{ after: { archived: true } }, { after: { archived: false } }])
    }))
})

describe('stock', () => {
  it.each([
    ['made', 5, 15],
    ['sold-at-studio', 4, 6],
    ['given-away', 1, 9],
    ['damaged', 10, 0],
    ['counted', 7, 7],
    ['counted', 0, 0],
  ])('%s %i of ten leaves %i, with who and why', (reason, quantity, left) =>
    inShop(async ({ call, admin, log }, db) => {
      const bar = await insertProduct(db, { stock: 10 })
      const change = { reason, quantity, note: 'on Monday' }
      expect(await call(`POST /api/admin/products/${bar.id}/stock`, change)).toEqual({
        status: 200,
        answer: { stock: left },
      })
      const [latest] = StockLedgerEntry.array().parse((await call(`GET /api/admin/products/${bar.id}/stock`)).answer)
      const moves = StockLedgerEntry.array().parse((await call(`GET /api/admin/products/${bar.id}/stock`)).answer)
      expect(latest).toBeDefined()
      expect(moves.find((move) => move.reason === reason)).toMatchObject({
        change: left - 10,
        by: admin.email,
        note: 'on Monday',
        order: null,
      })
      expect(await log()).toMatchObject([{ before: { stock: 10 }, after: { stock: left, reason } }])
    }),
  )

  it('that was counted as it is changes nothing', () =>
    inShop(async ({ call, log, ledger }, db) => {
      const bar = await insertProduct(db, { stock: 10 })
      expect((await call(`POST /api/admin/products/${bar.id}/stock`, { reason: 'counted', quantity: 10 })).status).toBe(
        200,
      )
      expect([(await ledger(bar.id)).length, await log()]).toEqual([1, []])
    }))

  it.each([
    ['more than there is', { reason: 'damaged', quantity: 11 }, 409],
    ['what is being paid for', { reason: 'given-away', quantity: 8 }, 409],
    ['nothing', { reason: 'made', quantity: 0 }, 400],
    ['less than nothing', { reason: 'made', quantity: -1 }, 400],
    ['half a piece', { reason: 'made', quantity: 0.5 }, 400],
    ['for a reason that only the shop has', { reason: 'sold', quantity: 1 }, 400],
    ['beyond all shelves', { reason: 'made', quantity: 1_000_000 }, 409],
  ])('cannot be changed by %s', (_, change, expected) =>
    inShop(async ({ call, log }, db) => {
      const bar = await insertProduct(db, { stock: 10 })
      await held(db, bar.id, 3)
      const { status, answer } = await call(`POST /api/admin/products/${bar.id}/stock`, change)
      expect([status, typeof answer.message]).toEqual([expected, 'string'])
      expect((await call(`GET /api/admin/products/${bar.id}`)).answer.stock).toBe(10)
      expect(await log()).toEqual([])
    }),
  )

  it('tells which order pieces went to, page by page', () =>
    inTestTransaction(async (db) => {
      const { ask, call } = await productsAdmin(db)
      const bar = await insertProduct(db, { stock: 10 })
      const ownerId = crypto.randomUUID()
      await db.insert(stockLedger).values({ productId: bar.id, ownerId, change: -2, reason: 'sold' })
      await db.update(products).set({ stock: 8 }).where(eq(products.id, bar.id))
      const { items, totals } = await readAllPages(
        (path) => ask(`GET ${path}`),
        `/api/admin/products/${bar.id}/stock?limit=1`,
      )
      expect(totals).toEqual(['2'])
      const seen = StockLedgerEntry.array().parse(items)
      expect(seen).toHaveLength(2)
      expect(seen.find(({ reason }) => reason === 'sold')?.order).toEqual({
        id: ownerId,
        reference: `ORD_${ownerId.slice(0, 8)}`,
      })
      expect((await call(`GET /api/admin/products/${bar.id}`)).answer.stock).toBe(8)
    }))
})

describe('the list', () => {
  it('is by name, in pages, searched by name or SKU as typed, and filtered', () =>
    inShop(async ({ ask, call }, db) => {
      const { id: categoryId } = await insertCategory(db)
      const shared = { categoryId, minStock: 5 }
      await insertProduct(db, { ...shared, name: 'coorg 70%', sku: 'C-1', stock: 9 })
      await insertProduct(db, { ...shared, name: 'Bonbons', sku: 'B-1', stock: 5 })
      const gone = await insertProduct(db, { ...shared, name: 'Anamalai', sku: 'A-1', stock: 2 })
      await held(db, gone.id, 2)
      await insertProduct(db, { ...shared, name: 'Zardozi', sku: 'Z-1', archivedAt: new Date() })
      const names = async (query: string) =>
        (await call(`GET /api/admin/products${query}`)).answer.map(({ name }: AdminProduct) => name)
      expect(await names('')).toEqual(['Anamalai', 'Bonbons', 'coorg 70%'])
      expect(await names('?q=0%25')).toEqual(['coorg 70%'])
      expect(await names('?q=b-1')).toEqual(['Bonbons'])
      expect(await names('?status=low')).toEqual(['Anamalai', 'Bonbons'])
      expect(await names('?status=sold-out')).toEqual(['Anamalai'])
      expect(await names('?status=archived')).toEqual(['Zardozi'])
      const first = await ask('GET /api/admin/products?limit=2')
      expect(first.headers.get('X-Total-Count')).toBe('3')
      expect(first.headers.get('Cache-Control')).toBe('private, no-store')
      const next = first.headers.get('Link')?.match(/^<(.+)>; rel="next"$/)?.[1] ?? ''
      expect((await call(`GET ${next}`)).answer).toMatchObject([{ name: 'coorg 70%' }])
    }))

  it('finds what more than two hundred have in common on all pages, each once', () =>
    inShop(async ({ ask }, db) => {
      const { id: categoryId } = await insertCategory(db)
      const nameOf = (nth: number) => `Bar ${String(nth).padStart(3, '0')}`
      const bar = { description: 'Dark.', pricePaise: 45_000, stock: 0, minStock: 0, categoryId }
      const many = Array.from({ length: 250 }, (_, nth) => ({ ...bar, name: nameOf(nth), sku: `MANY-${nth}` }))
      await db.insert(products).values([...many.toReversed(), { ...bar, name: 'Bonbons', sku: 'B-1' }])
      const { items, totals } = await readAllPages((path) => ask(`GET ${path}`), '/api/admin/products?q=MANY-&limit=90')
      expect(totals).toEqual(['250'])
      expect(
        AdminProduct.array()
          .parse(items)
          .map((one) => one.name),
      ).toEqual(many.map(({ name }) => name))
    }))

  it.each(['limit=0', 'limit=201', 'status=cheap', 'cursor=-1'])('refuses a part that cannot be: %s', (query) =>
    inShop(async ({ call }) => {
      expect((await call(`GET /api/admin/products?${query}`)).status).toBe(400)
    }),
  )
})

it.each(['GET', 'PUT', 'DELETE', 'GET stock', 'POST stock', 'POST restore'])(
  'an unknown product gets 404: %s',
  (what) =>
    inShop(async ({ call }, db) => {
      const [method, part] = what.split(' ')
      const bodies: Record<string, unknown> = {
        PUT: typed((await insertCategory(db)).id),
        'POST stock': { reason: 'made', quantity: 1 },
      }
      for (const id of ['999999', 'abc', '9999999999']) {
        const path = part || method === 'GET' ? `/api/admin/products/${id}` : `/api/products/${id}`
        const { status } = await call(`${method} ${path}${part ? `/${part}` : ''}`, bodies[what])
        expect([id, status]).toEqual([id, 404])
      }
    }),
)
