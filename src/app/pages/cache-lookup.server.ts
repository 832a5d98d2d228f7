import type { IncomingMessage } from 'node:http'
import type { AppContext } from '#src/app/context.server.ts'
import { type CachedExchange, sendCachedResponse } from '#src/server/cache/response-cache.server.ts'
import { isRead } from '#src/server/http/request-checks.server.ts'
import { sendCustomerPage } from './customer-pages.server.ts'
import { isAnonymous } from './serve-cached.server.ts'

export type CacheLookup = ReturnType<typeof createCacheLookup>

type Caches = Pick<AppContext, 'opening' | 'responseCache' | 'customerPages'>
type CacheableRequest = Pick<IncomingMessage, 'method' | 'url' | 'headers'>

/** Finds cached responses before the app sees the request. Returns what sends one; undefined if there is none. */
export function createCacheLookup({ opening, responseCache, customerPages }: Caches) {
  return function findCached(request: CacheableRequest, find: 'find' | 'findEvenOutdated' = 'find') {
    if (!opening.isKnownOpen() || !isRead(request)) return undefined
    if (isAnonymous(request)) {
      const response = responseCache[find](request)
      return response && ((exchange: CachedExchange) => sendCachedResponse(response, exchange))
    }
    const page = customerPages[find](request)
    return page && ((exchange: CachedExchange) => sendCustomerPage(page, exchange))
  }
}
