import { createRoute } from '@hono/zod-openapi'
import { bodyLimit } from 'hono/body-limit'
import { shopDay } from '#src/core/dates.ts'
import type { Db } from '#src/db/database.server.ts'
import { requireAdmin, type SignedIn } from '#src/features/auth/sessions/guards.server.ts'
import { jsonResponse, setNoStore } from '#src/server/openapi/api-helpers.server.ts'
import { createApiRouter } from '#src/server/openapi/api-router.server.ts'
import { applyImport, previewImport } from './apply-import.server.ts'
import { MAX_IMPORT_BYTES } from './csv-format.ts'
import { exportProductCsv } from './product-csv.server.ts'
import { ImportPlan, ImportQuery } from './product-import.contract.ts'

const exportRoute = createRoute({
  method: 'get',
  path: '/admin/products.csv',
  summary: 'The whole list of products as a file',
  responses: { 200: { description: 'CSV, UTF-8 with a byte order mark', content: { 'text/csv': {} } } },
})

const importRoute = createRoute({
  method: 'post',
  path: '/admin/products/import',
  summary: 'The list comes back from a file: first looked at, then applied, all or nothing',
  description: 'The body is the file itself.',
  requestBody: { required: true, content: { 'text/csv': { schema: { type: 'string' } } } },
  request: { query: ImportQuery },
  responses: {
    200: jsonResponse('Every change, line by line', ImportPlan),
  },
})

const limited = bodyLimit({
  maxSize: MAX_IMPORT_BYTES,
  onError: (c) => c.json({ message: 'The file is larger than 2 MB. Please split it.' }, 413),
})

export function productCsvApi({ db }: { db: Db }) {
  const api = createApiRouter<SignedIn>()
  api.openapi({ ...exportRoute, middleware: requireAdmin(db) }, async (c) =>
    setNoStore(c).body(await exportProductCsv(db, new Date()), 200, {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="products-${shopDay(new Date())}.csv"`,
      'X-Content-Type-Options': 'nosniff',
    }),
  )
  api.openapi({ ...importRoute, middleware: [requireAdmin(db), limited] }, async (c) => {
    const { plan } = c.req.valid('query')
    const file = new Uint8Array(await c.req.arrayBuffer())
    setNoStore(c)
    const now = new Date()
    if (plan === undefined) return c.json(await previewImport(db, file, now), 200)
    return c.json(await applyImport(db, { file, plan, by: c.var.user, now, signal: c.req.raw.signal }), 200)
  })
  return api
}
