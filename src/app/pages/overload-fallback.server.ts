import type { IncomingMessage } from 'node:http'
import { LRUCache } from 'lru-cache'
import type { AppContext } from '#src/app/context.server.ts'
import { parseSessionToken } from '#src/features/auth/sessions/session-cookie.server.ts'
import type { CachedExchange } from '#src/server/cache/response-cache.server.ts'
import type { RequestRoute } from '#src/server/routes/route-table.server.ts'
import { log } from '#src/server/telemetry/log.server.ts'
import type { CacheLookup } from './cache-lookup.server.ts'
import { cacheKeyOf } from './page-policies.server.ts'
import { isAnonymous, isRead } from './serve-cached.server.ts'

const PAUSE_FACTOR = 3
const MAX_MISSING = 1000
const RETRY_MS = 5000
const NOT_FOUND_MS = 60_000

type Render = (path: string, headers: Record<string, string>) => Promise<Response> | Response

type OverloadFallback = Pick<AppContext, 'opening' | 'sessionCache'> & {
  findCached: CacheLookup
  findRoute: (request: IncomingMessage) => RequestRoute
  render: Render
}

/** Sends the cached copy of what an overloaded shop refuses; false without one. The busy page reloads itself for it. */
export function createOverloadFallback({ opening, sessionCache, findCached, findRoute, render }: OverloadFallback) {
  const renderInBackground = createBackgroundRendering(render)
  const isSignedOut = (cookie: string | undefined) => sessionCache.isMissing(parseSessionToken(cookie) ?? '')

  return function sendOutdated(exchange: CachedExchange): boolean {
    const { request } = exchange
    if (!isRead(request) || !opening.isKnownOpen()) return false
    const { method, url = '' } = request
    const headers = isSignedOut(request.headers.cookie) ? { ...request.headers, cookie: '' } : request.headers
    const key = cacheKeyOf(findRoute(request), { url, headers })
    // No session is looked up for a personal response.
    if (key === undefined && !isAnonymous({ headers })) return false
    const send = findCached({ method, headers, url: key ?? url }, 'findEvenOutdated')
    if (send) send(exchange)
    else if (key !== undefined) renderInBackground(key, { cookie: headers.cookie ?? '' })
    return send !== undefined
  }
}

type Missing = { path: string; headers: Record<string, string>; refusals: number; lastAt: number }

/** Renders what was refused most often, one response at a time and in at most a quarter of the time. */
export function createBackgroundRendering(render: Render) {
  const missing = new LRUCache<string, Missing>({ max: MAX_MISSING })
  const notFound = new LRUCache<string, true>({ max: MAX_MISSING, ttl: NOT_FOUND_MS })
  let isBusy = false
  let current: string | undefined

  function renderInBackground(path: string, headers: Record<string, string>): void {
    const key = `${path} ${isAnonymous({ headers }) ? 'visitor' : 'customer'}`
    if (key === current || notFound.has(path)) return
    missing.set(key, { path, headers, refusals: (missing.get(key)?.refusals ?? 0) + 1, lastAt: performance.now() })
    if (!isBusy) void renderNext()
  }

  async function renderNext(): Promise<void> {
    const since = performance.now() - RETRY_MS
    const [first, ...others] = [...missing.entries()].filter(([, { lastAt }]) => lastAt > since)
    if (!first) return missing.clear()
    const [key, next] = others.reduce((most, one) => (one[1].refusals > most[1].refusals ? one : most), first)
    missing.delete(key)
    isBusy = true
    current = key
    const startedAt = performance.now()
    try {
      const { status } = await render(next.path, next.headers)
      if (status === 404) notFound.set(next.path, true)
    } catch (err) {
      log.error('A page was not rendered in the background', { err })
    }
    current = undefined
    setTimeout(resume, (performance.now() - startedAt) * PAUSE_FACTOR).unref()
  }
  function resume() {
    isBusy = false
    void renderNext()
  }
  return renderInBackground
}
