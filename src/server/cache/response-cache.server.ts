import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { isDatabaseUnavailable } from '#src/db/database.server.ts'
import { compressForCache, negotiateCached } from '#src/server/http/compression.server.ts'
import { hasTag, isStockTag, type Tagged } from './delayed-eviction.server.ts'
import { createStaleCopies } from './stale-copies.server.ts'
import { createTaggedCache } from './tagged-cache.server.ts'

export type RenderedResponse = Tagged & { status: number; headers: Record<string, string>; body: Buffer }

type Encoding = keyof Awaited<ReturnType<typeof compressForCache>>
type EncodedBody = { headers: Record<string, string>; etag: string; bytes: Buffer; rawHeaders: RawHeaders }
/** Header names and values in turn, as `writeHead` takes them. */
type RawHeaders = { full: readonly string[]; unchanged: readonly string[] }
export type CachedResponse = Tagged & { status: number; encodings: Record<Encoding, EncodedBody> }

const MAX_BYTES = 64 * 1024 * 1024

export type ResponseCache = ReturnType<typeof createResponseCache>

const SLOW_MS = 2000

const toUncached = ({ status, headers, body }: RenderedResponse): Promise<CachedResponse> =>
  compressAll({ status, headers, body, tags: undefined })

/** Caches responses that anonymous visitors share. A changed tag evicts them; stale copies bridge an outage. */
export function createResponseCache({
  maxBytes = MAX_BYTES,
  addNotice = (rendered: RenderedResponse, _at: Date) => rendered,
} = {}) {
  const mark = (cached: CachedResponse, at: Date) => toUncached(addNotice(toRendered(cached), at))
  const stale = createStaleCopies({ maxBytes, bytesOf, mark })
  const cache = createTaggedCache<CachedResponse>({ maxSize: maxBytes, sizeOf: bytesOf })

  const renderOnce = (address: string, render: Render) =>
    cache.getOrCreate(address, async () => compressAll(await render()))

  async function renderOrStale(address: string, render: Render): Promise<CachedResponse> {
    if (stale.isUnavailable()) return (await stale.getStale(address)) ?? renderOnce(address, render)
    const rendered = await Promise.race([
      renderOnce(address, render).catch(ignoreDatabaseUnavailable),
      sleep(SLOW_MS, undefined, { ref: false }),
    ])
    if (rendered && rendered.status !== 503) return rendered
    stale.markUnavailable()
    return (await stale.getStale(address)) ?? renderOnce(address, render)
  }

  return {
    find: ({ url }: Pick<IncomingMessage, 'url'>): CachedResponse | undefined =>
      url === undefined ? undefined : (cache.get(url) ?? stale.find(url)),

    findEvenOutdated: ({ url }: Pick<IncomingMessage, 'url'>): CachedResponse | undefined =>
      url === undefined ? undefined : (cache.getEvenOutdated(url) ?? stale.find(url)),

    async getOrCreate(address: string, requestHeaders: Headers, render: Render): Promise<Response> {
      const cached = cache.get(address) ?? (await (stale.has(address) ? renderOrStale : renderOnce)(address, render))
      return toResponse(cached, requestHeaders)
    },

    /** Whether a stale copy can be served, given that `error` may come from the database. */
    canServeStale(address: string, error?: unknown): boolean {
      if (!stale.has(address)) return false
      if (error !== undefined && isDatabaseUnavailable(error)) stale.markUnavailable()
      return stale.isUnavailable()
    },

    invalidate(tag: string): void {
      cache.invalidate(tag)
      if (!isStockTag(tag)) stale.invalidate((cached) => hasTag(cached, tag))
    },

    isConsistent: cache.isConsistent,

    setConsistent(is: boolean): void {
      if (is) stale.markAvailable()
      else for (const [address, cached] of cache.entries()) stale.store(address, cached)
      cache.setConsistent(is)
    },
  }
}

type Render = () => Promise<RenderedResponse>
export type CachedExchange = { request: IncomingMessage; response: ServerResponse; requestId: string }

/** Sends a cached response. No header may be set before. */
export function sendCachedResponse(
  { status, encodings }: CachedResponse,
  { request, response, requestId }: CachedExchange,
): void {
  const { headers, method } = request
  const { etag, rawHeaders, bytes } = encodings[negotiateCached(headers['accept-encoding']?.toString())]
  if (matchesEtag(headers['if-none-match'], etag))
    response.writeHead(304, [...rawHeaders.unchanged, 'X-Request-Id', requestId]).end()
  else
    response
      .writeHead(status, [...rawHeaders.full, 'X-Request-Id', requestId])
      .end(method === 'HEAD' ? undefined : bytes)
}

/** Whether `If-None-Match` names the tag: alone, in a list, marked as weak by a proxy, or as `*`. */
export function matchesEtag(wanted: string | null | undefined, etag: string): boolean {
  if (!wanted) return false
  return wanted === etag || wanted === '*' || (wanted.match(/"[^"]*"/g)?.includes(etag) ?? false)
}

function ignoreDatabaseUnavailable(error: unknown): undefined {
  if (!isDatabaseUnavailable(error)) throw error
}

const bytesOf = ({ encodings }: CachedResponse) =>
  Object.values(encodings).reduce((sum, { bytes }) => sum + bytes.length, 1000)

const toRendered = ({ status, encodings: { identity }, tags }: CachedResponse): RenderedResponse => {
  const { etag: _etag, 'content-length': _length, ...headers } = identity.headers
  return { status, headers, body: identity.bytes, tags }
}

function toResponse({ status, encodings }: CachedResponse, requestHeaders: Headers): Response {
  const { headers, bytes, etag } = encodings[negotiateCached(requestHeaders.get('accept-encoding'))]
  if (status === 200 && matchesEtag(requestHeaders.get('if-none-match'), etag))
    return new Response(null, { status: 304, headers: withoutLength(headers) })
  return new Response(new Uint8Array(bytes), { status, headers })
}

async function compressAll({ status, headers, body, tags }: RenderedResponse): Promise<CachedResponse> {
  const { br, gzip, identity } = await compressForCache(body)
  const hash = hashOfResponse(headers, body)
  const encode = (encoding: Encoding, bytes: Buffer): EncodedBody => {
    const etag = `"${hash}-${encoding}"`
    const withEncoding: Record<string, string> = { ...headers, 'content-length': String(bytes.length), etag }
    if (encoding !== 'identity') withEncoding['content-encoding'] = encoding
    const rawHeaders = {
      full: Object.entries(withEncoding).flat(),
      unchanged: Object.entries(withoutLength(withEncoding)).flat(),
    }
    return { bytes, etag, headers: withEncoding, rawHeaders }
  }
  const encodings = {
    br: encode('br', br),
    gzip: encode('gzip', gzip),
    identity: encode('identity', identity),
  }
  return { status, encodings, tags }
}

export const hashOfResponse = (headers: Record<string, string>, body: Buffer | string): string =>
  createHash('sha256').update(body).update(JSON.stringify(headers)).digest('base64url').slice(0, 22)

function withoutLength({ 'content-length': _length, ...headers }: Record<string, string>): Record<string, string> {
  return headers
}
