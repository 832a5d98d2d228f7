import { bodyLimit } from 'hono/body-limit'
import { shopDay } from '#src/core/dates.ts'
import type { Db } from '#src/db/database.server.ts'
import { type Reader, readDirectly } from '#src/db/servers/read-replica.server.ts'
import { ADMIN } from '#src/features/auth/sessions/route-presets.server.ts'
import type { SaleRules } from '#src/features/catalog/food/stored-facts.server.ts'
import { sendTooLarge } from '#src/server/http/request-checks.server.ts'
import { createApiRouter } from '#src/server/routes/api-router.server.ts'
import { defineRoute } from '#src/server/routes/define-route.server.ts'
import { FILE_TIMEOUT_MS } from '#src/server/routes/route-policy.server.ts'
import { applyImport, previewImport } from './apply-import.server.ts'
import { IMPORT_TOO_LARGE, MAX_IMPORT_BYTES } from './csv-format.ts'
import { exportProductCsv } from './product-csv.server.ts'
import { ImportPlan, ImportQuery } from './product-import.contract.ts'

const exportRoute = defineRoute('get', '/admin/products.csv', {
  ...ADMIN,
  summary: 'Export all products',
  responses: { 200: { description: 'CSV, UTF-8 with a byte order mark', content: { 'text/csv': {} } } },
})

const limited = bodyLimit({
  maxSize: MAX_IMPORT_BYTES,
  onError: (c) => sendTooLarge(c, IMPORT_TOO_LARGE),
})

const importRoute = defineRoute('post', '/admin/products/import', {
  ...ADMIN,
  body: { isFile: true, isStored: false },
  timeoutMs: FILE_TIMEOUT_MS,
  summary: 'Import products: first a preview, then all or nothing',
  description: 'The body is the file itself.',
  requestBody: { required: true, content: { 'text/csv': { schema: { type: 'string' } } } },
  query: ImportQuery,
  ok: ['Every change, line by line', ImportPlan],
  middleware: [limited],
})

export function productCsvApi({ db, read = readDirectly(db), mode }: SaleRules & { db: Db; read?: Reader }) {
  const api = createApiRouter()
  api.openapi(exportRoute(db), async (c) =>
    c.body(await read((db) => exportProductCsv(db, new Date())), 200, {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="products-${shopDay(new Date())}.csv"`,
      'X-Content-Type-Options': 'nosniff',
    }),
  )
  api.openapi(importRoute(db), async (c) => {
    const { plan } = c.req.valid('query')
    const file = new Uint8Array(await c.req.arrayBuffer())
    const now = new Date()
    if (plan === undefined) return c.json(await previewImport(db, file, { mode, now }), 200)
    const wanted = { file, plan, mode, by: c.var.user, now, signal: c.req.raw.signal }
    return c.json(await applyImport(db, wanted), 200)
  })
  return api
}
