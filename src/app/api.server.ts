import { bodyLimit } from 'hono/body-limit'
import { answerUnknownCall, apiRouter } from '#src/platform/api-router.server.ts'
import { answerError } from '#src/platform/http-errors.server.ts'
import { sameOriginOnly } from '#src/platform/same-origin.server.ts'
import type { Shop } from './shop.server.ts'

const MAX_BODY_BYTES = 64 * 1024

/** The table of calls. */
export function createApi(_shop: Shop) {
  const api = apiRouter().basePath('/api')
  api.onError(answerError)
  api.notFound((c) => answerUnknownCall(api, c))
  api.use(sameOriginOnly)
  api.use(
    bodyLimit({
      maxSize: MAX_BODY_BYTES,
      onError: (c) => c.json({ message: 'That is too much to send at once.' }, 413),
    }),
  )
  return api
}
