import type { Context, MiddlewareHandler } from 'hono'
import { etag } from 'hono/etag'
import { methodNotAllowed } from 'hono/method-not-allowed'
import { handleError } from '#src/server/http/error-handler.server.ts'
import { sendProblem } from '#src/server/http/problem.server.ts'
import { requestChecks } from '#src/server/http/request-checks.server.ts'
import { addSecurityHeaders } from '#src/server/http/security-headers.server.ts'
import { withRequestTimeout } from '#src/server/overload/request-timeout.server.ts'
import { createApiRouter } from './api-router.server.ts'
import { currentPolicy, isSharedResponse } from './route-policy.server.ts'

type RootOptions = {
  https?: boolean
  /** The only origin that may change something; unset in a demo. */
  origin?: string
  /** Tests turn it off: work that goes on after its answer would mix with the next step of their one transaction. */
  hasTimeout?: boolean
}

export function createApiRoot({ https = false, origin, hasTimeout = true }: RootOptions = {}) {
  const api = createApiRouter().basePath('/api')
  api.onError(handleError)
  api.notFound(sendNotFound)
  api.use(
    addSecurityHeaders({ https }),
    methodNotAllowed({
      app: api,
      onMethodNotAllowed: (c, methods) =>
        sendProblem(c, {
          status: 405,
          code: 'method-not-allowed',
          message: `${c.req.method} is not allowed here.`,
          headers: { Allow: methods.join(', ') },
        }),
    }),
    tagSharedAnswers,
    ...(hasTimeout ? [withRequestTimeout] : []),
    ...requestChecks(origin),
  )
  return api
}

export const sendNotFound = (c: Context) => sendProblem(c, { status: 404, code: 'not-found', message: 'Not found.' })

const addEtag = etag()

/** Also signed-in customers, who are not served from the cache, can revalidate what is the same for everyone. */
const tagSharedAnswers: MiddlewareHandler = (c, next) =>
  isSharedResponse(currentPolicy(c)?.cache) ? addEtag(c, next) : next()
