import { createRoute, z } from '@hono/zod-openapi'
import { paise, paiseFromRupees, rupees } from '#src/core/money.ts'
import { requireAdmin, type SignedIn } from '#src/features/auth/sessions/guards.server.ts'
import type { PaymentContext } from '#src/features/payments/initiate-payment.server.ts'
import { confirmationsApi } from '#src/features/payments/manual-upi/confirmation/confirmations.api.server.ts'
import { recheckPayment } from '#src/features/payments/polling/verify-payment.server.ts'
import { reconcileDays } from '#src/features/payments/reconciliation/daily-reconciliation.server.ts'
import {
  acceptPayment,
  issueRefund,
  waiveRefund,
} from '#src/features/payments/reconciliation/resolve-unmatched.server.ts'
import {
  listUnmatchedPayments,
  recordExternalRefund,
} from '#src/features/payments/reconciliation/unmatched-payments.server.ts'
import { type RefundRow, requestRefund } from '#src/features/payments/refunds/request-refund.server.ts'
import { jsonBody, jsonResponse, sendOk, setNoStore, setPagination } from '#src/server/openapi/api-helpers.server.ts'
import { createApiRouter } from '#src/server/openapi/api-router.server.ts'
import {
  ExternalRefund,
  ListPaymentsInput,
  NewRefund,
  PaymentDetails,
  PaymentRecord,
  RecheckResult,
  ReconciliationDay,
  RefundSummary,
  ResolutionReason,
  UnmatchedPayment,
} from './admin-payments.contract.ts'
import { listPayments } from './list-payments.server.ts'
import { getPaymentDetails } from './payment-timeline.server.ts'

const One = z.object({ id: z.uuid() })
const UnmatchedPage = z.strictObject({
  limit: z.coerce.number().int().min(1).max(200).default(50),
  cursor: z.uuid().optional(),
})
const Done = z.object({ success: z.literal(true) })
const Days = z.strictObject({ days: z.coerce.number().int().min(1).max(31).default(7) })

const listRoute = createRoute({
  method: 'get',
  path: '/admin/payments',
  summary: 'The payment records',
  request: { query: ListPaymentsInput },
  responses: { 200: jsonResponse('Newest first', z.array(PaymentRecord)) },
})

const detailsRoute = createRoute({
  method: 'get',
  path: '/admin/payments/{id}',
  summary: 'One payment with its timeline',
  request: { params: One },
  responses: { 200: jsonResponse('The payment', PaymentDetails) },
})

const recheckRoute = createRoute({
  method: 'post',
  path: '/admin/payments/{id}/recheck',
  summary: 'Polls the bank again, within its limits',
  request: { params: One },
  responses: { 200: jsonResponse('The answer of the bank', RecheckResult) },
})

const daysRoute = createRoute({
  method: 'get',
  path: '/admin/bank-days',
  summary: 'Daily reconciliation with the gateway',
  request: { query: Days },
  responses: { 200: jsonResponse('Newest first', z.array(ReconciliationDay)) },
})

const unmatchedRoute = createRoute({
  method: 'get',
  path: '/admin/money',
  summary: 'Money that needs a decision',
  request: { query: UnmatchedPage },
  responses: { 200: jsonResponse('Oldest first', z.array(UnmatchedPayment)) },
})

const externalRefundRoute = createRoute({
  method: 'post',
  path: '/admin/money/{id}/done-outside',
  summary: 'Records a refund that an admin transferred by hand',
  request: { params: One, body: jsonBody(ExternalRefund) },
  responses: { 200: jsonResponse('Written down', Done) },
})

const issueRefundRoute = createRoute({
  method: 'post',
  path: '/admin/money/{id}/send-back',
  summary: 'Requests a refund from the gateway',
  request: { params: One },
  responses: { 200: jsonResponse('It is on its way', Done) },
})

const acceptRoute = createRoute({
  method: 'post',
  path: '/admin/money/{id}/accept',
  summary: 'Money in review pays its order after all',
  request: { params: One, body: jsonBody(ResolutionReason) },
  responses: { 200: jsonResponse('The order is paid', Done) },
})

const waiveRoute = createRoute({
  method: 'post',
  path: '/admin/money/{id}/keep',
  summary: 'Waives a failed optional refund, or dismisses money that needs none',
  request: { params: One, body: jsonBody(ResolutionReason) },
  responses: { 200: jsonResponse('The money stays', Done) },
})

const refundRoute = createRoute({
  method: 'post',
  path: '/admin/payments/{id}/refunds',
  summary: 'Refunds part of a payment; the same key is the same refund',
  request: { params: One, body: jsonBody(NewRefund) },
  responses: { 200: jsonResponse('The status of the refund', RefundSummary) },
})

/** The admin API of payments: list, timeline, recheck, refunds and unmatched payments. */
export function adminPaymentsApi(context: PaymentContext) {
  const { db } = context
  const api = createApiRouter<SignedIn>()
  const onlyAdmin = requireAdmin(db)
  api.openapi({ ...listRoute, middleware: onlyAdmin }, async (c) => {
    const { limit, cursor, ...filter } = c.req.valid('query')
    const { records: found, total } = await listPayments(db, { ...filter, cursor, ...(limit && { limit: limit + 1 }) })
    const records = limit ? found.slice(0, limit) : found
    setNoStore(c)
    setPagination(c, { total, nextCursor: records.length < found.length ? records.at(-1)?.id : undefined })
    return c.json(records, 200)
  })
  api.openapi({ ...detailsRoute, middleware: onlyAdmin }, async (c) => {
    setNoStore(c)
    return c.json(await getPaymentDetails(db, c.req.valid('param').id), 200)
  })
  api.openapi({ ...recheckRoute, middleware: onlyAdmin }, async (c) =>
    c.json(await recheckPayment(context, { paymentId: c.req.valid('param').id, by: c.get('user') }), 200),
  )
  api.openapi({ ...daysRoute, middleware: onlyAdmin }, async (c) => {
    setNoStore(c)
    return c.json(await reconcileDays(context, c.req.valid('query').days), 200)
  })
  api.openapi({ ...unmatchedRoute, middleware: onlyAdmin }, async (c) => {
    const { limit, cursor } = c.req.valid('query')
    const refundGateway = context.gateway.refund && context.gateway.name
    const found = await listUnmatchedPayments(db, { limit: limit + 1, cursor, refundGateway })
    const waiting = found.slice(0, limit)
    setNoStore(c)
    setPagination(c, { nextCursor: waiting.length < found.length ? waiting.at(-1)?.id : undefined })
    return c.json(waiting, 200)
  })
  api.openapi({ ...externalRefundRoute, middleware: onlyAdmin }, async (c) => {
    const decision = { ...c.req.valid('json'), id: c.req.valid('param').id, by: c.get('user'), now: context.now() }
    await recordExternalRefund(db, decision)
    return sendOk(c)
  })
  api.route('/', confirmationsApi(context))
  return api
    .openapi({ ...issueRefundRoute, middleware: onlyAdmin }, async (c) => {
      await issueRefund(context, { id: c.req.valid('param').id, by: c.get('user') })
      return sendOk(c)
    })
    .openapi({ ...acceptRoute, middleware: onlyAdmin }, async (c) => {
      await acceptPayment(context, { id: c.req.valid('param').id, by: c.get('user'), ...c.req.valid('json') })
      return sendOk(c)
    })
    .openapi({ ...waiveRoute, middleware: onlyAdmin }, async (c) => {
      await waiveRefund(context, { id: c.req.valid('param').id, by: c.get('user'), ...c.req.valid('json') })
      return sendOk(c)
    })
    .openapi({ ...refundRoute, middleware: onlyAdmin }, async (c) => {
      const { amount, ...wanted } = c.req.valid('json')
      const [paymentId, by] = [c.req.valid('param').id, c.get('user')]
      const request = { ...wanted, paymentId, amount: paiseFromRupees(amount), by, now: context.now() }
      return c.json(toRefundSummary(await requestRefund(db, request)), 200)
    })
}

function toRefundSummary({ id, paymentId, amountPaise, state, note }: RefundRow): RefundSummary {
  return { id, payment: paymentId, amount: rupees(paise(amountPaise)), state, reason: note ?? '' }
}
