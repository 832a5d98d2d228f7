import { z } from '@hono/zod-openapi'
import { ADMIN } from '#src/features/auth/sessions/route-presets.server.ts'
import type { PaymentContext } from '#src/features/payments/initiate-payment.server.ts'
import {
  ConfirmationQueue,
  ConfirmationResult,
  ConfirmPaymentInput,
  RejectPaymentInput,
} from '#src/features/payments/manual-upi/manual-upi.contract.ts'
import { jsonResponse } from '#src/server/routes/api-helpers.server.ts'
import { createApiRouter } from '#src/server/routes/api-router.server.ts'
import { defineRoute } from '#src/server/routes/define-route.server.ts'
import { confirmPayment, rejectPayment, reportWrongAmount } from './confirm-payment.server.ts'
import { listPendingConfirmations } from './pending-confirmations.server.ts'

const params = z.object({ id: z.uuid() })
const result = { 200: jsonResponse('The current status', ConfirmationResult) }

const queueRoute = defineRoute('get', '/admin/money/confirmations', {
  ...ADMIN,
  summary: 'List the payments to find on the bank statement',
  ok: ['Oldest first', ConfirmationQueue],
})

const confirmRoute = defineRoute('post', '/admin/payments/{id}/confirm', {
  ...ADMIN,
  summary: 'Confirm a payment that is on the statement',
  params,
  json: ConfirmPaymentInput,
  responses: result,
})

const wrongAmountRoute = defineRoute('post', '/admin/payments/{id}/wrong-amount', {
  ...ADMIN,
  summary: 'Record another amount on the statement, to be refunded',
  params,
  json: ConfirmPaymentInput,
  responses: result,
})

const rejectRoute = defineRoute('post', '/admin/payments/{id}/reject', {
  ...ADMIN,
  summary: 'Reject a payment that is not on the statement',
  params,
  json: RejectPaymentInput,
  responses: result,
})

export function confirmationsApi(context: PaymentContext) {
  const api = createApiRouter()
  api.openapi(queueRoute(context.db), async (c) => {
    return c.json(await listPendingConfirmations(context.db), 200)
  })
  api.openapi(confirmRoute(context.db), async (c) => {
    const found = { ...c.req.valid('json'), paymentId: c.req.valid('param').id, by: c.get('user') }
    return c.json(await confirmPayment(context, found), 200)
  })
  api.openapi(wrongAmountRoute(context.db), async (c) => {
    const found = { ...c.req.valid('json'), paymentId: c.req.valid('param').id, by: c.get('user') }
    return c.json(await reportWrongAmount(context, found), 200)
  })
  api.openapi(rejectRoute(context.db), async (c) => {
    const rejection = { ...c.req.valid('json'), paymentId: c.req.valid('param').id, by: c.get('user') }
    return c.json(await rejectPayment(context, rejection), 200)
  })
  return api
}
