import { bodyLimit } from 'hono/body-limit'
import type { Db } from '#src/db/database.server.ts'
import { BUYING } from '#src/features/auth/sessions/route-presets.server.ts'
import { sendTooLarge } from '#src/server/http/request-checks.server.ts'
import { consumeLimit, type RateLimit } from '#src/server/overload/rate-limit.server.ts'
import { createApiRouter } from '#src/server/routes/api-router.server.ts'
import { defineRoute, PUBLIC } from '#src/server/routes/define-route.server.ts'
import { FILE_TIMEOUT_MS } from '#src/server/routes/route-policy.server.ts'
import { RECIPIENTS_TEMPLATE, readRecipients } from './read-recipients.server.ts'
import { MAX_TABLE_BYTES, RecipientTable, TABLE_TOO_LARGE } from './recipients.contract.ts'

const TABLE_LIMIT: RateLimit = { name: 'recipient-table-user', max: 30, perSeconds: 60 }

const limited = bodyLimit({
  maxSize: MAX_TABLE_BYTES,
  onError: (c) => sendTooLarge(c, TABLE_TOO_LARGE),
})

const templateRoute = defineRoute('get', '/orders/recipients/template.csv', {
  ...PUBLIC,
  cache: { maxAgeSeconds: 3600 },
  summary: 'Get an empty table of people, with two examples',
  responses: { 200: { description: 'CSV, UTF-8 with a byte order mark', content: { 'text/csv': {} } } },
})

const readRoute = defineRoute('post', '/orders/recipients/read', {
  ...BUYING,
  body: { isFile: true, isStored: false },
  timeoutMs: FILE_TIMEOUT_MS,
  summary: 'Check a table of people to whom an order goes; nothing is saved',
  description: 'The body is the file itself, or cells that were copied from a spreadsheet.',
  requestBody: { required: true, content: { 'text/csv': { schema: { type: 'string' } } } },
  ok: ['Each row with its faults', RecipientTable],
  middleware: [limited],
})

export function recipientsApi({ db }: { db: Db }) {
  const api = createApiRouter()
  api.openapi(templateRoute(), (c) =>
    c.body(RECIPIENTS_TEMPLATE, 200, {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': 'attachment; filename="people.csv"',
      'X-Content-Type-Options': 'nosniff',
    }),
  )
  api.openapi(readRoute(db), async (c) => {
    await consumeLimit(db, TABLE_LIMIT, c.get('user').id)
    return c.json(readRecipients(new Uint8Array(await c.req.arrayBuffer())), 200)
  })
  return api
}
