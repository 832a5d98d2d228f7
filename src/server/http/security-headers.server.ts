import type { MiddlewareHandler } from 'hono'

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

/** Denies device access to documents that are not pages of the shop. */
export const DENY_DEVICE_PERMISSIONS = 'camera=(), microphone=(), geolocation=(), payment=(), usb=()'

/** For data and files: opened as a document, they load and run nothing. */
export const NO_DOCUMENT_CSP = "default-src 'none'; frame-ancestors 'none'"

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

type SecurityOptions = {
  https: boolean
  /** Whether a response without Cache-Control may be cached; others become private. */
  isCacheable?: (path: string) => boolean
}

/** Adds the security headers that a response has not set itself, and keeps errors out of caches. */
export function addSecurityHeaders({ https, isCacheable = () => true }: SecurityOptions): MiddlewareHandler {
  const defaults = Object.entries({ ...baseSecurityHeaders({ https }), 'content-security-policy': NO_DOCUMENT_CSP })
  return async (c, next) => {
    await next()
    // c.header() clones a foreign response into a mutable one, so it is called only once.
    c.header('x-content-type-options', 'nosniff')
    const { headers, status } = c.res
    for (const [name, value] of defaults) if (!headers.has(name)) headers.set(name, value)
    const cacheControl = headers.get('cache-control')
    if (status >= 400 && !cacheControl?.includes('no-store')) headers.set('cache-control', 'no-store')
    else if (cacheControl === null && !isCacheable(c.req.path)) headers.set('cache-control', 'private, no-store')
  }
}
