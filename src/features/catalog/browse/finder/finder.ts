import type { Product } from '#src/features/catalog/products/products.contract.ts'
import { createProductFinder, type ProductFinder } from '#src/features/catalog/search/product-finder.ts'
import type { SearchFacts } from '#src/features/catalog/search/search.contract.ts'
import { normalizeQuery } from '#src/features/catalog/search/search-plan.ts'
import { normalizeText } from '#src/features/catalog/search/search-words.ts'

type Made = { facts: SearchFacts | undefined; finder: ProductFinder }
const finders = new WeakMap<readonly Product[], Made>()

/** Reads the texts of all products once, not for each letter. */
export function getFinder(all: readonly Product[], facts: SearchFacts | undefined): ProductFinder {
  const known = finders.get(all)
  if (known && known.facts === facts) return known.finder
  const finder = createProductFinder(all, facts)
  finders.set(all, { facts, finder })
  return finder
}

/** Whether a search found nothing, or only what does not contain it: then the customer reads why. */
export function needsExplanation(found: readonly Product[] | undefined, { q }: { q: string }): boolean {
  if (q.trim() === '' || !found) return false
  const [first] = found
  return !first || ![first.name, first.description].some((text) => normalizeText(text).includes(normalizeQuery(q)))
}
