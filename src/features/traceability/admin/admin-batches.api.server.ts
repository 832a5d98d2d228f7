import { z } from '@hono/zod-openapi'
import { coerceNumber } from '#src/core/validation/fields.ts'
import type { Db } from '#src/db/database.server.ts'
import { ADMIN } from '#src/features/auth/sessions/route-presets.server.ts'
import { setPagination } from '#src/server/routes/api-helpers.server.ts'
import { createApiRouter } from '#src/server/routes/api-router.server.ts'
import { defineRoute } from '#src/server/routes/define-route.server.ts'
import { AdminBatch, BatchChange, BatchSummary, NewBatchDraft } from './admin-batches.contract.ts'
import { changeBatch, createBatch, getAdminBatch, listBatches } from './admin-batches.server.ts'
import { printBatchLabels } from './batch-labels.server.ts'

const Part = z.object({ limit: coerceNumber(z.int().min(1).max(100)).default(30), cursor: z.uuid().optional() })
const Labels = z.object({
  count: coerceNumber(z.int().min(1).max(720)).default(36),
  paper: z.enum(['a4', 'roll']).default('a4'),
})
const params = z.object({ id: z.uuid() })

const listRoute = defineRoute('get', '/admin/batches', {
  ...ADMIN,
  query: Part,
  summary: 'List the batches',
  ok: ['Newest first, with drafts', z.array(BatchSummary)],
})
const oneRoute = defineRoute('get', '/admin/batches/{id}', {
  ...ADMIN,
  params,
  summary: 'Get a batch',
  ok: ['The batch', AdminBatch],
})
const beginRoute = defineRoute('post', '/admin/batches', {
  ...ADMIN,
  summary: 'Create a draft with the usual stages or as a copy of another batch',
  json: NewBatchDraft,
  created: ['The draft', AdminBatch],
})
const changeRoute = defineRoute('put', '/admin/batches/{id}', {
  ...ADMIN,
  params,
  json: BatchChange,
  summary: 'Change a batch',
  ok: ['The changed batch', AdminBatch],
})
const labelsRoute = defineRoute('get', '/admin/batches/{id}/labels', {
  ...ADMIN,
  summary: 'Print labels with the QR code of a batch',
  params,
  query: Labels,
  responses: { 200: { description: 'The page', content: { 'text/html': { schema: z.string() } } } },
})

export function adminBatchesApi({ db, publicUrl }: { db: Db; publicUrl: string }) {
  const api = createApiRouter()
  api.openapi(listRoute(db), async (c) => {
    const { items, total, nextCursor } = await listBatches(db, c.req.valid('query'))
    setPagination(c, { total, nextCursor })
    return c.json(items, 200)
  })
  api.openapi(oneRoute(db), async (c) => {
    return c.json(await getAdminBatch(db, c.req.valid('param').id), 200)
  })
  api.openapi(beginRoute(db), async (c) =>
    c.json(await createBatch(db, c.req.valid('json'), { by: c.var.user, now: new Date() }), 201),
  )
  api.openapi(changeRoute(db), async (c) => {
    const change = { ...c.req.valid('json'), by: c.var.user }
    return c.json(await changeBatch(db, c.req.valid('param').id, change), 200)
  })
  api.openapi(labelsRoute(db), async (c) => {
    const batch = await getAdminBatch(db, c.req.valid('param').id)
    return printBatchLabels(batch, { ...c.req.valid('query'), publicUrl })
  })
  return api
}
