import type { Db } from '#src/db/database.server.ts'
import { createApiRouter } from '#src/server/routes/api-router.server.ts'
import { defineRoute, PUBLIC } from '#src/server/routes/define-route.server.ts'
import { Delivery, DeliveryQuestion } from './delivery.contract.ts'
import { offerDelivery } from './delivery-offers.server.ts'

const promiseRoute = defineRoute('get', '/delivery', {
  ...PUBLIC,
  summary: 'Get the delivery date of an order that is placed now, and the ways of delivery',
  query: DeliveryQuestion,
  ok: ['The promise; it can change until the payment starts', Delivery],
})

type DeliveryApi = { db: Db; now: () => Date }

export function deliveryApi({ db, now }: DeliveryApi) {
  const api = createApiRouter()
  api.openapi(promiseRoute(), async (c) => {
    return c.json(await offerDelivery(db, c.req.valid('query'), now()), 200)
  })
  return api
}
