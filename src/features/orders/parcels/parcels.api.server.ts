import type { Db } from '#src/db/database.server.ts'
import { BUYING } from '#src/features/auth/sessions/route-presets.server.ts'
import { consumeLimit, type RateLimit } from '#src/server/overload/rate-limit.server.ts'
import { createApiRouter } from '#src/server/routes/api-router.server.ts'
import { defineRoute } from '#src/server/routes/define-route.server.ts'
import { jsonUpTo } from '#src/server/routes/route-policy.server.ts'
import { ParcelsQuestion, PricedParcels } from './parcels.contract.ts'
import { type ExplainLimits, quoteParcels } from './quote-parcels.server.ts'

const PRICE_LIMIT: RateLimit = { name: 'price-parcels-user', max: 120, perSeconds: 600 }

const priceRoute = defineRoute('post', '/orders/parcels/price', {
  ...BUYING,
  body: jsonUpTo(256),
  summary: 'Price an order to several people',
  json: ParcelsQuestion,
  ok: ['What each parcel costs and when it arrives, or why it cannot be sent', PricedParcels],
})

type ParcelsApi = { db: Db; now: () => Date; explainLimits: ExplainLimits }

export function parcelsApi({ db, now, explainLimits }: ParcelsApi) {
  const api = createApiRouter()
  api.openapi(priceRoute(db), async (c) => {
    const { id: userId } = c.get('user')
    await consumeLimit(db, PRICE_LIMIT, userId)
    return c.json(await quoteParcels(db, { question: c.req.valid('json'), userId, now: now(), explainLimits }), 200)
  })
  return api
}
