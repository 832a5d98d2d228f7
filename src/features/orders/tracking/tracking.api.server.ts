import { z } from '@hono/zod-openapi'
import type { Db } from '#src/db/database.server.ts'
import { createApiRouter } from '#src/server/routes/api-router.server.ts'
import { defineRoute, PUBLIC } from '#src/server/routes/define-route.server.ts'
import { findTrackedOrder } from './tracked-order.server.ts'
import { TrackedOrder } from './tracking.contract.ts'

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
    return c.json(await findTrackedOrder(db, { token, now: now() }), 200)
  })
  return api
}
