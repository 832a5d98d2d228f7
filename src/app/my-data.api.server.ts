import { createRoute, z } from '@hono/zod-openapi'
import { requireUser, type SignedIn } from '#src/features/account/guards.server.ts'
import { apiRouter } from '#src/platform/api-router.server.ts'
import { keepPrivate, refusal } from '#src/platform/api-shapes.server.ts'
import type { Db } from '#src/platform/database.server.ts'
import { type Limit, takeFromLimit } from '#src/platform/rate-limit.server.ts'
import { gatherMyData } from './my-data.server.ts'

const DOWNLOADS: Limit = { name: 'my-data', max: 5, perSeconds: 3600 }

const myData = createRoute({
  method: 'get',
  path: '/auth/my-data',
  summary: 'All that the shop holds about whoever is signed in, as one file',
  responses: {
    200: { description: 'The file.', content: { 'application/json': { schema: z.record(z.string(), z.unknown()) } } },
    401: refusal('Nobody is signed in.'),
    429: refusal('Five times an hour.'),
  },
})

/** The right of access: everything about a person, for that person. */
export const myDataApi = ({ db }: { db: Db }) =>
  apiRouter<SignedIn>().openapi({ ...myData, middleware: requireUser(db) }, async (c) => {
    const { id, email } = c.get('user')
    await takeFromLimit(db, DOWNLOADS, id)
    keepPrivate(c)
    c.header('Content-Disposition', 'attachment; filename="golconda-cacao-my-data.json"')
    return c.json(await gatherMyData(db, { id, email }, new Date()), 200)
  })
