import { and, eq, inArray, isNull, or, type SQL, sql } from 'drizzle-orm'
import { paiseFromRupees } from '#src/core/money.ts'
import type { Db } from '#src/db/database.server.ts'
import { containsText } from '#src/db/search.server.ts'
import { availableStock } from '#src/features/catalog/products/product-row.server.ts'
import type { ProductPageQuery } from '#src/features/catalog/products/products.contract.ts'
import { categories, productFacts, products } from '#src/features/catalog/products/products.table.server.ts'
import { ALL_CATEGORIES, categorySlug } from '#src/features/catalog/products/products.ts'
import { type FilterValues, readFilters } from './product-choices.ts'
import { readSearchKnowledge } from './search-knowledge.server.ts'
import { planSearch } from './search-plan.ts'

type Wanted = Omit<ProductPageQuery, 'limit' | 'cursor' | 'sort' | 'q'>

/** All that a list is narrowed by, except the search. */
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
    hasFilters(readFilters(wanted)),
  )
}

/** Hidden categories have no list. Compared here: `lower` in SQL may know ASCII letters only. */
async function findCategoryIds(db: Db, slug: string): Promise<number[]> {
  const { id, name } = categories
  const listed = await db.select({ id, name }).from(categories).where(isNull(categories.hiddenAt))
  return listed.filter((category) => categorySlug(category.name) === slug).map((category) => category.id)
}

/** Name or description contain the whole query. */
export const containsQuery = (q: string) => containsText(products.searchText, q, { after: 1 })

/** Every word, or what it means, is in the number, the name, the description or the category. */
export async function matchesWords(db: Db, q: string): Promise<SQL | undefined> {
  const { words } = planSearch(q, await readSearchKnowledge(db))
  const inCategory = (pattern: string) =>
    db.select({ id: categories.id }).from(categories).where(sql`normalize_text(${categories.name}) ~ ${pattern}`)
  return and(
    ...words.map((pattern) =>
      or(sql`${products.searchText} ~ ${pattern}`, inArray(products.categoryId, inCategory(pattern))),
    ),
  )
}

/** As `matchesFilters` decides in the browser. */
function hasFilters({ diet, without, cacao, price, isInStock }: FilterValues): SQL | undefined {
  const { facts } = productFacts
  const label = and(
    diet && sql`${facts} ->> 'diet' = ${diet}`,
    without.length > 0 ? isSafe(without) : undefined,
    cacao && isBetween(sql`(${facts} ->> 'cacaoPercent')::numeric`, cacao),
  )
  return and(
    label && sql`${products.id} in (select ${productFacts.productId} from ${productFacts} where ${label})`,
    price && isBetween(products.pricePaise.getSQL(), { from: paiseFromRupees(price.from), to: toPaise(price.to) }),
    isInStock ? sql`${availableStock} > 0` : undefined,
  )
}

const toPaise = (rupees: number) => (Number.isFinite(rupees) ? paiseFromRupees(rupees) : rupees)

/** Unknown facts are null, which is never true. */
function isSafe(without: FilterValues['without']): SQL {
  const { facts } = productFacts
  const names = sql.join(
    without.map((name) => sql`${name}`),
    sql`, `,
  )
  return sql`not jsonb_exists_any((${facts} -> 'contains') || (${facts} -> 'mayContain'), array[${names}]::text[])`
}

const isBetween = (value: SQL, { from, to }: NonNullable<FilterValues['price']>) =>
  and(sql`${value} >= ${from}`, Number.isFinite(to) ? sql`${value} <= ${to}` : undefined)
