import { readdirSync, utimesSync } from 'node:fs'
import path from 'node:path'
import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { SAMPLE_BATCH, seedSampleBatch } from '#db/demo/seed-sample-batch.ts'
import type { Db } from '#src/db/database.server.ts'
import { recordChange } from '#src/features/audit/record-change.server.ts'
import { categories, productPictures, products } from '#src/features/catalog/products/products.table.server.ts'
import { submitStory } from '#src/features/community/stories/stories.server.ts'
import { batches } from '#src/features/traceability/traceability.table.server.ts'
import { openObjectStorage, storeImage } from '#src/storage/image-storage.server.ts'
import { temporaryFolder } from '#src/testing/resources.ts'
import { inTestTransaction } from '#src/testing/test-database.ts'
import { createAdmin } from '#tests/factories/admins.ts'
import { insertCategory, insertFacts, insertProduct } from '#tests/factories/catalog.ts'
import { MILK_BAR_FACTS } from '#tests/factories/food-facts.ts'
import { createOrder } from '#tests/factories/orders.ts'
import { createCustomer, createTestPayments } from '#tests/factories/payments/payments.ts'
import { deleteOrphanedImages } from './delete-orphaned-images.server.ts'

const NOW = new Date()

async function createCatalog(db: Db) {
  const folder = temporaryFolder()
  const [storage, uploads] = [openObjectStorage({ DATA_DIR: folder }), path.join(folder, 'uploads')]
  const by = await createAdmin(db)
  const picture = async (letter: string, { hoursOld = 25, isLogged = true } = {}) => {
    const hash = letter.repeat(32)
    const address = await storeImage(storage, {
      hash,
      files: [{ width: 1280, format: 'webp', data: Buffer.from(letter) }],
    })
    const then = new Date(NOW.getTime() - hoursOld * 3_600_000)
    utimesSync(path.join(uploads, `${hash}-1280.webp`), then, then)
    const upload = { by, entity: 'picture', entityId: address, action: 'create', after: { imageUrl: address } } as const
    if (isLogged) await recordChange(db, upload)
    return address
  }
  const left = () => readdirSync(uploads).map((name) => name[0])
  return { picture, left, clear: () => deleteOrphanedImages(db, { storage, now: NOW }) }
}

it('an unused picture is deleted after a day, not before', () =>
  inTestTransaction(async (db) => {
    const { picture, left, clear } = await createCatalog(db)
    const old = await picture('a')
    await picture('b', { hoursOld: 23 })
    expect(await clear()).toEqual([old])
    expect(left()).toEqual(['b'])
  }))

it('a picture stays as long as a product uses it, also an archived one', () =>
  inTestTransaction(async (db) => {
    const { picture, left, clear } = await createCatalog(db)
    const product = await insertProduct(db, { imageUrl: await picture('a') })
    await insertProduct(db, { imageUrl: await picture('b'), archivedAt: NOW })
    expect(await clear()).toEqual([])
    await db.update(products).set({ imageUrl: null }).where(eq(products.id, product.id))
    await clear()
    expect(left()).toEqual(['b'])
  }))

it('a picture stays as long as it is one of several, or shows a label or a category', () =>
  inTestTransaction(async (db) => {
    const { picture, left, clear } = await createCatalog(db)
    const { id: productId, categoryId } = await insertProduct(db)
    await db.insert(productPictures).values({ productId, position: 2, url: await picture('a'), alt: 'Cut open' })
    await insertFacts(db, productId, { ...MILK_BAR_FACTS, labelPicture: await picture('b') })
    await db
      .update(categories)
      .set({ imageUrl: await picture('c') })
      .where(eq(categories.id, categoryId))
    const unused = await picture('d')
    expect(await clear()).toEqual([unused])
    expect(left().toSorted()).toEqual(['a', 'b', 'c'])
  }))

it('a picture stays when an order shows it, even if the product has a new one', () =>
  inTestTransaction(async (db) => {
    const { picture, left, clear } = await createCatalog(db)
    const product = await insertProduct(db, { imageUrl: await picture('a') })
    await createOrder(createTestPayments(db), { customer: await createCustomer(db), product, paid: false })
    await db.update(products).set({ imageUrl: null }).where(eq(products.id, product.id))
    expect(await clear()).toEqual([])
    expect(left()).toEqual(['a'])
  }))

it('a picture stays when a story or a batch uses it, in any width', () =>
  inTestTransaction(async (db) => {
    const { picture, left, clear } = await createCatalog(db)
    const deleted = await picture('a')
    const shown = await picture('b')
    await picture('c')
    await submitStory(db, {
      title: 'A box',
      content: `It looked like this: ${deleted.replace('1280', '640')}`,
      authorName: 'Asha',
    })
    await seedSampleBatch(db)
    const stages = SAMPLE_BATCH.stages.map((stage) => ({ ...stage, notes: `See ${shown}` }))
    await db.update(batches).set({ stages })
    await clear()
    expect(left().sort()).toEqual(['a', 'b'])
  }))

it('a picture stays as long as a category shows it', () =>
  inTestTransaction(async (db) => {
    const { picture, clear } = await createCatalog(db)
    const { id } = await insertCategory(db)
    const address = await picture('a')
    await db.update(categories).set({ imageUrl: address }).where(eq(categories.id, id))
    expect(await clear()).toEqual([])
    await db.delete(categories).where(eq(categories.id, id))
    expect(await clear()).toEqual([address])
  }))

it('a picture stays when this database does not know its upload', () =>
  inTestTransaction(async (db) => {
    const { picture, clear } = await createCatalog(db)
    await picture('a', { isLogged: false })
    expect(await clear()).toEqual([])
  }))
