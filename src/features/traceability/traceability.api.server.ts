import { createRoute, z } from '@hono/zod-openapi'
import { apiRouter } from '#src/platform/api-router.server.ts'
import { answerToAll, jsonAnswer, refusal } from '#src/platform/api-shapes.server.ts'
import type { Db } from '#src/platform/database.server.ts'
import { Batch } from './traceability.contract.ts'
import { getBatch, newestBatch } from './traceability.server.ts'

const batch = (description: string) => jsonAnswer(description, Batch)
const unknown = refusal('No such batch.')

const one = createRoute({
  method: 'get',
  path: '/trace/{batchId}',
  request: { params: z.object({ batchId: z.string() }) },
  responses: { 200: batch('The journey of a batch.'), 404: unknown },
})
const newest = createRoute({
  method: 'get',
  path: '/trace',
  responses: { 200: batch('What to show to somebody without a code.'), 404: unknown },
})

/** Everybody may follow a batch: these calls need no session. */
export const traceabilityApi = ({ db }: { db: Db }) =>
  apiRouter()
    .openapi(one, async (c) => answerToAll(c).json(await getBatch(db, c.req.valid('param').batchId), 200))
    .openapi(newest, async (c) => answerToAll(c).json(await newestBatch(db), 200))
