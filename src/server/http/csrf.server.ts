import type { MiddlewareHandler } from 'hono'
import { DomainError } from '#src/core/domain-error.ts'

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Rejects state-changing calls from other sites, by Origin or else Sec-Fetch-Site. A caller that sends neither may not
 * send a cookie.
 */
export function requireSameOrigin(publicUrl?: string): MiddlewareHandler {
  const own = publicUrl && new URL(publicUrl).origin
  const isOwn = (origin: string, url: string) =>
    own ? origin === own : URL.canParse(origin) && new URL(origin).host === new URL(url).host
  return async (c, next) => {
    if (!SAFE_METHODS.has(c.req.method) && !isSameOrigin(c.req, isOwn))
      throw new DomainError('not-allowed', 'This call must come from the shop itself.')
    await next()
  }
}

type RequestHeaders = { url: string; header: (name: string) => string | undefined }

function isSameOrigin(request: RequestHeaders, isOwn: (origin: string, url: string) => boolean): boolean {
  const origin = request.header('origin')
  if (origin) return isOwn(origin, request.url)
  const site = request.header('sec-fetch-site')
  if (site) return site === 'same-origin' || site === 'none'
  return request.header('cookie') === undefined
}
