import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import type { Db } from '#src/db/database.server.ts'
import { auditLog } from '#src/features/audit/audit.table.server.ts'
import { adminProductsApi } from '#src/features/catalog/admin/admin-products.api.server.ts'
import { productCsvApi } from '#src/features/catalog/import/product-csv.api.server.ts'
import { productsApi } from '#src/features/catalog/products/products.api.server.ts'
import { ProductDetail } from '#src/features/catalog/products/products.contract.ts'
import { productPictures, products } from '#src/features/catalog/products/products.table.server.ts'
import { inTestTransaction } from '#src/testing/test-database.ts'
import { createAdminClient } from '#tests/factories/admin-client.ts'
import { insertCategory, insertProduct, type ProductRow } from '#tests/factories/catalog.ts'

async function picturesAdmin(db: Db) {
  const admin = adminProductsApi({ db, mode: 'demo', referencesOf: async () => new Map() })
  const client = await createAdminClient(
    db,
    productsApi({ db })
      .route('/', productCsvApi({ db, mode: 'demo' }))
      .route('/', admin),
  )
  const shown = async (id: number) => ProductDetail.parse((await client.call(`GET /api/products/${id}`)).answer)
  return { ...client, shown }
}

const inShop = (body: (client: Awaited<ReturnType<typeof picturesAdmin>>, db: Db) => Promise<void>) =>
  inTestTransaction(async (db) => body(await picturesAdmin(db), db))

const WHOLE = { url: '/pictures/whole.webp', alt: 'The whole bar' }
const BROKEN = { url: '/pictures/broken.webp', alt: 'A broken piece with its nuts' }
const BOXED = { url: 'https://pictures.example/box.jpg', alt: 'The bar in its box' }

const asTyped = ({ name, description, stock, minStock, sku, imageUrl, categoryId }: ProductRow) => ({
  ...{ name, description, stock, minStock, sku, imageUrl, categoryId },
  price: '450',
})

describe('the pictures of a product', () => {
  it('are shown in the order of the admin, and the first one is in every list', () =>
    inShop(async ({ call, shown }, db) => {
      const { id: categoryId } = await insertCategory(db)
      const body = { name: 'Pista Bar', description: '', price: '450', stock: 5, minStock: 1, sku: 'GC-1', categoryId }
      const { status, answer } = await call('POST /api/products', { ...body, images: [WHOLE, BROKEN, BOXED] })
      expect([status, answer.imageUrl, answer.images]).toEqual([201, WHOLE.url, [WHOLE, BROKEN, BOXED]])
      const reordered = await call(`PUT /api/products/${answer.id}`, { ...body, images: [BOXED, WHOLE] })
      expect(reordered.answer.images).toEqual([BOXED, WHOLE])
      expect(await shown(answer.id)).toMatchObject({ imageUrl: BOXED.url, images: [BOXED, WHOLE] })
      expect((await call('GET /api/products')).answer).toMatchObject([{ imageUrl: BOXED.url }])
      const log = await db
        .select()
        .from(auditLog)
        .where(eq(auditLog.entityId, String(answer.id)))
      const changed = log.filter(({ after }) => after && 'pictures' in after).map(({ after }) => after?.pictures)
      expect(changed).toHaveLength(2)
      expect(changed).toContainEqual([BOXED, WHOLE])
    }))

  it('that the form sends back as it showed them are no change in the audit log', () =>
    inShop(async ({ call }, db) => {
      const product = await insertProduct(db, { imageUrl: WHOLE.url })
      const images = [{ url: WHOLE.url, alt: product.name }]
      await call(`PUT /api/products/${product.id}`, { ...asTyped(product), minStock: 4, images })
      const log = await db
        .select()
        .from(auditLog)
        .where(eq(auditLog.entityId, String(product.id)))
      expect(log.map(({ after }) => after)).toEqual([{ minStock: 4 }])
    }))

  it('stay when an edit does not name them; an emptied list removes them', () =>
    inShop(async ({ call, shown }, db) => {
      const product = await insertProduct(db)
      await call(`PUT /api/products/${product.id}`, { ...asTyped(product), images: [WHOLE, BROKEN] })
      await call(`PUT /api/products/${product.id}`, { ...asTyped(product), name: 'Badam Bar', imageUrl: WHOLE.url })
      expect(await shown(product.id)).toMatchObject({ name: 'Badam Bar', images: [WHOLE, BROKEN] })
      await call(`PUT /api/products/${product.id}`, { ...asTyped(product), imageUrl: WHOLE.url, images: [] })
      expect(await shown(product.id)).toMatchObject({ imageUrl: null, images: [] })
    }))

  it('begin with the single picture that an edit or a file names', () =>
    inShop(async ({ call, shown }, db) => {
      const product = await insertProduct(db, { name: 'Elaichi Bar', sku: 'GC-EL' })
      await call(`PUT /api/products/${product.id}`, { ...asTyped(product), images: [WHOLE, BROKEN] })
      await call(`PUT /api/products/${product.id}`, { ...asTyped(product), imageUrl: BOXED.url })
      const replaced = { url: BOXED.url, alt: 'Elaichi Bar' }
      expect(await shown(product.id)).toMatchObject({ imageUrl: BOXED.url, images: [replaced, BROKEN] })

      const file = new Blob(['SKU,Picture\nGC-EL,/pictures/file.webp\n'])
      const { answer: preview } = await call('POST /api/admin/products/import?dryRun=true', file)
      const { answer } = await call(`POST /api/admin/products/import?plan=${preview.plan}`, file)
      expect(answer).toMatchObject({ applied: true, updates: 1 })
      const fromFile = { url: '/pictures/file.webp', alt: 'Elaichi Bar' }
      expect(await shown(product.id)).toMatchObject({ imageUrl: fromFile.url, images: [fromFile, BROKEN] })

      await call(`PUT /api/products/${product.id}`, { ...asTyped(product), images: [WHOLE, BROKEN, BOXED] })
      await call(`PUT /api/products/${product.id}`, { ...asTyped(product), imageUrl: BOXED.url })
      const { images } = await shown(product.id)
      expect(images, 'none is shown twice').toEqual([replaced, BROKEN])
      expect((await call(`PUT /api/products/${product.id}`, { ...asTyped(product), images })).status).toBe(200)

      await call(`PUT /api/products/${product.id}`, asTyped(product))
      expect(await shown(product.id)).toMatchObject({ imageUrl: null, images: [] })
      expect(await db.$count(productPictures)).toBe(0)
    }))

  it('are the one of a product without a list, described by its name', () =>
    inShop(async ({ shown }, db) => {
      const { id, name } = await insertProduct(db, { imageUrl: WHOLE.url })
      expect((await shown(id)).images).toEqual([{ url: WHOLE.url, alt: name }])
    }))

  it.each([
    ['a ninth one', Array.from({ length: 9 }, (_, nth) => ({ url: `/pictures/${nth}.webp`, alt: 'A bar' })), 'images'],
    ['a script', [{ url: 'javascript:alert(1)', alt: 'A bar' }], 'images.0.url'],
    ['an empty address', [{ url: ' ', alt: 'A bar' }], 'images.0.url'],
    ['a second one without a description', [WHOLE, { url: BROKEN.url, alt: ' ' }], 'images.1.alt'],
    ['a description of 161 letters', [{ url: WHOLE.url, alt: 'a'.repeat(161) }], 'images.0.alt'],
    ['the same one twice', [WHOLE, BROKEN, { ...WHOLE, alt: 'Again' }], 'images.2.url'],
  ])('are refused beside the field with %s, and nothing is saved', (_, images, path) =>
    inShop(async ({ call, shown }, db) => {
      const product = await insertProduct(db, { imageUrl: WHOLE.url })
      const { status, answer } = await call(`PUT /api/products/${product.id}`, {
        ...{ ...asTyped(product), name: 'Other', images },
      })
      expect([status, answer.issues.map((issue: { path: string }) => issue.path)]).toEqual([400, [path]])
      expect(answer.issues[0].message).toMatch(/^(A|Please|At|This) .+\.$/)
      expect(await shown(product.id)).toMatchObject({ name: product.name, images: [{ url: WHOLE.url }] })
    }),
  )

  it('go with their product', () =>
    inShop(async ({ call }, db) => {
      const product = await insertProduct(db)
      await call(`PUT /api/products/${product.id}`, { ...asTyped(product), images: [WHOLE, BROKEN] })
      await call(`DELETE /api/products/${product.id}`)
      expect([await db.$count(products), await db.$count(productPictures)]).toEqual([0, 0])
    }))
})
