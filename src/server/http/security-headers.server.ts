import { createHash } from 'node:crypto'
import type { MiddlewareHandler } from 'hono'
import { type CachePolicy, currentPolicy } from '#src/server/routes/route-policy.server.ts'

/** Headers of every response; with HTTPS also HSTS for two years. */
export function baseSecurityHeaders({ https }: { https: boolean }): Record<string, string> {
  return {
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cross-origin-resource-policy': 'same-origin',
    ...(https && { 'strict-transport-security': 'max-age=63072000; includeSubDomains' }),
  }
}

export const DENY_DEVICE_PERMISSIONS = 'camera=(), microphone=(), geolocation=(), payment=(), usb=()'

/** For data and files: opened as a document, they load and run nothing. */
export const NO_DOCUMENT_CSP = "default-src 'none'; frame-ancestors 'none'"

export const cspHash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

type DataOptions = { https: boolean; type?: string }

/** Headers for responses that pass no middleware and must not be cached, such as rejections and health endpoints. */
export function uncachedDataHeaders({ https, type = 'application/json; charset=utf-8' }: DataOptions) {
  return {
    ...baseSecurityHeaders({ https }),
    'content-security-policy': NO_DOCUMENT_CSP,
    'content-type': type,
    'cache-control': 'no-store',
  }
}

/** Set once the API has added the headers, so that the app around it does not add them again. */
const HAS_HEADERS = 'hasSecurityHeaders'

/** Adds the headers that a response has not set itself: security, and caching as its route's policy says. */
export function addSecurityHeaders({ https }: { https: boolean }): MiddlewareHandler {
  const defaults = Object.entries({ ...baseSecurityHeaders({ https }), 'content-security-policy': NO_DOCUMENT_CSP })
  return async (c, next) => {
    await next()
    if (c.get(HAS_HEADERS)) return
    c.set(HAS_HEADERS, true)
    // c.header() clones a foreign response into a mutable one, so it is called only once.
    c.header('x-content-type-options', 'nosniff')
    const { headers, status } = c.res
    for (const [name, value] of defaults) if (!headers.has(name)) headers.set(name, value)
    const cacheControl = headers.get('cache-control')
    const policy = currentPolicy(c)
    if (status >= 400 && !cacheControl?.includes('no-store')) headers.set('cache-control', 'no-store')
    else if (cacheControl === null && policy) headers.set('cache-control', cacheControlOf(policy.cache))
  }
}

function cacheControlOf(cache: CachePolicy): string {
  if (cache === 'private' || cache === 'per-session') return 'private, no-store'
  return typeof cache === 'object' && 'maxAgeSeconds' in cache
    ? `public, max-age=${cache.maxAgeSeconds}`
    : 'public, no-cache'
}
