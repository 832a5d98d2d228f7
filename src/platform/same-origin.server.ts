import type { MiddlewareHandler } from 'hono'
import { ShopError } from '#src/core/shop-error.ts'

const READS = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Refuses state-changing calls that another site makes with our visitor's cookies. Browsers name the origin of every
 * such call, or say in Sec-Fetch-Site where it comes from; a caller that sends neither may not bring a cookie.
 */
export const sameOriginOnly: MiddlewareHandler = async (c, next) => {
  if (!READS.has(c.req.method) && !isFromHere(c.req))
    throw new ShopError('not-allowed', 'This call must come from the shop itself.')
  await next()
}

function isFromHere(request: { url: string; header: (name: string) => string | undefined }): boolean {
  const origin = request.header('origin')
  if (origin) return URL.canParse(origin) && new URL(origin).host === new URL(request.url).host
  const site = request.header('sec-fetch-site')
  if (site) return site === 'same-origin' || site === 'none'
  return request.header('cookie') === undefined
}
