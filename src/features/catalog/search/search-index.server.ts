import { and, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import { paise, rupees } from '#src/core/money.ts'
import type { Db } from '#src/db/database.server.ts'
import { lacksFacts } from '#src/features/catalog/food/stored-facts.server.ts'
import { availableStock } from '#src/features/catalog/products/product-row.server.ts'
import { categories, productFacts, products } from '#src/features/catalog/products/products.table.server.ts'
import { readSection } from '#src/features/settings/read-settings.server.ts'
import type { ChangeListener } from '#src/server/cache/cache-invalidation.server.ts'
import { createSearch, type SearchedProduct, toSearchTexts } from './product-finder.ts'
import type { FilterFacts } from './search.contract.ts'
import { createVocabulary, indexSynonyms, type Synonym, type Vocabulary } from './search-plan.ts'

export type IndexedProduct = SearchedProduct & { id: number; facts: Omit<FilterFacts, 'id'>; lacksFacts: boolean }

type Search = ReturnType<typeof createSearch<IndexedProduct>>

/** What search, filters and the admin's tasks read of all products for sale. */
export type SearchIndex = ChangeListener & {
  read: () => Promise<{ products: readonly IndexedProduct[]; search: (synonyms: readonly Synonym[]) => Search }>
}

type Known = {
  products: Map<number, IndexedProduct>
  /** Equal facts are one object, which counting uses. */
  facts: SharedFacts
  categories: string
  vocabulary?: Vocabulary | undefined
  /** The latest: list and facets of a page ask for the same. */
  search?: { synonyms: string; search: Search } | undefined
}

/** More changes than this are not read one by one. */
const MAX_CHANGES = 500

/** Keeps the products in memory and reads again what changed. While changes may be missed, every reader reads all. */
export function createSearchIndex(db: Db): SearchIndex {
  const changes = new Set<string>()
  let known: Known | undefined
  let isConsistent = false
  let generation = 0
  let turn: Promise<unknown> = Promise.resolve()

  async function refresh(): Promise<Known> {
    const tags = [...changes]
    changes.clear()
    const startedIn = generation
    try {
      const current = (known && tags.length <= MAX_CHANGES && (await update(db, known, tags))) || (await readAll(db))
      if (isConsistent && startedIn === generation) known = current
      return current
    } catch (error) {
      for (const tag of tags) changes.add(tag)
      throw error
    }
  }

  /** One after the other: a reader must see the changes that came before it. */
  function takeTurn(): Promise<Known> {
    const current = turn.then(refresh)
    turn = current.catch(() => {})
    return current
  }

  return {
    async read() {
      const current = await (isConsistent ? takeTurn() : readAll(db))
      return { products: [...current.products.values()], search: (synonyms) => searchIn(current, synonyms) }
    },
    // Filters ask only whether there is any stock, which `stock:7` does not change.
    invalidate: (tag) => void (isConsistent && /^(products:|categories$)/.test(tag) && changes.add(tag)),
    setConsistent(is) {
      isConsistent = is
      known = undefined
      generation += 1
      changes.clear()
    },
  }
}

export type IndexedCatalog = { db: Db; index: SearchIndex }

/** As `countProductsOnSale`, without reading all their facts again. */
export async function countIndexedIncomplete(index: SearchIndex): Promise<number> {
  const { products } = await index.read()
  return products.filter((product) => product.lacksFacts).length
}

/** Searches all products for sale as a browser does that has them. */
export async function openSearch({ db, index }: IndexedCatalog) {
  const { synonyms } = await readSection(db, 'search')
  return (await index.read()).search(synonyms)
}

function searchIn(known: Known, given: readonly Synonym[]): Search {
  const synonyms = JSON.stringify(given)
  if (known.search?.synonyms === synonyms) return known.search.search
  const list = [...known.products.values()]
  known.vocabulary ??= createVocabulary(list.map(({ all }) => all))
  const search = createSearch(list, { ...known.vocabulary, synonyms: indexSynonyms(given) })
  known.search = { synonyms, search }
  return search
}

async function readAll(db: Db): Promise<Known> {
  const categories = await readCategories(db)
  const facts: SharedFacts = new Map()
  const rows = await selectProducts(db, facts)
  return { products: new Map(rows.map((row) => [row.id, row])), facts, categories }
}

/** Undefined if a category was renamed or hidden: its products changed. */
async function update(db: Db, known: Known, tags: readonly string[]): Promise<Known | undefined> {
  if (tags.includes('categories') && (await readCategories(db)) !== known.categories) return undefined
  const ids = tags.flatMap((tag) => (tag.startsWith('products:') ? [Number(tag.slice('products:'.length))] : []))
  if (ids.length === 0) return known
  const rows = new Map((await selectProducts(db, known.facts, inArray(products.id, ids))).map((row) => [row.id, row]))
  known.search = undefined
  for (const id of ids) {
    const row = rows.get(id)
    if (row?.all !== known.products.get(id)?.all) known.vocabulary = undefined
    if (row) known.products.set(id, row)
    else known.products.delete(id)
  }
  return known
}

async function readCategories(db: Db): Promise<string> {
  const { id, name, hiddenAt } = categories
  const rows = await db.select({ id, name, hiddenAt }).from(categories).orderBy(id)
  return JSON.stringify(rows)
}

type SharedFacts = Map<string, IndexedProduct['facts']>

function share(facts: IndexedProduct['facts'], shared: SharedFacts): IndexedProduct['facts'] {
  const key = JSON.stringify(facts)
  const known = shared.get(key) ?? facts
  shared.set(key, known)
  return known
}

/** Without ingredients and nutrition, which filters do not read. */
async function selectProducts(db: Db, shared: SharedFacts, condition?: SQL): Promise<IndexedProduct[]> {
  const { facts } = productFacts
  const rows = await db
    .select({
      id: products.id,
      sku: products.sku,
      name: products.name,
      description: products.description,
      categoryName: categories.name,
      hiddenAt: categories.hiddenAt,
      pricePaise: products.pricePaise,
      familyId: products.familyId,
      stock: availableStock,
      lacksFacts: sql<boolean>`${lacksFacts}`,
      facts: sql<IndexedProduct['facts']>`jsonb_strip_nulls(jsonb_build_object('diet', ${facts} -> 'diet',
        'contains', ${facts} -> 'contains', 'mayContain', ${facts} -> 'mayContain', 'cacao', ${facts} -> 'cacaoPercent'))`,
    })
    .from(products)
    .innerJoin(categories, eq(categories.id, products.categoryId))
    .leftJoin(productFacts, eq(productFacts.productId, products.id))
    .where(and(isNull(products.archivedAt), condition))
    .orderBy(products.id)
  return rows.map(({ id, familyId, pricePaise, stock, lacksFacts, facts, hiddenAt, categoryName, ...texts }) => ({
    ...{ id, familyId, stock, lacksFacts, facts: share(facts, shared), price: rupees(paise(pricePaise)) },
    // A hidden category has no list, but its name is still found.
    category: hiddenAt ? '' : categoryName,
    ...toSearchTexts({ ...texts, category: categoryName }),
  }))
}
