import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Context } from 'hono'
import { LRUCache } from 'lru-cache'
import { userBlock, userQuery } from '#src/features/auth/auth.queries.ts'
import type { SessionCache } from '#src/features/auth/sessions/session-cache.server.ts'
import { readRawSessionToken, readSessionToken } from '#src/features/auth/sessions/session-cookie.server.ts'
import type { SessionUser } from '#src/features/auth/sessions/sessions.server.ts'
import type { Tagged } from '#src/server/cache/delayed-eviction.server.ts'
import {
  type CachedExchange,
  hashOfResponse,
  matchesEtag,
  type RenderedResponse,
} from '#src/server/cache/response-cache.server.ts'
import { createTaggedCache } from '#src/server/cache/tagged-cache.server.ts'
import { negotiateCached } from '#src/server/http/compression.server.ts'
import { type BodyEnd, closeEncoding, compressOpen, encodeEnd } from '#src/server/http/open-compression.server.ts'
import { END_OF_PAGE } from '#src/server/render/render-to-html.server.tsx'
import { renderPublicPage, type SharedPageOptions } from './page-response.server.ts'

const MAX_BYTES = 32 * 1024 * 1024
const RETRY_AFTER_MS = 10_000
const MAX_UNUSABLE = 1000

/** A page without its end, which says who is signed in. */
type OpenPage = Tagged & {
  rawHeaders: readonly string[]
  hash: string
  beginning: Awaited<ReturnType<typeof compressOpen>>
}

export type CustomerPages = ReturnType<typeof createCustomerPages>

/** Caches pages that are the same for all customers apart from the user block at their end. */
export function createCustomerPages(sessions: SessionCache) {
  const cache = createTaggedCache<OpenPage>({ maxSize: MAX_BYTES, sizeOf: bytesOf })
  const unusable = new LRUCache<string, true>({ max: MAX_UNUSABLE, ttl: RETRY_AFTER_MS })

  type Find<Value> = (key: string) => Value | undefined

  function findPage(request: PageRequest, findUser: Find<SessionUser>, get: Find<OpenPage>): CustomerPage | undefined {
    const { url = '', headers } = request
    const token = readRawSessionToken(headers.cookie ?? '')
    const user = token === undefined ? undefined : findUser(token)
    const page = user && get(customerPageKey(url, user.isAdmin))
    return page && { page, end: endFor(user) }
  }

  async function openPage(address: URL, { isAdmin }: SessionUser, pages: SharedPageOptions) {
    const key = customerPageKey(address.pathname, isAdmin)
    if (unusable.has(key)) return undefined
    const page = await cache.getOrCreate(key, () => renderOpenPage(address, isAdmin, pages))
    if (!page.tags) unusable.set(key, true)
    return page.tags && page
  }

  return {
    find: (request: PageRequest) => findPage(request, sessions.find, cache.get),
    findEvenOutdated: (request: PageRequest) => findPage(request, sessions.findEvenOutdated, cache.getEvenOutdated),

    /** The page of a signed-in customer; undefined if it has other personal parts. `address` is a cache key. */
    async serve(c: Context, address: URL, pages: SharedPageOptions): Promise<Response | undefined> {
      const user = await sessions.load(readSessionToken(c) ?? '')
      const page = user && (await openPage(address, user, pages))
      if (!page) return undefined
      const { status, rawHeaders, parts } = complete({ page, end: endFor(user) }, c.req.header())
      const headers = new Headers()
      for (let at = 0; at < rawHeaders.length; at += 2) headers.append(rawHeaders[at] ?? '', rawHeaders[at + 1] ?? '')
      return new Response(parts && new Uint8Array(Buffer.concat(parts)), { status, headers })
    },

    invalidate: cache.invalidate,
    setConsistent: cache.setConsistent,
  }
}

type PageRequest = Pick<IncomingMessage, 'url' | 'headers'>
type CustomerPage = { page: OpenPage; end: BodyEnd }

export function sendCustomerPage(found: CustomerPage, { request, response, requestId }: CachedExchange): void {
  const { status, rawHeaders, parts = [] } = complete(found, request.headers)
  response.cork()
  response.writeHead(status, [...rawHeaders, 'x-request-id', requestId])
  if (request.method !== 'HEAD') for (const part of parts) response.write(part)
  response.end()
}

type RequestHeaders = { [name: string]: string | string[] | undefined }

function complete({ page, end }: CustomerPage, given: RequestHeaders) {
  const encoding = negotiateCached(given['accept-encoding']?.toString())
  const etag = `"${page.hash}${end.hash}-${encoding}"`
  const rawHeaders = [...page.rawHeaders, 'etag', etag]
  if (encoding !== 'identity') rawHeaders.push('content-encoding', encoding)
  if (matchesEtag(given['if-none-match']?.toString(), etag)) return { status: 304, rawHeaders }
  const parts = closeEncoding(encoding, page.beginning, end)
  rawHeaders.push('content-length', String(parts.reduce((sum, { length }) => sum + length, 0)))
  return { status: 200, rawHeaders, parts }
}

const ends = new WeakMap<SessionUser, BodyEnd>()

function endFor(user: SessionUser): BodyEnd {
  const { id, email, name, isAdmin } = user
  const end = ends.get(user) ?? encodeEnd(Buffer.from(endOf({ id, email, name, isAdmin })))
  ends.set(user, end)
  return end
}

const endOf = (user: object) => userBlock(user) + END_OF_PAGE

export const customerPageKey = (path: string, isAdmin: boolean) => `${path} ${isAdmin ? 'admin' : 'customer'}`

const SOMEONE = { id: randomUUID(), email: `${randomUUID()}@customer.invalid`, name: randomUUID() }
const [USER_PATH] = userQuery.queryKey

/** Renders a page for an invented customer and cuts the user block off; without tags if it is found elsewhere, too. */
async function renderOpenPage(address: URL, isAdmin: boolean, pages: SharedPageOptions): Promise<OpenPage> {
  const user = { ...SOMEONE, isAdmin }
  const replaceCall = (path: string) => (path === USER_PATH ? Response.json(user) : undefined)
  const { headers, body, tags } = await renderPublicPage(address, { ...pages, replaceCall })
  const html = body.toString()
  const end = endOf(user)
  const rest = html.slice(0, -end.length)
  const isShared = html.endsWith(end) && !Object.values(SOMEONE).some((value) => rest.includes(value))
  return {
    rawHeaders: Object.entries(privateHeaders(headers)).flat(),
    hash: hashOfResponse(headers, rest),
    beginning: await compressOpen(Buffer.from(rest)),
    tags: isShared ? tags : undefined,
  }
}

function privateHeaders({ 'cdn-cache-control': _shared, ...headers }: RenderedResponse['headers']) {
  return { ...headers, 'cache-control': 'private, no-cache' }
}

const bytesOf = ({ beginning: { br, gzip, identity } }: OpenPage) => 2000 + br.length + gzip.length + identity.length
