import { createRoute, z } from '@hono/zod-openapi'
import type { Db } from '#src/db/database.server.ts'
import { Batch } from '#src/features/traceability/traceability.contract.ts'
import { errorResponse, jsonResponse, setPublicNoCache } from '#src/server/openapi/api-helpers.server.ts'
import { createApiRouter } from '#src/server/openapi/api-router.server.ts'
import { getBatch, getNewestBatch } from './traceability.server.ts'

const batch = (description: string) => jsonResponse(description, Batch)
const unknown = errorResponse('No such batch.')

const one = createRoute({
  method: 'get',
  path: '/trace/{batchId}',
  request: { params: z.object({ batchId: z.string() }) },
  responses: { 200: batch('The journey of a batch.'), 404: unknown },
})
const newest = createRoute({
  method: 'get',
  path: '/trace',
  responses: { 200: batch('The newest batch, for visitors without a code.'), 404: unknown },
})

/** Public: no session needed. */
export const traceabilityApi = ({ db }: { db: Db }) =>
  createApiRouter()
    .openapi(one, async (c) => setPublicNoCache(c).json(await getBatch(db, c.req.valid('param').batchId), 200))
    .openapi(newest, async (c) => setPublicNoCache(c).json(await getNewestBatch(db), 200))
