import { createRoute, z } from '@hono/zod-openapi'
import { requireAdmin, type SignedIn } from '#src/features/account/guards.server.ts'
import { apiRouter } from '#src/platform/api-router.server.ts'
import { jsonAnswer, jsonBody, keepPrivate, tellPart } from '#src/platform/api-shapes.server.ts'
import type { Db } from '#src/platform/database.server.ts'
import { printBatchLabels } from './batch-labels.server.ts'
import { BatchChange, BatchSummary, BegunBatch, MakerBatch } from './maker-batches.contract.ts'
import { beginBatch, changeBatch, getMakerBatch, listBatches } from './maker-batches.server.ts'

const Part = z.object({ limit: z.coerce.number().int().min(1).max(100).default(30), cursor: z.uuid().optional() })
const Labels = z.object({
  count: z.coerce.number().int().min(1).max(720).default(36),
  paper: z.enum(['a4', 'roll']).default('a4'),
})
const params = z.object({ id: z.uuid() })

const listRoute = createRoute({
  method: 'get',
  path: '/admin/batches',
  request: { query: Part },
  responses: { 200: jsonAnswer('Newest first, drafts too', z.array(BatchSummary)) },
})
const oneRoute = createRoute({
  method: 'get',
  path: '/admin/batches/{id}',
  request: { params },
  responses: { 200: jsonAnswer('As it was written down', MakerBatch) },
})
const beginRoute = createRoute({
  method: 'post',
  path: '/admin/batches',
  summary: 'Begins a record, from the stages of the house or as another batch went',
  request: { body: jsonBody(BegunBatch) },
  responses: { 201: jsonAnswer('A draft', MakerBatch) },
})
const changeRoute = createRoute({
  method: 'put',
  path: '/admin/batches/{id}',
  request: { params, body: jsonBody(BatchChange) },
  responses: { 200: jsonAnswer('As it is now', MakerBatch) },
})
const labelsRoute = createRoute({
  method: 'get',
  path: '/admin/batches/{id}/labels',
  summary: 'Labels with the code of a batch, as a page to print',
  request: { params, query: Labels },
  responses: { 200: { description: 'The page', content: { 'text/html': { schema: z.string() } } } },
})

export function makerBatchesApi({ db, publicUrl }: { db: Db; publicUrl: string }) {
  const api = apiRouter<SignedIn>()
  const middleware = requireAdmin(db)
  api.openapi({ ...listRoute, middleware }, async (c) => {
    const { items, total, nextCursor } = await listBatches(db, c.req.valid('query'))
    keepPrivate(c)
    tellPart(c, { total, nextCursor })
    return c.json(items, 200)
  })
  api.openapi({ ...oneRoute, middleware }, async (c) => {
    keepPrivate(c)
    return c.json(await getMakerBatch(db, c.req.valid('param').id), 200)
  })
  api.openapi({ ...beginRoute, middleware }, async (c) =>
    c.json(await beginBatch(db, c.req.valid('json'), { by: c.var.user, now: new Date() }), 201),
  )
  api.openapi({ ...changeRoute, middleware }, async (c) => {
    const change = { ...c.req.valid('json'), by: c.var.user }
    return c.json(await changeBatch(db, c.req.valid('param').id, change), 200)
  })
  api.openapi({ ...labelsRoute, middleware }, async (c) => {
    const batch = await getMakerBatch(db, c.req.valid('param').id)
    return printBatchLabels(batch, { ...c.req.valid('query'), publicUrl })
  })
  return api
}
