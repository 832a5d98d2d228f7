import type { Env, Hono } from 'hono'
import { answerUnknownCall, apiRouter } from '#src/platform/api-router.server.ts'
import { answerError } from '#src/platform/http-errors.server.ts'
import { sameOriginOnly } from '#src/platform/same-origin.server.ts'

/** A feature's routes under /api behind the answers that the whole shop gives: refusals, bugs, unknown calls, strangers. */
export function apiOf<E extends Env>(routes: Hono<E>) {
  const api = apiRouter().basePath('/api')
  api.onError(answerError)
  api.notFound((c) => answerUnknownCall(api, c))
  api.use(sameOriginOnly())
  api.route('/', routes)
  return api
}
