import type { FilterParams, ProductSort } from '#src/features/catalog/products/product-params.ts'
import type { Product } from '#src/features/catalog/products/products.contract.ts'
import { filterProducts } from '#src/features/catalog/products/products.ts'
import {
  type ChoiceCounts,
  countChoices,
  type FilteredProduct,
  matchesFilters,
  needsFacts,
  readFilters,
} from './product-choices.ts'
import type { SearchExplanation, SearchFacts } from './search.contract.ts'
import { createVocabulary, indexSynonyms, listSuggestions, planSearch } from './search-plan.ts'
import { normalizeText } from './search-words.ts'

export type SearchFilters = FilterParams & { q: string; category: string; sort: ProductSort }

export type ProductFinder = ReturnType<typeof createProductFinder>

/** A query does not match across fields. */
const FIELD_SEPARATOR = '\u0001'

/** Searches products in memory as the server does (list-product-page.server.ts). */
export function createProductFinder(products: readonly Product[], facts: SearchFacts | undefined) {
  const texts = new Map(products.map((product) => [product, textsOf(product)]))
  const vocabulary = createVocabulary([...texts.values()].map(({ all }) => all))
  const knowledge = { ...vocabulary, synonyms: indexSynonyms(facts?.synonyms ?? []) }
  const factsById = new Map(facts?.products.map((one) => [one.id, one]))
  const toRow = ({ id, price, stock }: Product): FilteredProduct => ({ price, stock, facts: factsById.get(id) })

  /** Exact matches of the whole query first. */
  function search({ q, category, sort }: SearchFilters): Product[] {
    const sorted = (some: readonly Product[]) => filterProducts(some, { category, sort })
    if (q.trim() === '') return sorted(products)
    const { whole, words } = planSearch(q, knowledge)
    const patterns = words.map((word) => new RegExp(word))
    const [exact, matching]: [Product[], Product[]] = [[], []]
    for (const [product, { own, all }] of texts) {
      if (own.includes(whole)) exact.push(product)
      else if (patterns.length > 0 && patterns.every((pattern) => pattern.test(all))) matching.push(product)
    }
    return [...sorted(exact), ...sorted(matching)]
  }

  /** Undefined while the facts that the filters need are missing. */
  function find(wanted: SearchFilters): Product[] | undefined {
    const filters = readFilters(wanted)
    if (!facts && needsFacts(filters)) return undefined
    return search(wanted).filter((product) => matchesFilters(toRow(product), filters))
  }

  return {
    find,
    count: (wanted: SearchFilters): ChoiceCounts => countChoices(search(wanted).map(toRow), wanted),
    explain(wanted: SearchFilters): SearchExplanation {
      const isFound = (q: string) => Boolean(find({ ...wanted, q })?.length)
      return isFound(wanted.q)
        ? { corrected: planSearch(wanted.q, knowledge).corrected }
        : { suggestion: listSuggestions(wanted.q, knowledge).find(isFound) }
    },
  }
}

function textsOf({ sku, name, description, category }: Product): { own: string; all: string } {
  const own = joinFields([name, description])
  return { own, all: [normalizeText(sku), own, normalizeText(category.name)].join(FIELD_SEPARATOR) }
}

const joinFields = (fields: string[]) => fields.map(normalizeText).join(FIELD_SEPARATOR)
