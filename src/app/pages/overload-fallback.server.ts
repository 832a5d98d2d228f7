import type { IncomingMessage } from 'node:http'
import type { AppContext } from '#src/app/context.server.ts'
import type { IngressOptions } from '#src/app/ingress/request-pipeline.server.ts'
import { readRawSessionToken, toCookieHeader } from '#src/features/auth/sessions/session-cookie.server.ts'
import type { SessionUser } from '#src/features/auth/sessions/sessions.server.ts'
import { isRead } from '#src/server/http/request-checks.server.ts'
import { createBackgroundQueue } from '#src/server/overload/background-queue.server.ts'
import { isSharedResponse } from '#src/server/routes/route-policy.server.ts'
import type { RequestRoute } from '#src/server/routes/route-table.server.ts'
import type { CacheLookup } from './cache-lookup.server.ts'
import { customerPageKey } from './customer-pages.server.ts'
import { cacheKeyOf } from './page-policies.server.ts'
import { isAnonymous } from './serve-cached.server.ts'

const RETRY_MS = 1000
/** Addresses without a page must not keep the queue busy. */
const RETRY_MISSING_MS = 60_000

type RequestHeaders = { cookie: string }
type Render = (path: string, headers: RequestHeaders) => Promise<Response> | Response

type OverloadedShop = Pick<AppContext, 'opening' | 'sessionCache' | 'responseCache'> & {
  findCached: CacheLookup
  findRoute: (request: IncomingMessage) => RequestRoute
  render: Render
}

export type OverloadFallback = Pick<IngressOptions, 'fallBack' | 'isKnownAdmin'>

/** Sends an outdated copy of what an overloaded shop refuses, or prepares one for the reload of the busy page. */
export function createOverloadFallback({ findCached, findRoute, render, ...shop }: OverloadedShop): OverloadFallback {
  const { opening, sessionCache, responseCache } = shop
  const renders = createBackgroundQueue<{ path: string; headers: RequestHeaders }>({
    run: async ({ path, headers }) => {
      const response = await render(path, headers)
      await response.arrayBuffer()
      if (findCached({ method: 'GET', url: path, headers }, 'findEvenOutdated')) return 0
      return response.status >= 300 && response.status < 500 ? RETRY_MISSING_MS : RETRY_MS
    },
  })

  function findUser(token: string | undefined): SessionUser | undefined {
    if (token === undefined) return undefined
    if (!sessionCache.find(token)) sessionCache.loadInBackground(token)
    return sessionCache.findEvenOutdated(token)
  }

  const isKnownAdmin: OverloadFallback['isKnownAdmin'] = ({ headers: { cookie = '' } }) => {
    const token = readRawSessionToken(cookie)
    // Without notifications no session stays in memory.
    return responseCache.isConsistent() ? findUser(token)?.isAdmin === true : token !== undefined
  }

  function prepareCopy(path: string, isVisitor: boolean, token: string | undefined): void {
    if (isVisitor) return void renders.add(`${path} visitor`, { path, headers: { cookie: '' } })
    const user = findUser(token)
    if (token !== undefined && user)
      renders.add(customerPageKey(path, user.isAdmin), { path, headers: { cookie: toCookieHeader(token) } })
  }

  /** The cookies as far as the response depends on them: not if it is the same for all, or the session has ended. */
  const relevantCookie = ({ policy }: RequestRoute, cookie: string, token = '') =>
    isSharedResponse(policy.cache) || sessionCache.hasNoSession(token) ? '' : cookie

  const fallBack: OverloadFallback['fallBack'] = (exchange) => {
    const { request } = exchange
    const { method, url = '' } = request
    if (!isRead(request)) return 'refuse'
    const route = findRoute(request)
    if (route.policy.priority === 'admin') return isKnownAdmin(request) ? 'reserve' : 'refuse'
    if (!opening.isKnownOpen()) return 'refuse'
    const { cookie = '' } = request.headers
    const token = readRawSessionToken(cookie)
    const headers = { ...request.headers, cookie: relevantCookie(route, cookie, token) }
    const key = cacheKeyOf(route, { url, headers })
    const send = findCached({ method, headers, url: key ?? url }, 'findEvenOutdated')
    if (send) {
      send(exchange)
      return 'sent'
    }
    if (key === undefined || !responseCache.isConsistent()) return 'reserve'
    prepareCopy(key, isAnonymous({ headers }), token)
    return 'refuse'
  }
  return { fallBack, isKnownAdmin }
}
