import { z } from '@hono/zod-openapi'
import type { Db } from '#src/db/database.server.ts'
import type { Reader } from '#src/db/servers/read-replica.server.ts'
import { CUSTOMER } from '#src/features/auth/sessions/route-presets.server.ts'
import { consumeLimit, type RateLimit } from '#src/server/overload/rate-limit.server.ts'
import { errorResponse } from '#src/server/routes/api-helpers.server.ts'
import { createApiRouter } from '#src/server/routes/api-router.server.ts'
import { defineRoute } from '#src/server/routes/define-route.server.ts'
import { exportMyData } from './export-my-data.server.ts'

const DATA_EXPORT_LIMIT: RateLimit = { name: 'my-data', max: 5, perSeconds: 3600 }

const myData = defineRoute('get', '/auth/my-data', {
  ...CUSTOMER,
  priority: 'checkout',
  summary: 'Export all data of the signed-in customer',
  ok: ['The file.', z.record(z.string(), z.unknown())],
  responses: { 401: errorResponse('You are not signed in.'), 429: errorResponse('Five times an hour.') },
})

export const myDataApi = ({ db, read }: { db: Db; read: Reader }) =>
  createApiRouter().openapi(myData(db), async (c) => {
    const { id, email } = c.get('user')
    await consumeLimit(db, DATA_EXPORT_LIMIT, id)
    c.header('Content-Disposition', 'attachment; filename="golconda-cacao-my-data.json"')
    return c.json(await read((db) => exportMyData(db, { id, email }, new Date())), 200)
  })
