import type { MiddlewareHandler } from 'hono'

/** What browsers are told with every answer, whatever it is. Over https also to come back by https only, for two years. */
export function baseSecurityHeaders({ https }: { https: boolean }): Record<string, string> {
  return {
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cross-origin-resource-policy': 'same-origin',
    ...(https && { 'strict-transport-security': 'max-age=63072000; includeSubDomains' }),
  }
}

/** Nothing of the device for documents that are no screen of the shop. */
export const DENY_DEVICE_PERMISSIONS = 'camera=(), microphone=(), geolocation=(), payment=(), usb=()'

/** For data and files: opened as a document, they load and run nothing. */
export const NO_DOCUMENT_CSP = "default-src 'none'; frame-ancestors 'none'"

type Data = { https: boolean; type?: string }

/** For answers that pass no middleware, and that nobody keeps: refusals, and what whoever runs the shop asks for. */
export function uncachedDataHeaders({ https, type = 'application/json; charset=utf-8' }: Data) {
  return {
    ...baseSecurityHeaders({ https }),
    'content-security-policy': NO_DOCUMENT_CSP,
    'content-type': type,
    'cache-control': 'no-store',
  }
}

type Securing = {
  https: boolean
  /** Which answers without a word about it may be kept; the others are for one person alone. */
  mayBeKept?: (path: string) => boolean
}

/**
 * Gives every answer the headers that it has not given itself. What is no page is no document either, and no refusal is
 * kept by anybody.
 */
export function addSecurityHeaders({ https, mayBeKept = () => true }: Securing): MiddlewareHandler {
  const everywhere = Object.entries({ ...baseSecurityHeaders({ https }), 'content-security-policy': NO_DOCUMENT_CSP })
  return async (c, next) => {
    await next()
    // Only headers of an answer of our own can be set, and each call of this makes one anew: so one call, and no more.
    c.header('x-content-type-options', 'nosniff')
    const { headers, status } = c.res
    for (const [name, value] of everywhere) if (!headers.has(name)) headers.set(name, value)
    const keeping = headers.get('cache-control')
    if (status >= 400 && !keeping?.includes('no-store')) headers.set('cache-control', 'no-store')
    else if (keeping === null && !mayBeKept(c.req.path)) headers.set('cache-control', 'private, no-store')
  }
}
