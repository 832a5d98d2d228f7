import { createRoute, z } from '@hono/zod-openapi'
import { requireAdmin, type SignedIn } from '#src/features/account/guards.server.ts'
import { apiRouter } from '#src/platform/api-router.server.ts'
import { jsonAnswer, jsonBody, keepPrivate } from '#src/platform/api-shapes.server.ts'
import { confirmReceived, rejectPayment, reportWrongAmount } from './manual-confirming.server.ts'
import { listConfirmations } from './manual-queue.server.ts'
import { ConfirmationQueue, ConfirmationResult, NotReceived, OnStatement } from './manual-upi.contract.ts'
import type { Till } from './payments.server.ts'

const params = z.object({ id: z.uuid() })
const result = { 200: jsonAnswer('How it stands now', ConfirmationResult) }

const queueRoute = createRoute({
  method: 'get',
  path: '/admin/money/confirmations',
  summary: 'Payments that the maker has to look for on the statement',
  responses: {
    200: jsonAnswer('Who waits longest first', ConfirmationQueue),
  },
})

const confirmRoute = createRoute({
  method: 'post',
  path: '/admin/payments/{id}/confirm',
  summary: 'The money is on the statement',
  request: { params, body: jsonBody(OnStatement) },
  responses: result,
})

const wrongAmountRoute = createRoute({
  method: 'post',
  path: '/admin/payments/{id}/wrong-amount',
  summary: 'Another amount is on the statement, and has to go back',
  request: { params, body: jsonBody(OnStatement) },
  responses: result,
})

const rejectRoute = createRoute({
  method: 'post',
  path: '/admin/payments/{id}/reject',
  summary: 'The money is not on the statement',
  request: { params, body: jsonBody(NotReceived) },
  responses: result,
})

/** What the maker decides about payments of which only the bank's statement tells. */
export function manualUpiApi(till: Till) {
  const api = apiRouter<SignedIn>()
  const middleware = requireAdmin(till.db)
  api.openapi({ ...queueRoute, middleware }, async (c) => {
    keepPrivate(c)
    return c.json(await listConfirmations(till.db), 200)
  })
  api.openapi({ ...confirmRoute, middleware }, async (c) => {
    const found = { ...c.req.valid('json'), paymentId: c.req.valid('param').id, by: c.get('user') }
    return c.json(await confirmReceived(till, found), 200)
  })
  api.openapi({ ...wrongAmountRoute, middleware }, async (c) => {
    const found = { ...c.req.valid('json'), paymentId: c.req.valid('param').id, by: c.get('user') }
    return c.json(await reportWrongAmount(till, found), 200)
  })
  api.openapi({ ...rejectRoute, middleware }, async (c) => {
    const rejection = { ...c.req.valid('json'), paymentId: c.req.valid('param').id, by: c.get('user') }
    return c.json(await rejectPayment(till, rejection), 200)
  })
  return api
}
