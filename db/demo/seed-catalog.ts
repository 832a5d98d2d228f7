import { existsSync } from 'node:fs'
import path from 'node:path'
import { and, eq, inArray, isNull, ne, sql } from 'drizzle-orm'
import { DEMO_CATEGORIES, DEMO_PRODUCTS, type DemoProduct } from '#db/demo/data/catalog.ts'
import { DEMO_PICTURES } from '#db/demo/data/product-pictures.ts'
import { paiseFromRupees } from '#src/core/money.ts'
import { type Db, inTransaction } from '#src/db/database.server.ts'
import {
  categories,
  productFacts,
  productPictures,
  products,
  stockLedger,
} from '#src/features/catalog/products/products.table.server.ts'
import { priceTiers } from '#src/features/catalog/tiers/price-tiers.table.server.ts'
import { demoFoodFacts, demoMeltClass } from './food-facts.ts'

/** Before the sample history begins. */
const OPENED_DAYS_AGO = 75

/** Seeds an empty catalog. Food labels are invented: a live shop gets none, and does not open before they are filled in. */
export async function seedDemoCatalog(db: Db, { hasLabels = true } = {}): Promise<void> {
  await inTransaction(db, async (tx) => {
    // Serializes processes that start together.
    await tx.execute(sql`lock table ${categories} in share row exclusive mode`)
    if ((await tx.$count(categories)) === 0) await insertCatalog(tx)
    if (hasLabels) await insertMissingFacts(tx)
    await setMissingMeltClasses(tx)
    await insertMissingPictures(tx)
  })
}

async function insertCatalog(tx: Db): Promise<void> {
  const ids = await insertCategories(tx)
  const rows = DEMO_PRODUCTS.map((product) => toRow(product, ids))
  const { id, sku, stock } = products
  const inserted = await tx.insert(products).values(rows).returning({ id, sku, stock })
  const opening = inserted.filter(({ stock }) => stock > 0)
  const createdAt = sql`now() - make_interval(days => ${OPENED_DAYS_AGO})`
  await tx
    .insert(stockLedger)
    .values(opening.map(({ id, stock }) => ({ productId: id, change: stock, reason: 'opening' as const, createdAt })))
  await tx.insert(priceTiers).values(
    inserted.flatMap((product) => {
      const { tiers = [] } = DEMO_PRODUCTS.find((demo) => demo.sku === product.sku) ?? {}
      return tiers.map(({ from, percent }) => ({ productId: product.id, fromQuantity: from, percent }))
    }),
  )
}

/** Older demos have products without facts. Products that an admin renamed or made dearer than their MRP stay as they are. */
async function insertMissingFacts(tx: Db): Promise<void> {
  const { id, sku, name, pricePaise } = products
  const lacking = await tx
    .select({ id, sku, name, pricePaise })
    .from(products)
    .leftJoin(productFacts, eq(productFacts.productId, id))
    .where(
      and(
        isNull(productFacts.productId),
        inArray(
          sku,
          DEMO_PRODUCTS.map((demo) => demo.sku),
        ),
      ),
    )
  const rows = lacking.flatMap((product) => {
    const demo = DEMO_PRODUCTS.find((one) => one.sku === product.sku && one.name === product.name)
    if (!demo || product.pricePaise > paiseFromRupees(demo.price)) return []
    return [{ productId: product.id, facts: demoFoodFacts(demo) }]
  })
  if (rows.length > 0) await tx.insert(productFacts).values(rows).onConflictDoNothing()
}

/** In older demos all products melt like bars. */
async function setMissingMeltClasses(tx: Db): Promise<void> {
  const { sku, meltClass } = products
  if ((await tx.$count(products, ne(meltClass, 'bar'))) > 0) return
  for (const [soft, demos] of Map.groupBy(DEMO_PRODUCTS, (demo) => demoMeltClass(demo.sku))) {
    const skus = demos.map((demo) => demo.sku)
    await tx.update(products).set({ meltClass: soft }).where(inArray(sku, skus))
  }
}

/** Older demos have one picture of each product. Products with another picture stay as they are. */
async function insertMissingPictures(tx: Db): Promise<void> {
  const { id, imageUrl } = products
  const lacking = await tx
    .select({ id, imageUrl })
    .from(products)
    .leftJoin(productPictures, eq(productPictures.productId, id))
    .where(
      and(
        isNull(productPictures.productId),
        inArray(
          imageUrl,
          Object.keys(DEMO_PICTURES).flatMap((one) => pictureUrl(one) ?? []),
        ),
      ),
    )
  const rows = lacking.flatMap((product) =>
    picturesOf(product.imageUrl).map((one) => ({ productId: product.id, ...one })),
  )
  if (rows.length > 0) await tx.insert(productPictures).values(rows).onConflictDoNothing()
}

function picturesOf(imageUrl: string | null) {
  const found = Object.entries(DEMO_PICTURES).find(([picture]) => pictureUrl(picture) === imageUrl)
  if (!found) return []
  const [picture, { whole, open, box }] = found
  const described = { [picture]: whole, [`${picture}-open`]: open, [`${picture}-box`]: box }
  return Object.entries(described).flatMap(([name, alt], index) => {
    const url = pictureUrl(name)
    return url && alt ? { position: index + 1, url, alt } : []
  })
}

type CategoryIds = Map<string, number>

async function insertCategories(tx: Db): Promise<CategoryIds> {
  const rows = await tx
    .insert(categories)
    .values(DEMO_CATEGORIES.map(({ picture, ...category }) => ({ ...category, imageUrl: pictureUrl(picture) })))
    .returning()
  return new Map(rows.map(({ id, name }) => [name, id]))
}

function toRow(
  { picture, category, price, tiers: _, ...product }: DemoProduct,
  ids: CategoryIds,
): typeof products.$inferInsert {
  const categoryId = ids.get(category)
  if (categoryId === undefined) throw new Error(`The demo has no category ${category}`)
  const meltClass = demoMeltClass(product.sku)
  return { ...product, categoryId, meltClass, pricePaise: paiseFromRupees(price), imageUrl: pictureUrl(picture) }
}

function pictureUrl(picture: string): string | null {
  const url = `/pictures/${picture}.webp`
  return existsSync(path.join('public', url)) ? url : null
}
