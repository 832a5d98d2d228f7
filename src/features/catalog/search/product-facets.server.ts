import { and, asc, eq, isNull, or, type SQL, sql } from 'drizzle-orm'
import { paise, rupees } from '#src/core/money.ts'
import type { Db } from '#src/db/database.server.ts'
import { MAX_PRODUCTS_IN_BROWSER } from '#src/features/catalog/products/product-params.ts'
import { availableStock } from '#src/features/catalog/products/product-row.server.ts'
import type { ProductFacetsQuery } from '#src/features/catalog/products/products.contract.ts'
import { productFacts, products } from '#src/features/catalog/products/products.table.server.ts'
import { readSection } from '#src/features/settings/read-settings.server.ts'
import { countChoices, type FilteredProduct, matchesFilters, readFilters } from './product-choices.ts'
import { containsQuery, matchesWords, toCondition } from './product-conditions.server.ts'
import type { FilterFacts, ProductFacets, SearchFacts } from './search.contract.ts'
import { readSearchKnowledge } from './search-knowledge.server.ts'
import { listSuggestions, planSearch } from './search-plan.ts'

/** Lists the data with which a browser that has all products searches and filters as the server does. */
export async function listSearchFacts(db: Db): Promise<SearchFacts> {
  const rows = await selectFilterRows(db, undefined, MAX_PRODUCTS_IN_BROWSER)
  const { synonyms } = await readSection(db, 'search')
  return {
    products: rows
      .filter(({ facts }) => Object.keys(facts ?? {}).length > 0)
      .map(({ id, facts }) => ({ id, ...facts })),
    synonyms,
  }
}

/** Counts what each choice would leave of a search; suggests another search where nothing is found. */
export async function countFacets(db: Db, { q, category, ...params }: ProductFacetsQuery): Promise<ProductFacets> {
  const select = async (search = '') =>
    selectFilterRows(db, and(await toCondition(db, { category }), search ? await findsText(db, search) : undefined))
  const filters = readFilters(params)
  const isFound = (row: FilteredProduct) => matchesFilters(row, filters)
  const rows = await select(q)
  const found = rows.filter(isFound).length
  const counts = countChoices(rows, params)
  if (!q) return { found, counts }
  const knowledge = await readSearchKnowledge(db)
  if (found > 0) return { found, counts, corrected: planSearch(q, knowledge).corrected }
  return { found, counts, suggestion: await firstFound(listSuggestions(q, knowledge)) }

  async function firstFound([first, ...rest]: string[]): Promise<string | undefined> {
    if (first === undefined || (await select(first)).some(isFound)) return first
    return firstFound(rest)
  }
}

const findsText = async (db: Db, q: string) => or(containsQuery(q), await matchesWords(db, q))

type Row = FilteredProduct & { id: number }

/** Without ingredients and nutrition, which filters do not read. */
async function selectFilterRows(db: Db, condition?: SQL, limit?: number): Promise<Row[]> {
  const { facts } = productFacts
  const select = db
    .select({
      id: products.id,
      pricePaise: products.pricePaise,
      stock: availableStock,
      facts: sql<Omit<FilterFacts, 'id'> | null>`jsonb_strip_nulls(jsonb_build_object('diet', ${facts} -> 'diet',
        'contains', ${facts} -> 'contains', 'mayContain', ${facts} -> 'mayContain', 'cacao', ${facts} -> 'cacaoPercent'))`,
    })
    .from(products)
    .leftJoin(productFacts, eq(productFacts.productId, products.id))
    .where(and(isNull(products.archivedAt), condition))
    .orderBy(asc(products.id))
  const rows = await (limit === undefined ? select : select.limit(limit))
  return rows.map(({ id, pricePaise, stock, facts }) => ({
    id,
    price: rupees(paise(pricePaise)),
    stock,
    facts: facts ?? undefined,
  }))
}
