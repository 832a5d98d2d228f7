import type { Env, Hono } from 'hono'
import { requireSameOrigin } from '#src/server/http/csrf.server.ts'
import { handleError } from '#src/server/http/error-handler.server.ts'
import { createApiRouter, handleUnknownRoute } from '#src/server/openapi/api-router.server.ts'

/** Mounts a feature's routes under /api with the shop's error handling. */
export function createTestApi<E extends Env>(routes: Hono<E>) {
  const api = createApiRouter().basePath('/api')
  api.onError(handleError)
  api.notFound((c) => handleUnknownRoute(api, c))
  api.use(requireSameOrigin())
  api.route('/', routes)
  return api
}
