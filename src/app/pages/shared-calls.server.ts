import type { Hono } from 'hono'
import { FEATURED_PRODUCTS, RELATED_PRODUCTS } from '#src/core/shop-policy.ts'
import { CARD_COUNT_PATH, DEFAULT_FILTERS, firstPagePath } from '#src/features/catalog/browse/first-page-path.ts'
import { ONE_PER_FAMILY, productsPath } from '#src/features/catalog/products/product-params.ts'
import { FALLBACK_PRODUCT_PARAMS, MOODS, productParamsForMood } from '#src/features/moods/match/moods.ts'
import { isSharedResponse } from '#src/server/routes/route-policy.server.ts'
import { compileRoutes } from '#src/server/routes/route-table.server.ts'

export type SharedCalls = ReturnType<typeof createSharedCalls>

/** What the routes of the API say about calls (paths with query) that all visitors share. */
export function createSharedCalls(api: Pick<Hono, 'routes'>) {
  const match = compileRoutes(api)
  const find = (call: string) => {
    const [path = '', search] = call.split('?')
    const { policy, params = {} } = match('GET', path) ?? {}
    return { cache: policy?.cache, params, search }
  }
  return {
    isCacheable(call: string): boolean {
      const { cache, search } = find(call)
      return isSharedResponse(cache) && (search === undefined || cache.isCacheableQuery?.(search) === true)
    },

    tagsOf(calls: Iterable<string>): Set<string> | undefined {
      const tags = new Set<string>()
      for (const call of calls) {
        const { cache, params } = find(call)
        if (cache === 'per-session') continue
        if (!isSharedResponse(cache)) return undefined
        for (const tag of cache.tags) tags.add(tag.replace(/\{(\w+)\}/, (_, name: string) => params[name] ?? ''))
      }
      return tags
    },
  }
}

const FEATURED = { limit: FEATURED_PRODUCTS, ...ONE_PER_FAMILY }
const QUERIES_OF_OUR_PAGES = new Set(
  [
    ...[FEATURED, FALLBACK_PRODUCT_PARAMS, ...MOODS.map(productParamsForMood)].map(productsPath),
    firstPagePath(DEFAULT_FILTERS),
    CARD_COUNT_PATH,
  ].map((path) => path.split('?')[1]),
)
const RELATED = new RegExp(`^categoryId=\\d+&limit=${RELATED_PRODUCTS + 1}&sizes=one$`)

/** Only the product lists that our own pages request, also the related products of an existing category. */
export const isQueryOfOurPages = (search: string) => QUERIES_OF_OUR_PAGES.has(search) || RELATED.test(search)
