import { OpenAPIHono } from '@hono/zod-openapi'
import type { Context, Env, Hono } from 'hono'
import { formatValidationError } from '#src/server/http/error-handler.server.ts'

/** Creates a router for a feature's routes, which validates input by their contracts before a handler runs. */
export function createApiRouter<E extends Env = Env>() {
  return new OpenAPIHono<E>({
    defaultHook: (result, c) => {
      if (!result.success) return c.json(formatValidationError(result.error), result.target === 'param' ? 404 : 400)
    },
  })
}

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']

/** Answers an unknown route: 405 with `Allow` if the path exists with another method, else 404. */
export function handleUnknownRoute(api: Pick<Hono, 'router' | 'routes'>, c: Context) {
  const allowed = METHODS.filter((method) => hasRoute(api, method, c.req.path))
  if (allowed.length === 0) return c.json({ message: 'Not found.' }, 404)
  c.header('Allow', allowed.join(', '))
  return c.json({ message: `${c.req.method} is not allowed here.` }, 405)
}

/** Middleware is registered for ALL methods, so only a handler of this method counts. */
function hasRoute(api: Pick<Hono, 'router' | 'routes'>, method: string, path: string): boolean {
  const [handlers] = api.router.match(method, path)
  return handlers.some(([[, route]]) => route.method === method)
}
