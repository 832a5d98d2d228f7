import type { MiddlewareHandler } from 'hono'
import { DomainError } from '#src/core/domain-error.ts'

const READS = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Refuses state-changing calls that another site makes with our visitor's cookies. Browsers name the origin of every
 * such call, or say in Sec-Fetch-Site where it comes from; a caller that sends neither may not bring a cookie. Ours is
 * the address that shoppers see; where that is not known, the host that was asked.
 */
export function requireSameOrigin(publicUrl?: string): MiddlewareHandler {
  const own = publicUrl && new URL(publicUrl).origin
  const isOwn = (origin: string, asked: string) =>
    own ? origin === own : URL.canParse(origin) && new URL(origin).host === new URL(asked).host
  return async (c, next) => {
    if (!READS.has(c.req.method) && !isFromHere(c.req, isOwn))
      throw new DomainError('not-allowed', 'This call must come from the shop itself.')
    await next()
  }
}

type Asked = { url: string; header: (name: string) => string | undefined }

function isFromHere(request: Asked, isOwn: (origin: string, asked: string) => boolean): boolean {
  const origin = request.header('origin')
  if (origin) return isOwn(origin, request.url)
  const site = request.header('sec-fetch-site')
  if (site) return site === 'same-origin' || site === 'none'
  return request.header('cookie') === undefined
}
