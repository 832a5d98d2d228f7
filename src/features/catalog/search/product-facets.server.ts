import { MAX_PRODUCTS_IN_BROWSER } from '#src/features/catalog/products/product-params.ts'
import type { ProductFacetsQuery } from '#src/features/catalog/products/products.contract.ts'
import { readSection } from '#src/features/settings/read-settings.server.ts'
import type { ProductFacets, SearchFacts } from './search.contract.ts'
import { type IndexedCatalog, openSearch } from './search-index.server.ts'

/** Lists the data with which a browser that has all products searches and filters as the server does. */
export async function listSearchFacts({ db, index }: IndexedCatalog): Promise<SearchFacts> {
  const { products } = await index.read()
  const { synonyms } = await readSection(db, 'search')
  return {
    products: products
      .toSorted((one, other) => one.id - other.id)
      .slice(0, MAX_PRODUCTS_IN_BROWSER)
      .filter(({ facts }) => Object.keys(facts).length > 0)
      .map(({ id, facts }) => ({ id, ...facts })),
    synonyms,
  }
}

/** Counts what each choice would leave of a search; suggests another search where nothing is found. */
export async function countFacets(catalog: IndexedCatalog, query: ProductFacetsQuery): Promise<ProductFacets> {
  const wanted = { q: '', category: '', ...query }
  const search = await openSearch(catalog)
  return { ...search.count(wanted), ...(wanted.q && search.explain(wanted)) }
}
