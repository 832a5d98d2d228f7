import { promiseDelivery } from '#src/core/delivery-promise.ts'
import type { Db } from '#src/db/database.server.ts'
import { readSettings } from '#src/features/settings/read-settings.server.ts'
import { toDeliveryRules } from '#src/features/settings/settings-rules.ts'
import { createApiRouter } from '#src/server/routes/api-router.server.ts'
import { defineRoute, PUBLIC } from '#src/server/routes/define-route.server.ts'
import { Delivery, DeliveryQuestion } from './delivery.contract.ts'
import { readLimitedLoad } from './dispatch-load.server.ts'

const promiseRoute = defineRoute('get', '/delivery', {
  ...PUBLIC,
  summary: 'Get the delivery date of an order that is placed now',
  query: DeliveryQuestion,
  ok: ['The promise; it can change until the payment starts', Delivery],
})

type DeliveryApi = { db: Db; now: () => Date }

export function deliveryApi({ db, now }: DeliveryApi) {
  const api = createApiRouter()
  api.openapi(promiseRoute(), async (c) => {
    return c.json(await calculateDelivery(db, c.req.valid('query'), now()), 200)
  })
  return api
}

async function calculateDelivery(db: Db, parcel: DeliveryQuestion, orderedAt: Date): Promise<Delivery> {
  const settings = await readSettings(db)
  const load = await readLimitedLoad(db, settings, orderedAt)
  return promiseDelivery({ ...parcel, orderedAt }, toDeliveryRules(settings), load)
}
