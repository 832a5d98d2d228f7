import { OpenAPIHono } from '@hono/zod-openapi'
import type { Context, Env, Hono } from 'hono'
import { formatValidationError } from '#src/server/http/error-handler.server.ts'

/** A feature's routes: described by `createRoute` with the contract's shapes, so that input is parsed before a handler runs. */
export function createApiRouter<E extends Env = Env>() {
  return new OpenAPIHono<E>({
    defaultHook: (result, c) => {
      if (!result.success) return c.json(formatValidationError(result.error), result.target === 'param' ? 404 : 400)
    },
  })
}

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']

/** Answers a call that no route took: 405 with `Allow` where the path exists with another method, else 404. */
export function handleUnknownRoute(api: Pick<Hono, 'router' | 'routes'>, c: Context) {
  const allowed = METHODS.filter((method) => hasRoute(api, method, c.req.path))
  if (allowed.length === 0) return c.json({ message: 'There is no such call.' }, 404)
  c.header('Allow', allowed.join(', '))
  return c.json({ message: `${c.req.method} is not possible here.` }, 405)
}

/** Middleware is registered for ALL methods; only a handler of this very method makes the path a known one. */
function hasRoute(api: Pick<Hono, 'router' | 'routes'>, method: string, path: string): boolean {
  const [handlers] = api.router.match(method, path)
  return handlers.some(([[, route]]) => route.method === method)
}
