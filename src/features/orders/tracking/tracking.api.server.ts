import { z } from '@hono/zod-openapi'
import { DomainError } from '#src/core/domain-error.ts'
import type { Db } from '#src/db/database.server.ts'
import { getClientIp } from '#src/server/http/client-ip.server.ts'
import { consumeIpLimit, type RateLimit } from '#src/server/overload/rate-limit.server.ts'
import { createApiRouter } from '#src/server/routes/api-router.server.ts'
import { defineRoute, PUBLIC } from '#src/server/routes/define-route.server.ts'
import { findTrackedOrder } from './tracked-order.server.ts'
import { TrackedOrder } from './tracking.contract.ts'

/** Only links that open nothing are counted: many customers of a mobile network share an address. */
const WRONG_LINK_LIMIT: RateLimit = { name: 'tracking-wrong-ip', max: 10, perSeconds: 60 }

const trackRoute = defineRoute('get', '/track/{token}', {
  ...PUBLIC,
  summary: 'Follow an order by its tracking link, without signing in',
  params: z.object({ token: z.string().max(100) }),
  ok: ['How far the order is', TrackedOrder],
})

export function trackingApi({ db, now }: { db: Db; now: () => Date }) {
  const api = createApiRouter()
  api.openapi(trackRoute(), async (c) => {
    const { token } = c.req.valid('param')
    try {
      return c.json(await findTrackedOrder(db, { token, now: now() }), 200)
    } catch (error) {
      if (error instanceof DomainError) await consumeIpLimit(db, WRONG_LINK_LIMIT, getClientIp(c))
      throw error
    }
  })
  return api
}
