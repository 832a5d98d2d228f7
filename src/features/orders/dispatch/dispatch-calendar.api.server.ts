import { z } from '@hono/zod-openapi'
import type { Db } from '#src/db/database.server.ts'
import { ADMIN } from '#src/features/auth/sessions/route-presets.server.ts'
import { sendOk } from '#src/server/routes/api-helpers.server.ts'
import { createApiRouter } from '#src/server/routes/api-router.server.ts'
import { DONE, defineRoute } from '#src/server/routes/define-route.server.ts'
import { DayOfDispatch, DispatchMonth, Month, ShipDayChange } from './dispatch-calendar.contract.ts'
import { getDispatchMonth, listDispatchedOrders, listPlannedCrafting } from './dispatch-calendar.server.ts'
import { moveShipDay } from './move-ship-day.server.ts'

const monthRoute = defineRoute('get', '/admin/dispatch/months/{month}', {
  ...ADMIN,
  summary: 'Count the parcels and the minutes of crafting of each day of a month',
  params: z.object({ month: Month }),
  ok: ['The month', DispatchMonth],
})

const dayRoute = defineRoute('get', '/admin/dispatch/days/{day}', {
  ...ADMIN,
  summary: 'List what leaves on a day, and what is crafted on it',
  params: z.object({ day: z.iso.date() }),
  ok: ['Oldest first', DayOfDispatch],
})

const moveRoute = defineRoute('put', '/admin/orders/{id}/ship-day', {
  ...ADMIN,
  summary: 'Move an order to another day of dispatch; the customer gets a mail',
  params: z.object({ id: z.uuid() }),
  json: ShipDayChange,
  ok: DONE,
})

export function dispatchCalendarApi({ db, now }: { db: Db; now: () => Date }) {
  const api = createApiRouter()
  api.openapi(monthRoute(db), async (c) => {
    return c.json(await getDispatchMonth(db, { ...c.req.valid('param'), now: now() }), 200)
  })
  api.openapi(dayRoute(db), async (c) => {
    const on = { ...c.req.valid('param'), now: now() }
    const [parcels, crafting] = [await listDispatchedOrders(db, on), await listPlannedCrafting(db, on)]
    return c.json({ parcels, crafting }, 200)
  })
  api.openapi(moveRoute(db), async (c) => {
    const orderId = c.req.valid('param').id
    await moveShipDay(db, { ...c.req.valid('json'), orderId, by: c.get('user'), now: now() })
    return sendOk(c)
  })
  return api
}
