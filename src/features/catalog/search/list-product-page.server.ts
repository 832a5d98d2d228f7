import { and, eq, isNull, type SQL, sql } from 'drizzle-orm'
import { DomainError } from '#src/core/domain-error.ts'
import type { Db } from '#src/db/database.server.ts'
import { isAfterCursor, toPage } from '#src/db/pages.server.ts'
import { countCards, hasFamilyWithout, isBestOfFamily } from '#src/features/catalog/families/one-per-family.server.ts'
import type { ProductSort } from '#src/features/catalog/products/product-params.ts'
import { availableStock, productNameKey } from '#src/features/catalog/products/product-row.server.ts'
import type { ProductPageQuery } from '#src/features/catalog/products/products.contract.ts'
import { selectForSale, toProduct } from '#src/features/catalog/products/products.server.ts'
import { products } from '#src/features/catalog/products/products.table.server.ts'
import { containsQuery, findFiltered, isAmong, toCondition } from './product-conditions.server.ts'
import type { Wanted } from './product-finder.ts'
import { type IndexedCatalog, type IndexedProduct, openSearch } from './search-index.server.ts'

/** Lists a page of products after the one of `cursor`. Exact matches of a search come first. */
export async function listProductPage(catalog: IndexedCatalog, query: ProductPageQuery) {
  const { db } = catalog
  const { limit, cursor, sort, q, sizes, ...wanted } = query
  const condition = await toCondition(db, wanted)
  const among = await findFiltered(catalog, wanted)
  // A product that was archived between two pages still has its place.
  if (cursor !== undefined && (await db.$count(products, eq(products.id, cursor))) === 0)
    throw new DomainError('invalid', 'This page is no longer available.')
  const list = { condition, among, sort, cursor, limit: limit + 1, isGrouped: sizes === 'one' }
  const rows = q ? await searchRows(catalog, { category: '', ...wanted, q }, list) : await selectRows(db, list)
  const isAll = cursor === undefined && rows.length <= limit
  // Searches and filters have no total: counting would read every product again.
  const isUncounted = Boolean(q || wanted.words || among)
  return {
    ...toPage(rows.map(toProduct), limit),
    total: isAll ? rows.length : isUncounted ? undefined : await countForSale(db, list),
  }
}

const countForSale = (db: Db, { condition, isGrouped }: List) =>
  isGrouped ? countCards(db, condition) : db.$count(products, and(isNull(products.archivedAt), condition))

type List = {
  condition: SQL | undefined
  /** The products from which the condition chooses, if not all. */
  among: readonly IndexedProduct[] | undefined
  sort: ProductSort | undefined
  cursor: number | undefined
  limit: number
  /** One size of each family, chosen among those that fulfil the condition. */
  isGrouped: boolean
}

/** Other matches than exact ones are read only where these do not fill the page. */
async function searchRows(catalog: IndexedCatalog, wanted: Wanted, list: List) {
  const { db } = catalog
  const { condition, among, cursor, limit, isGrouped } = list
  const exact = containsQuery(wanted.q)
  const isPastExact = cursor !== undefined && (await db.$count(products, and(eq(products.id, cursor), exact))) === 0
  const rows = isPastExact ? [] : await selectRows(db, { ...list, condition: and(condition, exact) })
  if (rows.length === limit) return rows
  const found = Object.values((await openSearch(catalog)).find(wanted)).flat()
  if (found.length === 0) return rows
  const hasExact = rows.length > 0 || cursor !== undefined
  const newFamily = isGrouped ? hasFamilyWithout(db, and(condition, isSizeAmong(among), exact)) : undefined
  const others = await selectRows(db, {
    ...list,
    among: found,
    condition: hasExact ? and(condition, sql`not ${exact}`, newFamily) : condition,
    cursor: isPastExact ? cursor : undefined,
    limit: limit - rows.length,
  })
  return [...rows, ...others]
}

async function selectRows(db: Db, { condition, among, sort, cursor, limit, isGrouped }: List) {
  const by = sort ? ORDERS[sort] : products.id.getSQL()
  const first = isGrouped ? isBestOfFamily(db, and(condition, isSizeAmong(among))) : undefined
  const after = isAfterCursor(cursor, { table: products, by, ascending: true })
  return selectForSale(db, and(condition, isAmong(among), first, after))
    .orderBy(by, products.id)
    .limit(limit)
}

/** Planning takes as long as the parameter: for the sizes of families, their own products are enough. */
const isSizeAmong = (some: List['among']) => isAmong(some?.filter(({ familyId }) => familyId))

/** Ties are sorted by name, then oldest first. */
const ORDERS: Record<ProductSort, SQL> = {
  name: productNameKey,
  'price-asc': sql`${products.pricePaise}, ${productNameKey}`,
  'price-desc': sql`-${products.pricePaise}, ${productNameKey}`,
  stock: sql`-(${availableStock}), ${productNameKey}`,
}
