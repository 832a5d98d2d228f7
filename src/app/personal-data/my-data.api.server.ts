import { createRoute, z } from '@hono/zod-openapi'
import type { Db } from '#src/db/database.server.ts'
import { requireUser, type SignedIn } from '#src/features/auth/sessions/guards.server.ts'
import { errorResponse, setNoStore } from '#src/server/openapi/api-helpers.server.ts'
import { createApiRouter } from '#src/server/openapi/api-router.server.ts'
import { consumeLimit, type RateLimit } from '#src/server/overload/rate-limit.server.ts'
import { exportMyData } from './export-my-data.server.ts'

const DOWNLOADS: RateLimit = { name: 'my-data', max: 5, perSeconds: 3600 }

const myData = createRoute({
  method: 'get',
  path: '/auth/my-data',
  summary: 'All that the shop holds about whoever is signed in, as one file',
  responses: {
    200: { description: 'The file.', content: { 'application/json': { schema: z.record(z.string(), z.unknown()) } } },
    401: errorResponse('Nobody is signed in.'),
    429: errorResponse('Five times an hour.'),
  },
})

/** The right of access. */
export const myDataApi = ({ db }: { db: Db }) =>
  createApiRouter<SignedIn>().openapi({ ...myData, middleware: requireUser(db) }, async (c) => {
    const { id, email } = c.get('user')
    await consumeLimit(db, DOWNLOADS, id)
    setNoStore(c)
    c.header('Content-Disposition', 'attachment; filename="golconda-cacao-my-data.json"')
    return c.json(await exportMyData(db, { id, email }, new Date()), 200)
  })
