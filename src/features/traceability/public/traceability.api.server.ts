import { z } from '@hono/zod-openapi'
import type { Db } from '#src/db/database.server.ts'
import { Batch } from '#src/features/traceability/traceability.contract.ts'
import { errorResponse, jsonResponse } from '#src/server/routes/api-helpers.server.ts'
import { createApiRouter } from '#src/server/routes/api-router.server.ts'
import { defineRoute, PUBLIC } from '#src/server/routes/define-route.server.ts'
import { getBatch, getNewestBatch } from './traceability.server.ts'

const batch = (description: string) => jsonResponse(description, Batch)
const unknown = errorResponse('No such batch.')

const one = defineRoute('get', '/trace/{batchId}', {
  ...PUBLIC,
  cache: { tags: ['batches'] },
  params: z.object({ batchId: z.string() }),
  responses: { 200: batch('The journey of a batch.'), 404: unknown },
})
const newest = defineRoute('get', '/trace', {
  ...PUBLIC,
  cache: { tags: ['batches'] },
  responses: { 200: batch('The newest batch, for visitors without a code.'), 404: unknown },
})

export const traceabilityApi = ({ db }: { db: Db }) =>
  createApiRouter()
    .openapi(one(), async (c) => c.json(await getBatch(db, c.req.valid('param').batchId), 200))
    .openapi(newest(), async (c) => c.json(await getNewestBatch(db), 200))
