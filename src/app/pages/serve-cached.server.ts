import type { IncomingMessage } from 'node:http'
import type { Context } from 'hono'
import { parseSessionToken } from '#src/features/auth/sessions/session-cookie.server.ts'
import type { RenderedResponse, ResponseCache } from '#src/server/cache/response-cache.server.ts'
import { isRead } from '#src/server/http/request-checks.server.ts'
import type { SharedCalls } from './shared-calls.server.ts'

const VARY = { vary: 'Accept-Encoding, Cookie' }

/** Browsers revalidate, because signing in changes pages. Only shared caches may serve stale ones (RFC 9213). */
export const PUBLIC_PAGE_HEADERS = {
  'cache-control': 'public, max-age=0, must-revalidate, s-maxage=30',
  'cdn-cache-control': 'max-age=30, stale-while-revalidate=300, stale-if-error=3600',
  ...VARY,
}

export const isAnonymous = ({ headers }: Pick<IncomingMessage, 'headers'>): boolean =>
  parseSessionToken(headers.cookie) === undefined

type CachedRead = {
  cache: ResponseCache
  make: (address: string) => Promise<RenderedResponse>
  isUnread?: (url: URL) => boolean
  /** Whether a token belongs to a session: an invented one gets the shared response. */
  isSession?: (token: string) => Promise<boolean>
}

/** The shared response of a request; undefined if it is personal or not cacheable. */
export async function serveCached(
  c: Context,
  { cache, make, isUnread, isSession = async () => true }: CachedRead,
): Promise<Response | undefined> {
  if (import.meta.env.DEV || !isRead(c.req)) return undefined
  const address = toCacheKey(new URL(c.req.url), isUnread)
  if (address === undefined) return undefined
  const token = parseSessionToken(c.req.header('cookie'))
  if (token !== undefined && (await isSignedIn())) return undefined
  return cache.getOrCreate(address, c.req.raw.headers, () => make(address))

  /** While the database is unavailable, everyone gets the stale public copy. */
  async function isSignedIn(): Promise<boolean> {
    if (cache.canServeStale(address ?? '')) return false
    return isSession(token ?? '').catch((error) => {
      if (cache.canServeStale(address ?? '', error)) return false
      throw error
    })
  }
}

/** The cache key: a canonical path without a meaningful query. Others would fill the cache. */
export function toCacheKey(
  url: URL,
  isUnread: (url: URL) => boolean = ({ search }) => search === '',
): string | undefined {
  const { pathname } = url
  return SPELLING.test(pathname) && isUnread(url) ? pathname : undefined
}

/** Without escapes, and without a slash at the end or twice. */
const SPELLING = /^(\/|(\/[\w.-]+)+)$/

type PublicCalls = { cache: ResponseCache; calls: SharedCalls; ask: (path: string) => Promise<Response> }

/** Public data for a page, from the cache and without cookies; undefined while the cache is inconsistent. */
export function readCached(path: string, { cache, ...shop }: PublicCalls): Promise<Response> | undefined {
  if (import.meta.env.DEV || !cache.isConsistent() || !shop.calls.isCacheable(path)) return undefined
  return cache.getOrCreate(path, NO_HEADERS, () => createPublicResponse(path, shop))
}

const NO_HEADERS = new Headers()

export async function createPublicResponse(
  address: string,
  { calls, ask }: Omit<PublicCalls, 'cache'>,
): Promise<RenderedResponse> {
  const answer = await ask(address)
  const isForAll = answer.status === 200 && !answer.headers.has('set-cookie')
  return {
    status: answer.status,
    headers: { ...Object.fromEntries(answer.headers), ...VARY },
    body: Buffer.from(await answer.arrayBuffer()),
    tags: isForAll ? calls.tagsOf([address]) : undefined,
  }
}
