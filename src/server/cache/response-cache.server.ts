import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { constants } from 'node:zlib'
import { LRUCache } from 'lru-cache'
import { isDatabaseUnavailable } from '#src/db/database-unavailable.server.ts'
import { compressBrotli, compressGzip, negotiateEncoding } from '#src/server/http/compression.server.ts'
import { createStaleCopies } from './stale-copies.server.ts'

/** What was made for an address, before it is packed. */
export type RenderedResponse = {
  status: number
  headers: Record<string, string>
  body: Buffer
  /** The data that it shows, by the names of the change feed; undefined for what may not be kept. */
  tags: ReadonlySet<string> | undefined
}

type Encoding = 'br' | 'gzip' | 'identity'
type Packed = { headers: Record<string, string>; etag: string; bytes: Buffer; sent: Sent }
/** As `writeHead` takes them without looking at each twice: names and values in turns. */
type Sent = { whole: readonly string[]; unchanged: readonly string[] }
export type CachedResponse = { status: number; encodings: Record<Encoding, Packed>; tags: ReadonlySet<string> }

const MAX_BYTES = 64 * 1024 * 1024
/** What no change tells of, such as a day that ends, is seen after this. */
const KEPT_AT_MOST_MS = 10 * 60_000
/** How often the time is looked at. */
const CLOCK_MS = 1000

export type ResponseCache = ReturnType<typeof createResponseCache>

/** Who may be given a copy of before waits for so long whether the database answers after all. */
const SLOW_MS = 2000

/** Whatever it is, it is not of now, and not to be kept by anybody. */
const asMade = ({ status, headers, body }: RenderedResponse): Promise<CachedResponse> =>
  pack({ status, headers, body, tags: undefined })

/**
 * Whole answers in memory, ready to be sent: everybody who is not signed in gets the same bytes. An answer goes when
 * something that it shows has changed; while changes may be missed (`certain(false)`) nothing is kept or given as true. Each
 * address is made once at a time, however many ask for it, and the least asked go when there are too many. While the
 * database does not answer, copies of what was kept are given, with what `markAsOf` says in them of their time.
 */
export function createResponseCache({
  maxBytes = MAX_BYTES,
  markAsOf = (made: RenderedResponse, _at: Date) => made,
} = {}) {
  const last = createStaleCopies({ maxBytes, bytesOf, mark: (answer, at) => asMade(markAsOf(madeOf(answer), at)) })
  const kept = new LRUCache<string, CachedResponse>({
    maxSize: maxBytes,
    sizeCalculation: bytesOf,
    ttl: KEPT_AT_MOST_MS,
    ttlResolution: CLOCK_MS,
  })
  const beingMade = new Map<string, Promise<CachedResponse>>()
  const changes = new Set<Set<string>>()
  let isCertain = false
  /** Counts how often the line was lost or found: what began in another era may have missed a change. */
  let era = 0

  /** Makes and packs; keeps it when nothing that it shows changed meanwhile. */
  async function make(address: string, admin: () => Promise<RenderedResponse>): Promise<CachedResponse> {
    const changedMeanwhile = new Set<string>()
    changes.add(changedMeanwhile)
    try {
      const began = era
      const made = await admin()
      const answer = await pack(made)
      const isTrue = isCertain && began === era && ![...changedMeanwhile].some((what) => shows(answer, what))
      if (made.tags && isTrue) kept.set(address, answer)
      return answer
    } finally {
      changes.delete(changedMeanwhile)
    }
  }

  async function makeOnce(address: string, admin: () => Promise<RenderedResponse>): Promise<CachedResponse> {
    const making = beingMade.get(address) ?? make(address, admin)
    beingMade.set(address, making)
    try {
      return await making
    } finally {
      if (beingMade.get(address) === making) beingMade.delete(address)
    }
  }

  /** The copy of before, unless the database answers in time. */
  async function makeOrCopy(address: string, admin: () => Promise<RenderedResponse>): Promise<CachedResponse> {
    if (last.isAway()) return (await last.copyOf(address)) ?? makeOnce(address, admin)
    const made = await Promise.race([
      makeOnce(address, admin).catch(unlessAway),
      sleep(SLOW_MS, undefined, { ref: false }),
    ])
    if (made && made.status !== 503) return made
    last.away()
    return (await last.copyOf(address)) ?? makeOnce(address, admin)
  }

  return {
    /** What is kept for this request, for `sendKept`. */
    find: ({ url }: Pick<IncomingMessage, 'url'>): CachedResponse | undefined =>
      url === undefined ? undefined : (kept.get(url) ?? last.find(url)),

    /** The answer for an address: kept, made by somebody who asked just before, or made now. */
    async getOrCreate(address: string, asked: Headers, admin: () => Promise<RenderedResponse>): Promise<Response> {
      const answer = kept.get(address) ?? (await (last.has(address) ? makeOrCopy : makeOnce)(address, admin))
      return responseOf(answer, asked)
    },

    /** Whether there is a copy of before for whoever cannot be asked who they are, because `error` is the database's. */
    canServeStale(address: string, error?: unknown): boolean {
      if (!last.has(address)) return false
      if (error !== undefined && isDatabaseUnavailable(error)) last.away()
      return last.isAway()
    },

    invalidate(what: string): void {
      for (const changedMeanwhile of changes) changedMeanwhile.add(what)
      // Who asks from now on must not get what was begun before.
      beingMade.clear()
      for (const [address, answer] of kept.entries()) if (shows(answer, what)) kept.delete(address)
      last.forget((answer) => shows(answer, what))
    },

    isConsistent: () => isCertain,

    setConsistent(is: boolean): void {
      if (is) last.back()
      else for (const [address, { value }] of kept.dump()) last.keep(address, value)
      isCertain = is
      era += 1
      beingMade.clear()
      kept.clear()
    },
  }
}

type Asked = { request: IncomingMessage; response: ServerResponse; requestId: string }

/** Sends what is kept, ahead of everything else. No header may be set before: all are handed over as they lie ready. */
export function sendCachedResponse(
  { status, encodings }: CachedResponse,
  { request, response, requestId }: Asked,
): void {
  const { headers, method } = request
  const { etag, sent, bytes } = encodings[encodingFor(headers['accept-encoding'])]
  if (headers['if-none-match'] === etag) response.writeHead(304, [...sent.unchanged, 'X-Request-Id', requestId]).end()
  else response.writeHead(status, [...sent.whole, 'X-Request-Id', requestId]).end(method === 'HEAD' ? undefined : bytes)
}

/** Nothing came, if it was the database that did not answer. */
function unlessAway(error: unknown): undefined {
  if (!isDatabaseUnavailable(error)) throw error
}

const bytesOf = ({ encodings }: CachedResponse) =>
  Object.values(encodings).reduce((sum, { bytes }) => sum + bytes.length, 1000)

const madeOf = ({ status, encodings: { identity }, tags }: CachedResponse): RenderedResponse => {
  const { etag: _etag, 'content-length': _length, ...headers } = identity.headers
  return { status, headers, body: identity.bytes, tags }
}

/** `products:7` changes what shows `products:7`, and what shows all `products`. */
function shows({ tags: shown }: Pick<CachedResponse, 'tags'>, changed: string): boolean {
  return shown.has(changed) || shown.has(changed.split(':', 1)[0] ?? '')
}

function responseOf({ status, encodings }: CachedResponse, asked: Headers): Response {
  const { headers, bytes, etag } = encodings[encodingFor(asked.get('accept-encoding'))]
  if (status === 200 && asked.get('if-none-match') === etag)
    return new Response(null, { status: 304, headers: ofNothing(headers) })
  return new Response(new Uint8Array(bytes), { status, headers })
}

const PACKINGS = ['br', 'gzip'] as const

const encodingFor = (accepted: string | string[] | null | undefined): Encoding =>
  negotiateEncoding(PACKINGS, accepted?.toString()) ?? 'identity'

/** Half the time of the best quality for a few percent more bytes: it is packed anew after every change. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }

async function pack({ status, headers, body, tags }: RenderedResponse): Promise<CachedResponse> {
  const [br, gz] = await Promise.all([compressBrotli(body, BROTLI), compressGzip(body, { level: 6 })])
  const hash = createHash('sha256').update(body).update(JSON.stringify(headers)).digest('base64url').slice(0, 22)
  const as = (encoding: Encoding, bytes: Buffer): Packed => {
    const etag = `"${hash}-${encoding}"`
    const packing: Record<string, string> = encoding === 'identity' ? {} : { 'content-encoding': encoding }
    const said: Record<string, string> = { ...headers, 'content-length': String(bytes.length), etag, ...packing }
    const sent = { whole: Object.entries(said).flat(), unchanged: Object.entries(ofNothing(said)).flat() }
    return { bytes, etag, headers: said, sent }
  }
  const packed = { br: as('br', br), gzip: as('gzip', gz), identity: as('identity', body) }
  return { status, encodings: packed, tags: tags ?? new Set() }
}

function ofNothing({ 'content-length': _length, ...headers }: Record<string, string>): Record<string, string> {
  return headers
}
