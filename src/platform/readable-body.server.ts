import type { MiddlewareHandler } from 'hono'
import { ShopError } from '#src/core/shop-error.ts'

/** A NUL as it may stand in a JSON text: by itself, which is no JSON, or written as an escape. */
const NUL = /\0|\\u0000/

/** Refuses JSON with a NUL in it: no person types one, and PostgreSQL keeps none in a text. */
export const refuseNul: MiddlewareHandler = async (c, next) => {
  const isJson = c.req.header('content-type')?.includes('json')
  if (isJson && NUL.test(await c.req.text()))
    throw new ShopError('invalid', 'There is a character in it that cannot be kept. Please remove it.')
  await next()
}
