import { FEATURED_PRODUCTS, RELATED_PRODUCTS } from '#src/core/shop-policy.ts'
import { DEFAULT_FILTERS, firstPagePath } from '#src/features/catalog/browse/first-page-path.ts'
import { productsPath } from '#src/features/catalog/products/products-path.ts'
import { FALLBACK_PRODUCT_PARAMS, MOODS, productParamsForMood } from '#src/features/moods/match/moods.ts'

/**
 * The calls that answer everybody who is not signed in the same, with the data that their answers show, in the words in
 * which the database tells of changes (migration 0003). A page shows what the calls on its way show; a page on whose way
 * stands any other call is for one person alone.
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

/**
 * The parts of the list that our own pages ask for. Only these: questions are without end, and whoever invents them must
 * not push out what many ask for.
 */
const OWN_PARTS = new Set([
  ...[{ limit: FEATURED_PRODUCTS }, FALLBACK_PRODUCT_PARAMS, ...MOODS.map(productParamsForMood)].map((asked) =>
    productsPath(asked),
  ),
  firstPagePath(DEFAULT_FILTERS),
])
/** A page asks for the category of a product that there is. */
const RELATED = new RegExp(`^/api/products\\?categoryId=\\d+&limit=${RELATED_PRODUCTS + 1}$`)

/** Who has no session is told so by this call: that is the same for all of them. */
const WHO_AM_I = '/api/auth/user'

export function isCacheableRoute(call: string): boolean {
  if (call.includes('?')) return OWN_PARTS.has(call) || RELATED.test(call)
  return PUBLIC_READS.some(([path]) => path.test(call))
}

/** What the answers to these calls (paths with their query) show; undefined when one of them is not for everybody. */
export function cacheTagsOf(calls: Iterable<string>): Set<string> | undefined {
  const shown = new Set<string>()
  for (const call of calls) {
    if (call === WHO_AM_I) continue
    // A part of a list shows nothing that all of it does not.
    const [asked = ''] = call.split('?')
    const match = PUBLIC_READS.find(([path]) => path.test(asked))
    if (!match) return undefined
    const [path, names] = match
    for (const name of names) shown.add(asked.replace(path, name))
  }
  return shown
}
