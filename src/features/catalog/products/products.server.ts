import { and, asc, eq, inArray, isNull, or, type SQL, sql } from 'drizzle-orm'
import { DomainError } from '#src/core/domain-error.ts'
import { paise, rupees } from '#src/core/money.ts'
import type { Db } from '#src/db/database.server.ts'
import { isAfterCursor, toPage } from '#src/db/pages.server.ts'
import { containsText } from '#src/db/search.server.ts'
import type { FoodFacts, ProductLabel } from '#src/features/catalog/food/food-facts.contract.ts'
import { toProductLabel } from '#src/features/catalog/food/product-facts.server.ts'
import type { ProductSort } from './product-params.ts'
import { availableStock, productNameKey } from './product-row.server.ts'
import type { ListedCategory, Product, ProductDetail, ProductPageQuery } from './products.contract.ts'
import { categories, productFacts, products } from './products.table.server.ts'
import { ALL_CATEGORIES } from './products.ts'

/** Lists all products for sale, oldest first. Unbounded: not for pages. */
export async function listProducts(db: Db): Promise<Product[]> {
  const rows = await selectForSale(db).orderBy(asc(products.id)).prepare('catalog_list_products').execute()
  return rows.map(toProduct)
}

export async function findProductsById(db: Db, ids: readonly number[]): Promise<Map<number, Product>> {
  const rows = await selectForSale(db, inArray(products.id, [...new Set(ids)]))
  return new Map(rows.map((row) => [row.id, toProduct(row)]))
}

/** Lists a page of products after the one of `cursor`. */
export async function listProductPage(db: Db, { limit, cursor, sort, ...wanted }: ProductPageQuery) {
  const condition = await conditionOf(db, wanted)
  const by = sort ? ORDERS[sort] : products.id.getSQL()
  // A product that was archived between two pages still has its place.
  if (cursor !== undefined && (await db.$count(products, eq(products.id, cursor))) === 0)
    throw new DomainError('invalid', 'This page is no longer available.')
  const rows = await selectForSale(db, and(condition, isAfterCursor(cursor, { table: products, by, ascending: true })))
    .orderBy(by, products.id)
    .limit(limit + 1)
  const isAll = cursor === undefined && rows.length <= limit
  return {
    ...toPage(rows.map(toProduct), limit),
    total: isAll ? rows.length : await countForSale(db, wanted, condition),
  }
}

type Wanted = Omit<ProductPageQuery, 'limit' | 'cursor' | 'sort'>

/** Searches have no total: counting would read every product again. */
async function countForSale(db: Db, { q, words }: Wanted, condition?: SQL): Promise<number | undefined> {
  if (q || words) return undefined
  return db.$count(products, and(isNull(products.archivedAt), condition))
}

/** Ties are sorted by name, then oldest first. */
const ORDERS: Record<ProductSort, SQL> = {
  name: productNameKey,
  'price-asc': sql`${products.pricePaise}, ${productNameKey}`,
  'price-desc': sql`-${products.pricePaise}, ${productNameKey}`,
  stock: sql`-(${availableStock}), ${productNameKey}`,
}

async function conditionOf(db: Db, wanted: Wanted): Promise<SQL | undefined> {
  const { q, words, category = '', categoryId, inStock, ids } = wanted
  const slug = category.toLowerCase()
  const isAny = slug === '' || slug === ALL_CATEGORIES
  return and(
    q ? mentions(q) : undefined,
    words && or(...words.map(mentions)),
    // Looked up first: the planner knows the selectivity of a literal id only.
    isAny ? undefined : inArray(products.categoryId, await categoriesNamed(db, slug)),
    categoryId === undefined ? undefined : eq(products.categoryId, categoryId),
    inStock && sql`${availableStock} > 0`,
    ids && inArray(products.id, ids),
  )
}

async function categoriesNamed(db: Db, slug: string): Promise<number[]> {
  const named = await db
    .select({ id: categories.id })
    .from(categories)
    .where(eq(sql`lower(${categories.name})`, slug))
  return named.map(({ id }) => id)
}

const mentions = (typed: string) => containsText(products.searchText, typed, { after: 1 })

/** Finds a product for sale with all its facts. */
export async function getProduct(db: Db, id: number): Promise<ProductDetail> {
  const [row] = await selectForSale(db, eq(products.id, sql.placeholder('id')))
    .prepare('catalog_get_product')
    .execute({ id })
  if (!row) throw new DomainError('not-found', "The product you're looking for doesn't exist.")
  return { ...toProduct(row), facts: row.facts ?? {} }
}

/** Lists the categories that customers see, in their order. */
export async function listCategories(db: Db): Promise<ListedCategory[]> {
  const { id, name, description, imageUrl } = categories
  return db
    .select({ id, name, description, imageUrl })
    .from(categories)
    .where(isNull(categories.hiddenAt))
    .orderBy(asc(categories.position), asc(id))
}

type PricedRow = Omit<Product, 'price' | keyof ProductLabel> & { pricePaise: number; facts: FoodFacts | null }

function selectForSale(db: Db, condition?: SQL) {
  return db
    .select({
      id: products.id,
      name: products.name,
      description: products.description,
      pricePaise: products.pricePaise,
      stock: availableStock,
      minStock: products.minStock,
      maxPerOrder: products.maxPerOrder,
      sku: products.sku,
      imageUrl: products.imageUrl,
      categoryId: products.categoryId,
      category: { id: categories.id, name: categories.name },
      facts: productFacts.facts,
    })
    .from(products)
    .innerJoin(categories, eq(categories.id, products.categoryId))
    .leftJoin(productFacts, eq(productFacts.productId, products.id))
    .where(and(isNull(products.archivedAt), condition))
}

function toProduct({ pricePaise, facts, ...row }: PricedRow): Product {
  return { ...row, price: rupees(paise(pricePaise)), ...toProductLabel(facts ?? {}) }
}

/** Finds product names, archived products included. */
export async function findProductNames(db: Db, ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .select({ id: products.id, name: products.name })
    .from(products)
    .where(inArray(products.id, [...new Set(ids)]))
  return new Map(rows.map(({ id, name }) => [id, name]))
}
