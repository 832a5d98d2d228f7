import type { IncomingMessage } from 'node:http'
import type { AppContext } from '#src/app/context.server.ts'
import { readRawSessionToken, toCookieHeader } from '#src/features/auth/sessions/session-cookie.server.ts'
import type { CachedExchange } from '#src/server/cache/response-cache.server.ts'
import { createBackgroundQueue } from '#src/server/overload/background-queue.server.ts'
import { isSharedResponse } from '#src/server/routes/route-policy.server.ts'
import type { RequestRoute } from '#src/server/routes/route-table.server.ts'
import type { CacheLookup } from './cache-lookup.server.ts'
import { cacheKeyOf } from './page-policies.server.ts'
import { isAnonymous, isRead } from './serve-cached.server.ts'

const RETRY_UNCACHEABLE_MS = 5000

type RequestHeaders = { cookie: string }
type Render = (path: string, headers: RequestHeaders) => Promise<Response> | Response

type OverloadFallback = Pick<AppContext, 'opening' | 'sessionCache' | 'responseCache'> & {
  findCached: CacheLookup
  findRoute: (request: IncomingMessage) => RequestRoute
  render: Render
}

/** Answers what an overloaded shop refuses from an outdated copy, or makes one for the reload of the busy page. */
export function createOverloadFallback({ findCached, findRoute, render, ...shop }: OverloadFallback) {
  const { opening, sessionCache, responseCache } = shop
  const renders = createBackgroundQueue<{ path: string; headers: RequestHeaders }>({
    run: async ({ path, headers }) => {
      await render(path, headers)
      return findCached({ method: 'GET', url: path, headers }, 'findEvenOutdated') !== undefined
    },
    retryAfterMs: RETRY_UNCACHEABLE_MS,
  })

  function prepareCopy(path: string, cookie: string): void {
    const token = readRawSessionToken(cookie)
    const user = token === undefined ? undefined : sessionCache.findEvenOutdated(token)
    if (token !== undefined && user) {
      const kind = user.isAdmin ? 'admin' : 'customer'
      renders.add(`${path} ${kind}`, { path, headers: { cookie: toCookieHeader(token) } })
    } else if (token !== undefined) sessionCache.loadInBackground(token)
    else if (isAnonymous({ headers: { cookie } })) renders.add(`${path} visitor`, { path, headers: { cookie: '' } })
  }

  /** The cookies as far as the response depends on them: not if it is the same for all, or the session has ended. */
  function relevantCookie({ headers: { cookie = '' } }: IncomingMessage, { policy }: RequestRoute): string {
    const isForAll = isSharedResponse(policy.cache) || sessionCache.isUnknown(readRawSessionToken(cookie) ?? '')
    return isForAll ? '' : cookie
  }

  return function answerFromCopy(exchange: CachedExchange): boolean {
    const { request } = exchange
    if (!isRead(request) || !opening.isKnownOpen()) return false
    const { method, url = '' } = request
    const route = findRoute(request)
    const cookie = relevantCookie(request, route)
    const headers = { ...request.headers, cookie }
    const key = cacheKeyOf(route, { url, headers })
    if (key === undefined && !isAnonymous({ headers })) return false
    const send = findCached({ method, headers, url: key ?? url }, 'findEvenOutdated')
    if (send) send(exchange)
    else if (key !== undefined && responseCache.isConsistent()) prepareCopy(key, cookie)
    return send !== undefined
  }
}
