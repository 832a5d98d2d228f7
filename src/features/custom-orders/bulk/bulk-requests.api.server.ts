import { z } from 'zod'
import type { Db } from '#src/db/database.server.ts'
import { ADMIN, MAYBE_SIGNED_IN } from '#src/features/auth/sessions/route-presets.server.ts'
import { CustomOrderReceipt } from '#src/features/custom-orders/custom-orders.contract.ts'
import { limitRequests } from '#src/features/custom-orders/quotes/request-limits.server.ts'
import { getClientIp } from '#src/server/http/client-ip.server.ts'
import { errorResponse } from '#src/server/routes/api-helpers.server.ts'
import { createApiRouter } from '#src/server/routes/api-router.server.ts'
import { defineRoute } from '#src/server/routes/define-route.server.ts'
import { jsonUpTo } from '#src/server/routes/route-policy.server.ts'
import { NewBulkRequest, NewRequest, SplitRequest } from './bulk.contract.ts'
import { splitBulkRequest } from './split-request.server.ts'
import { submitBulkRequest } from './submit-bulk-request.server.ts'

const submitRoute = defineRoute('post', '/bulk-requests', {
  ...MAYBE_SIGNED_IN,
  body: jsonUpTo(16),
  summary: 'Request a quotation for many pieces',
  json: NewBulkRequest,
  created: ['Stored. `dueAt` is when the quotation is due.', CustomOrderReceipt],
  responses: { 400: errorResponse('Something is missing or wrong.'), 429: errorResponse('Too many requests.') },
})

const splitRoute = defineRoute('post', '/admin/custom-orders/{id}/split', {
  ...ADMIN,
  body: jsonUpTo(16),
  summary: 'Move pieces of a bulk request to a new one',
  params: z.object({ id: z.uuid() }),
  json: SplitRequest,
  created: ['The new request', NewRequest],
})

type BulkRequestsApi = { db: Db; adminEmail: string; now: () => Date }

export function bulkRequestsApi({ db, adminEmail, now }: BulkRequestsApi) {
  const api = createApiRouter()
  api.openapi(submitRoute(db), async (c) => {
    const request = c.req.valid('json')
    const user = c.get('user')
    const { tellPeople } = await limitRequests(db, { contact: request, user, address: getClientIp(c) })
    const from = { userId: user?.id, receivedAt: now() }
    const { reference, dueAt } = await submitBulkRequest(db, { request, ...from, adminEmail, tellPeople })
    c.header('Cache-Control', 'no-store')
    return c.json({ success: true as const, reference, dueAt: dueAt.toISOString() }, 201)
  })
  api.openapi(splitRoute(db), async (c) => {
    const split = { ...c.req.valid('json'), ...c.req.valid('param'), by: c.get('user') }
    return c.json(await splitBulkRequest(db, split), 201)
  })
  return api
}
