import { createRoute, z } from '@hono/zod-openapi'
import type { Db } from '#src/db/database.server.ts'
import { requireAdmin, type SignedIn } from '#src/features/auth/sessions/guards.server.ts'
import { jsonBody, jsonResponse, setNoStore, setPagination } from '#src/server/openapi/api-helpers.server.ts'
import { createApiRouter } from '#src/server/openapi/api-router.server.ts'
import { AdminBatch, BatchChange, BatchSummary, NewBatchDraft } from './admin-batches.contract.ts'
import { changeBatch, createBatch, getAdminBatch, listBatches } from './admin-batches.server.ts'
import { printBatchLabels } from './batch-labels.server.ts'

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
  responses: { 200: jsonResponse('Newest first, with drafts', z.array(BatchSummary)) },
})
const oneRoute = createRoute({
  method: 'get',
  path: '/admin/batches/{id}',
  request: { params },
  responses: { 200: jsonResponse('The batch', AdminBatch) },
})
const beginRoute = createRoute({
  method: 'post',
  path: '/admin/batches',
  summary: 'Create a draft with the usual stages or as a copy of another batch',
  request: { body: jsonBody(NewBatchDraft) },
  responses: { 201: jsonResponse('The draft', AdminBatch) },
})
const changeRoute = createRoute({
  method: 'put',
  path: '/admin/batches/{id}',
  request: { params, body: jsonBody(BatchChange) },
  responses: { 200: jsonResponse('The changed batch', AdminBatch) },
})
const labelsRoute = createRoute({
  method: 'get',
  path: '/admin/batches/{id}/labels',
  summary: 'Print labels with the QR code of a batch',
  request: { params, query: Labels },
  responses: { 200: { description: 'The page', content: { 'text/html': { schema: z.string() } } } },
})

export function adminBatchesApi({ db, publicUrl }: { db: Db; publicUrl: string }) {
  const api = createApiRouter<SignedIn>()
  const middleware = requireAdmin(db)
  api.openapi({ ...listRoute, middleware }, async (c) => {
    const { items, total, nextCursor } = await listBatches(db, c.req.valid('query'))
    setNoStore(c)
    setPagination(c, { total, nextCursor })
    return c.json(items, 200)
  })
  api.openapi({ ...oneRoute, middleware }, async (c) => {
    setNoStore(c)
    return c.json(await getAdminBatch(db, c.req.valid('param').id), 200)
  })
  api.openapi({ ...beginRoute, middleware }, async (c) =>
    c.json(await createBatch(db, c.req.valid('json'), { by: c.var.user, now: new Date() }), 201),
  )
  api.openapi({ ...changeRoute, middleware }, async (c) => {
    const change = { ...c.req.valid('json'), by: c.var.user }
    return c.json(await changeBatch(db, c.req.valid('param').id, change), 200)
  })
  api.openapi({ ...labelsRoute, middleware }, async (c) => {
    const batch = await getAdminBatch(db, c.req.valid('param').id)
    return printBatchLabels(batch, { ...c.req.valid('query'), publicUrl })
  })
  return api
}
