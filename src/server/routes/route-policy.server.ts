import type { Context, MiddlewareHandler } from 'hono'
import { matchedRoutes } from 'hono/route'
import type { Priority } from '#src/server/overload/load-shedding.server.ts'

const KB = 1024

/** Requests of one address that share a counter; the numbers are in ip-rate-limiter.server.ts. */
export type IpLimit =
  | 'webhooks'
  | 'current-user'
  | 'buying'
  | 'payment-status'
  | 'calls'
  | 'sign-in'
  | 'sign-in-pages'
  | 'pages'
  | 'files'

/** A file is sent as it is: its route checks type and size itself, and it may take as long as any request. */
type FileBody = {
  isFile: true
  /** On the disk of this machine or in a bucket. */
  isStored: boolean
  /** If its client must send it faster than in Node's one minute. */
  bodyTimeoutMs?: number
}
export type BodyPolicy = { accepts: readonly string[] | 'anything'; maxBytes: number } | FileBody

/** A response that all visitors share, until one of its cache tags is invalidated (migration 0003). */
export type SharedResponse = {
  /** `{id}` stands for the parameter of the path. */
  tags: readonly string[]
  /** Which queries may be cached: arbitrary ones would fill the cache. By default none. */
  isCacheableQuery?: (search: string) => boolean
}

/** `per-session`: private, but one answer for everyone who is not signed in. `revalidate`: not cached by us. */
export type CachePolicy = 'private' | 'per-session' | 'revalidate' | { maxAgeSeconds: number } | SharedResponse

export const isSharedResponse = (cache: CachePolicy | undefined): cache is SharedResponse =>
  typeof cache === 'object' && 'tags' in cache

export type RoutePolicy = {
  priority: Priority
  ipLimit: IpLimit
  body: BodyPolicy
  timeoutMs: number
  cache: CachePolicy
  whileClosed: boolean
  /** Whether other sites may call it: only if it needs no session. */
  crossOrigin?: true
  openapi?: 'public' | 'admin'
  /** Answered at once and for long, like a static file or a stream: it takes no concurrency slot. */
  bypassesQueue?: true
}

export const jsonUpTo = (kilobytes: number) => ({ accepts: ['application/json'], maxBytes: kilobytes * KB })
export const formUpTo = (kilobytes: number) => ({
  accepts: ['application/x-www-form-urlencoded', 'multipart/form-data'],
  maxBytes: kilobytes * KB,
})
/** Gateways sign the raw bytes, whatever content type they send. */
export const SIGNED_BODY = { accepts: 'anything', maxBytes: 64 * KB } as const satisfies BodyPolicy
/** Node's one-minute limit for a body, plus half a minute of processing. */
export const FILE_TIMEOUT_MS = 90_000

export const FILE_POLICY: RoutePolicy = {
  priority: 'browse',
  ipLimit: 'files',
  body: jsonUpTo(64),
  timeoutMs: 10_000,
  cache: 'revalidate',
  whileClosed: true,
  bypassesQueue: true,
}

export const PUBLIC_POLICY: RoutePolicy = {
  priority: 'browse',
  ipLimit: 'calls',
  body: jsonUpTo(64),
  timeoutMs: 10_000,
  cache: 'private',
  whileClosed: false,
}

const policies = new WeakMap<object, RoutePolicy>()

export function setPolicy<Handler extends object>(handler: Handler, policy: RoutePolicy): Handler {
  policies.set(handler, policy)
  return handler
}

export const withPolicy = (policy: RoutePolicy): MiddlewareHandler => setPolicy((_c, next) => next(), policy)

type Registered = { path: string; method: string; handler: Handler }
type Handler = { __COMPOSED_HANDLER?: Handler } & object

/** Hono wraps the handlers of a router with its own error handler. */
const bareHandler = (handler: Handler): Handler =>
  handler.__COMPOSED_HANDLER ? bareHandler(handler.__COMPOSED_HANDLER) : handler

const looked = new WeakMap<object, RoutePolicy | null>()

function policyOfHandler(handler: Handler): RoutePolicy | null {
  const known = looked.get(handler)
  if (known !== undefined) return known
  const policy = policies.get(bareHandler(handler)) ?? null
  looked.set(handler, policy)
  return policy
}

export function listPolicies(routes: readonly Registered[]): (Registered & { policy: RoutePolicy })[] {
  return routes.flatMap(({ method, path, handler }) => {
    const policy = policyOfHandler(handler)
    return policy ? [{ method, path, handler: bareHandler(handler), policy }] : []
  })
}

export function currentPolicy(c: Context): RoutePolicy | undefined {
  for (const { handler } of matchedRoutes(c)) {
    const policy = policyOfHandler(handler)
    if (policy) return policy
  }
  return undefined
}
