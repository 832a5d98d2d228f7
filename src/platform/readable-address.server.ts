import type { MiddlewareHandler } from 'hono'
import { ShopError } from '#src/core/shop-error.ts'

/** Refuses addresses with a NUL in them: nobody types one, and PostgreSQL cannot even be asked for it. */
export const refuseNulInAddress: MiddlewareHandler = async (c, next) => {
  const [path = '', query = ''] = c.req.url.split('?', 2)
  if (path.includes('%00')) throw new ShopError('not-found', 'There is no such thing.')
  if (query.includes('%00')) throw new ShopError('invalid', 'There is a character in it that nothing can have.')
  await next()
}
