import { and, eq, inArray, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#src/db/database.server.ts'
import { containsText } from '#src/db/search.server.ts'
import type { FilterParams } from '#src/features/catalog/products/product-params.ts'
import type { ProductPageQuery } from '#src/features/catalog/products/products.contract.ts'
import { categories, products } from '#src/features/catalog/products/products.table.server.ts'
import { ALL_CATEGORIES, categorySlug } from '#src/features/catalog/products/products.ts'
import { cleanFilters, matchesFilters, readFilters } from './product-choices.ts'
import type { IndexedCatalog } from './search-index.server.ts'

type Wanted = Omit<ProductPageQuery, 'limit' | 'cursor' | 'sort' | 'q'>

/** All that a list is narrowed by, except search and filters. */
export async function toCondition(db: Db, wanted: Wanted): Promise<SQL | undefined> {
  const { words, category = '', categoryId, ids } = wanted
  const slug = category.toLowerCase()
  const isAny = slug === '' || slug === ALL_CATEGORIES
  return and(
    words && or(...words.map(containsQuery)),
    // Looked up first: the planner knows the selectivity of a literal id only.
    isAny ? undefined : inArray(products.categoryId, await findCategoryIds(db, slug)),
    categoryId === undefined ? undefined : eq(products.categoryId, categoryId),
    ids && inArray(products.id, ids),
  )
}

/** Hidden categories have no list. Compared here: `lower` in SQL may know ASCII letters only. */
async function findCategoryIds(db: Db, slug: string): Promise<number[]> {
  const { id, name } = categories
  const listed = await db.select({ id, name }).from(categories).where(isNull(categories.hiddenAt))
  return listed.filter((category) => categorySlug(category.name) === slug).map((category) => category.id)
}

export const containsQuery = (q: string) => containsText(products.searchText, q, { after: 1 })

/** Products that pass the filters; undefined without filters. */
export async function findFiltered({ index }: IndexedCatalog, params: FilterParams) {
  if (Object.keys(cleanFilters(params)).length === 0) return undefined
  const filters = readFilters(params)
  return (await index.read()).products.filter((product) => matchesFilters(product, filters))
}

/** One parameter, whatever the number of products. */
export const isAmong = (some: readonly { id: number }[] | undefined): SQL | undefined =>
  some && sql`${products.id} = any(${sql.param(some.map(({ id }) => id))}::integer[])`
