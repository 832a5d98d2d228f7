import { onePerFamily } from '#src/features/catalog/families/one-per-family.ts'
import type { FilterParams, ProductSort } from '#src/features/catalog/products/product-params.ts'
import type { Product } from '#src/features/catalog/products/products.contract.ts'
import { filterProducts, isInCategory } from '#src/features/catalog/products/products.ts'
import { countChoices } from './choice-counts.ts'
import { type FilteredProduct, matchesFilters, needsFacts, readFilters } from './product-choices.ts'
import type { SearchExplanation, SearchFacts } from './search.contract.ts'
import { createVocabulary, indexSynonyms, listSuggestions, planSearch, type SearchKnowledge } from './search-plan.ts'
import { normalizeText } from './search-words.ts'

export type SearchFilters = FilterParams & { q: string; category: string; sort: ProductSort }
export type Wanted = Omit<SearchFilters, 'sort'>

/** `own` is name and description; `all` are the number and the category too. Both are normalized. */
export type SearchedProduct = FilteredProduct & { category: string; own: string; all: string }

/** A query does not match across fields. */
const FIELD_SEPARATOR = '\u0001'

type Texts = { sku: string; name: string; description: string; category: string }

export function toSearchTexts({ sku, name, description, category }: Texts): Pick<SearchedProduct, 'own' | 'all'> {
  const [number, ...own] = [sku, name, description].map(normalizeText)
  return {
    own: own.join(FIELD_SEPARATOR),
    all: [number, ...own, normalizeText(category)].join(FIELD_SEPARATOR),
  }
}

/** Products that contain the whole query, others that match its words, and the corrected query. */
type Matches<P> = { exact: P[]; others: P[]; corrected?: string | undefined }

/** Searches in memory, in the browser and on the server. */
export function createSearch<P extends SearchedProduct>(products: readonly P[], knowledge: SearchKnowledge) {
  let last: { q: string; category: string; matches: Matches<P> } | undefined

  /** Rows, counts and explanation of one query share its matches. */
  function match({ q, category }: Wanted): Matches<P> {
    if (last?.q !== q || last.category !== category) last = { q, category, matches: matchTexts(q, category) }
    return last.matches
  }

  function matchTexts(q: string, category: string): Matches<P> {
    const all = products.filter((product) => isInCategory(product.category, category))
    if (q.trim() === '') return { exact: all, others: [] }
    const { whole, isKnown, words, corrected } = planSearch(q, knowledge)
    const patterns = words.map((word) => new RegExp(word))
    const [exact, others]: [P[], P[]] = [[], []]
    for (const product of all) {
      if (isKnown && product.own.includes(whole)) exact.push(product)
      else if (patterns.length > 0 && patterns.every((pattern) => pattern.test(product.all))) others.push(product)
    }
    return { exact, others, corrected }
  }

  function find(wanted: Wanted): { exact: P[]; others: P[] } {
    const filters = readFilters(wanted)
    const { exact, others } = match(wanted)
    const filter = (some: P[]) => some.filter((product) => matchesFilters(product, filters))
    return { exact: filter(exact), others: filter(others) }
  }

  return {
    find,
    count(wanted: Wanted) {
      const { exact, others } = match(wanted)
      return countChoices([...exact, ...others], wanted)
    },
    explain(wanted: Wanted): SearchExplanation {
      const filters = readFilters(wanted)
      const isFound = (q: string) => {
        const { exact, others } = match({ ...wanted, q })
        return [exact, others].some((some) => some.some((product) => matchesFilters(product, filters)))
      }
      if (isFound(wanted.q)) return { corrected: match(wanted).corrected }
      return { suggestion: listSuggestions(wanted.q, knowledge).find(isFound) }
    },
  }
}

export type ProductFinder = ReturnType<typeof createProductFinder>

/** Searches the products of the browser as the server does (list-product-page.server.ts). */
export function createProductFinder(products: readonly Product[], facts: SearchFacts | undefined) {
  const factsById = new Map(facts?.products.map((one) => [one.id, one]))
  const searched = products.map((product) => {
    const { id, price, stock, family } = product
    const category = product.category.name
    return {
      product,
      price,
      stock,
      familyId: family?.id,
      facts: factsById.get(id),
      category,
      ...toSearchTexts({ ...product, category }),
    }
  })
  const vocabulary = createVocabulary(searched.map(({ all }) => all))
  const search = createSearch(searched, { ...vocabulary, synonyms: indexSynonyms(facts?.synonyms ?? []) })

  return {
    ...search,
    /** One size of each family, exact matches of the whole query first. Undefined while the facts that the filters need are missing. */
    find(wanted: SearchFilters): Product[] | undefined {
      if (!facts && needsFacts(readFilters(wanted))) return undefined
      const { exact, others } = search.find(wanted)
      const sorted = (some: typeof searched) =>
        filterProducts(
          some.map(({ product }) => product),
          { sort: wanted.sort },
        )
      return onePerFamily(sorted(exact), sorted(others))
    },
  }
}
