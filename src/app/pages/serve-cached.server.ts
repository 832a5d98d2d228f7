import type { IncomingMessage } from 'node:http'
import type { Context } from 'hono'
import { parseSessionToken } from '#src/features/auth/sessions/session-cookie.server.ts'
import type { RenderedResponse, ResponseCache } from '#src/server/cache/response-cache.server.ts'
import { cacheTagsOf, isCacheableRoute } from './cacheable-routes.ts'

const VARY = { vary: 'Accept-Encoding, Cookie' }

/**
 * A browser asks every time, because whoever signs in must see their own page at once. Caches on the way may keep a page
 * for a moment; only they are told (RFC 9213) to give an old one while they fetch the new, or when the shop cannot answer,
 * because a browser that does so shows people what they have just changed as it was before.
 */
export const PUBLIC_PAGE_HEADERS = {
  'cache-control': 'public, max-age=0, must-revalidate, s-maxage=30',
  'cdn-cache-control': 'max-age=30, stale-while-revalidate=300, stale-if-error=3600',
  ...VARY,
}

/** What is kept for everybody is for this request too. */
export function isAnonymousRead({ method, headers }: Pick<IncomingMessage, 'method' | 'headers'>): boolean {
  return (method === 'GET' || method === 'HEAD') && parseSessionToken(headers.cookie) === undefined
}

type ThroughKept = {
  kept: ResponseCache
  make: (address: string) => Promise<RenderedResponse>
  /** Whether the answer is the same without the query. */
  isUnread?: (url: URL) => boolean
  /** Whether a token that looks like one is a session's: who invents tokens gets what everybody gets, and no page of their own. */
  isSession?: (token: string) => Promise<boolean>
}

/** The kept answer to a request, made if it must be; undefined for one that is personal or not to be kept. */
export async function serveCached(
  c: Context,
  { kept, make, isUnread, isSession = async () => true }: ThroughKept,
): Promise<Response | undefined> {
  const { method, url } = c.req
  if (import.meta.env.DEV || method !== 'GET') return undefined
  const address = toCacheKey(new URL(url), isUnread)
  if (address === undefined) return undefined
  const token = parseSessionToken(c.req.header('cookie'))
  if (token !== undefined && (await isSomebody())) return undefined
  return kept.getOrCreate(address, c.req.raw.headers, () => make(address))

  /** While the database cannot say whose session it is, everybody gets what was last shown to everybody. */
  async function isSomebody(): Promise<boolean> {
    if (kept.canServeStale(address ?? '')) return false
    return isSession(token ?? '').catch((error) => {
      if (kept.canServeStale(address ?? '', error)) return false
      throw error
    })
  }
}

/**
 * Only addresses without a query that means something are kept, in the one spelling that we write ourselves: queries and
 * spellings are without end, and would push out what many ask for.
 */
export function toCacheKey(
  url: URL,
  isUnread: (url: URL) => boolean = ({ search }) => search === '',
): string | undefined {
  const { pathname } = url
  return OWN_SPELLING.test(pathname) && !/^\/admin(\/|$)/.test(pathname) && isUnread(url) ? pathname : undefined
}

const OWN_SPELLING =
  /^(\/|(\/[a-z0-9-]+)+|\/api\/trace\/[\w-]+|\/robots\.txt|\/sitemap(-\d+)?\.xml|\/feeds\/[a-z]+\.xml)$/

/**
 * What a page shows of the data that is the same for everybody, from memory whoever the page is for: asked for without
 * whoever looks, so nothing of theirs is in it. Undefined for a call that is to be made, which all are while changes may be
 * missed: what is not kept would be packed for nobody. At the process that wrote, whoever changed something sees it at
 * once; on a page of another it may be missing for the second in which the news come, or for as long as a broken line
 * goes unnoticed (docs/scale.md).
 */
export function readCached(path: string, kept: ResponseCache, ask: Ask): Promise<Response> | undefined {
  if (import.meta.env.DEV || !kept.isConsistent() || !isCacheableRoute(path)) return undefined
  return kept.getOrCreate(path, NOTHING_ASKED, () => createPublicResponse(path, ask))
}

const NOTHING_ASKED = new Headers()

type Ask = (path: string) => Promise<Response>

/** The bytes of a public call's answer. */
export async function createPublicResponse(address: string, ask: Ask): Promise<RenderedResponse> {
  const answer = await ask(address)
  const isForAll = answer.status === 200 && !answer.headers.has('set-cookie')
  return {
    status: answer.status,
    headers: { 'cache-control': 'public, no-cache', ...Object.fromEntries(answer.headers), ...VARY },
    body: Buffer.from(await answer.arrayBuffer()),
    tags: isForAll ? cacheTagsOf([address]) : undefined,
  }
}
