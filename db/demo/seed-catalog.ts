import { existsSync } from 'node:fs'
import path from 'node:path'
import { sql } from 'drizzle-orm'
import { DEMO_CATEGORIES, DEMO_PRODUCTS, type DemoProduct } from '#db/demo/data/catalog.ts'
import { paiseFromRupees } from '#src/core/money.ts'
import { type Db, inTransaction } from '#src/db/database.server.ts'
import { categories, products, stockLedger } from '#src/features/catalog/products/products.table.server.ts'

/** Before the sample history begins. */
const OPENED_DAYS_AGO = 75

/** Seeds an empty catalog. */
export async function seedDemoCatalog(db: Db): Promise<void> {
  await inTransaction(db, async (tx) => {
    // Serializes processes that start together.
    await tx.execute(sql`lock table ${categories} in share row exclusive mode`)
    if ((await tx.$count(categories)) > 0) return
    const ids = await insertCategories(tx)
    const rows = DEMO_PRODUCTS.map((product) => toRow(product, ids))
    const inserted = await tx.insert(products).values(rows).returning({ id: products.id, stock: products.stock })
    const opening = inserted.filter(({ stock }) => stock > 0)
    const createdAt = sql`now() - make_interval(days => ${OPENED_DAYS_AGO})`
    await tx
      .insert(stockLedger)
      .values(opening.map(({ id, stock }) => ({ productId: id, change: stock, reason: 'opening' as const, createdAt })))
  })
}

type CategoryIds = Map<string, number>

async function insertCategories(tx: Db): Promise<CategoryIds> {
  const rows = await tx
    .insert(categories)
    .values(DEMO_CATEGORIES.map((name) => ({ name })))
    .returning()
  return new Map(rows.map(({ id, name }) => [name, id]))
}

function toRow({ picture, category, price, ...product }: DemoProduct, ids: CategoryIds): typeof products.$inferInsert {
  const categoryId = ids.get(category)
  if (categoryId === undefined) throw new Error(`The demo has no category ${category}`)
  return { ...product, categoryId, pricePaise: paiseFromRupees(price), imageUrl: pictureUrl(picture) }
}

function pictureUrl(picture: string): string | null {
  const url = `/pictures/${picture}.webp`
  return existsSync(path.join('public', url)) ? url : null
}
