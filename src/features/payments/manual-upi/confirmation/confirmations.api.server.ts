import { createRoute, z } from '@hono/zod-openapi'
import { requireAdmin, type SignedIn } from '#src/features/auth/sessions/guards.server.ts'
import type { PaymentContext } from '#src/features/payments/initiate-payment.server.ts'
import {
  ConfirmationQueue,
  ConfirmationResult,
  ConfirmPaymentInput,
  RejectPaymentInput,
} from '#src/features/payments/manual-upi/manual-upi.contract.ts'
import { jsonBody, jsonResponse, setNoStore } from '#src/server/openapi/api-helpers.server.ts'
import { createApiRouter } from '#src/server/openapi/api-router.server.ts'
import { confirmPayment, rejectPayment, reportWrongAmount } from './confirm-payment.server.ts'
import { listPendingConfirmations } from './pending-confirmations.server.ts'

const params = z.object({ id: z.uuid() })
const result = { 200: jsonResponse('The current status', ConfirmationResult) }

const queueRoute = createRoute({
  method: 'get',
  path: '/admin/money/confirmations',
  summary: 'Payments to find on the bank statement',
  responses: {
    200: jsonResponse('Oldest first', ConfirmationQueue),
  },
})

const confirmRoute = createRoute({
  method: 'post',
  path: '/admin/payments/{id}/confirm',
  summary: 'The money is on the statement',
  request: { params, body: jsonBody(ConfirmPaymentInput) },
  responses: result,
})

const wrongAmountRoute = createRoute({
  method: 'post',
  path: '/admin/payments/{id}/wrong-amount',
  summary: 'Another amount is on the statement, and has to go back',
  request: { params, body: jsonBody(ConfirmPaymentInput) },
  responses: result,
})

const rejectRoute = createRoute({
  method: 'post',
  path: '/admin/payments/{id}/reject',
  summary: 'The money is not on the statement',
  request: { params, body: jsonBody(RejectPaymentInput) },
  responses: result,
})

export function confirmationsApi(context: PaymentContext) {
  const api = createApiRouter<SignedIn>()
  const middleware = requireAdmin(context.db)
  api.openapi({ ...queueRoute, middleware }, async (c) => {
    setNoStore(c)
    return c.json(await listPendingConfirmations(context.db), 200)
  })
  api.openapi({ ...confirmRoute, middleware }, async (c) => {
    const found = { ...c.req.valid('json'), paymentId: c.req.valid('param').id, by: c.get('user') }
    return c.json(await confirmPayment(context, found), 200)
  })
  api.openapi({ ...wrongAmountRoute, middleware }, async (c) => {
    const found = { ...c.req.valid('json'), paymentId: c.req.valid('param').id, by: c.get('user') }
    return c.json(await reportWrongAmount(context, found), 200)
  })
  api.openapi({ ...rejectRoute, middleware }, async (c) => {
    const rejection = { ...c.req.valid('json'), paymentId: c.req.valid('param').id, by: c.get('user') }
    return c.json(await rejectPayment(context, rejection), 200)
  })
  return api
}
