import { FEATURED_PRODUCTS, RELATED_PRODUCTS } from '#src/core/shop-policy.ts'
import { DEFAULT_FILTERS, firstPagePath } from '#src/features/catalog/browse/first-page-path.ts'
import { productsPath } from '#src/features/catalog/products/products-path.ts'
import { FALLBACK_PRODUCT_PARAMS, MOODS, productParamsForMood } from '#src/features/moods/match/moods.ts'

/**
 * Calls with the same answer for all visitors, each with its cache tags (migration 0003). A page that makes any other
 * call is not cached.
 */
const PUBLIC_READS: readonly [path: RegExp, shows: readonly string[]][] = [
  [/^\/api\/(shop|processors)$/, []],
  [/^\/api\/settings\/public$/, ['settings']],
  [/^\/api\/(policies\/[a-z]+|founder)$/, ['settings']],
  [/^\/api\/categories$/, ['categories']],
  [/^\/api\/products$/, ['products', 'categories']],
  [/^\/api\/products\/(\d+)$/, ['products:$1', 'categories']],
  [/^\/api\/products\/(\d+)\/reviews$/, ['reviews:$1', 'products:$1']],
  [/^\/api\/stories(\/[\da-f-]{36})?$/, ['stories']],
  [/^\/api\/trace(\/[^/]+)?$/, ['batches']],
]

/** Only the list pages that our own pages request: arbitrary queries would fill the cache. */
const OWN_PAGES = new Set([
  ...[{ limit: FEATURED_PRODUCTS }, FALLBACK_PRODUCT_PARAMS, ...MOODS.map(productParamsForMood)].map((path) =>
    productsPath(path),
  ),
  firstPagePath(DEFAULT_FILTERS),
])
/** Related products of an existing category. */
const RELATED = new RegExp(`^/api/products\\?categoryId=\\d+&limit=${RELATED_PRODUCTS + 1}$`)

/** Answers all visitors alike that they are not signed in. */
const CURRENT_USER = '/api/auth/user'

export function isCacheableRoute(call: string): boolean {
  if (call.includes('?')) return OWN_PAGES.has(call) || RELATED.test(call)
  return PUBLIC_READS.some(([path]) => path.test(call))
}

/** The cache tags of these calls (paths with query); undefined if one of them is personal. */
export function cacheTagsOf(calls: Iterable<string>): Set<string> | undefined {
  const shown = new Set<string>()
  for (const call of calls) {
    if (call === CURRENT_USER) continue
    // A list page has the tags of the list.
    const [path = ''] = call.split('?')
    const match = PUBLIC_READS.find(([pattern]) => pattern.test(path))
    if (!match) return undefined
    const [pattern, names] = match
    for (const name of names) shown.add(path.replace(pattern, name))
  }
  return shown
}
