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
const PageOfMoney = z.strictObject({
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
  summary: 'One payment with all that was said about it',
  request: { params: One },
  responses: { 200: jsonResponse('The payment', PaymentDetails) },
})

const recheckRoute = createRoute({
  method: 'post',
  path: '/admin/payments/{id}/recheck',
  summary: 'Asks the bank once more, as often as its rules allow',
  request: { params: One },
  responses: { 200: jsonResponse('What the bank said', RecheckResult) },
})

const daysRoute = createRoute({
  method: 'get',
  path: '/admin/bank-days',
  summary: "The last days as the bank's books and ours have them",
  request: { query: Days },
  responses: { 200: jsonResponse('Newest first', z.array(ReconciliationDay)) },
})

const moneyRoute = createRoute({
  method: 'get',
  path: '/admin/money',
  summary: 'Money that needs a decision',
  request: { query: PageOfMoney },
  responses: { 200: jsonResponse('Who waits longest first', z.array(UnmatchedPayment)) },
})

const doneRoute = createRoute({
  method: 'post',
  path: '/admin/money/{id}/done-outside',
  summary: 'The maker has sent the money back by hand',
  request: { params: One, body: jsonBody(ExternalRefund) },
  responses: { 200: jsonResponse('Written down', Done) },
})

const sendBackRoute = createRoute({
  method: 'post',
  path: '/admin/money/{id}/send-back',
  summary: 'The provider is asked to send the money back',
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

const keepRoute = createRoute({
  method: 'post',
  path: '/admin/money/{id}/keep',
  summary: 'A refund that failed and was not owed is given up, or there was nothing to send back',
  request: { params: One, body: jsonBody(ResolutionReason) },
  responses: { 200: jsonResponse('The money stays', Done) },
})

const refundRoute = createRoute({
  method: 'post',
  path: '/admin/payments/{id}/refunds',
  summary: "Sends some of a payment's money back; the same key again is the same refund",
  request: { params: One, body: jsonBody(NewRefund) },
  responses: { 200: jsonResponse('How the refund stands', RefundSummary) },
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
  api.openapi({ ...moneyRoute, middleware: onlyAdmin }, async (c) => {
    const { limit, cursor } = c.req.valid('query')
    const sendsBack = context.gateway.refund && context.gateway.name
    const found = await listUnmatchedPayments(db, { limit: limit + 1, cursor, sendsBack })
    const waiting = found.slice(0, limit)
    setNoStore(c)
    setPagination(c, { nextCursor: waiting.length < found.length ? waiting.at(-1)?.id : undefined })
    return c.json(waiting, 200)
  })
  api.openapi({ ...doneRoute, middleware: onlyAdmin }, async (c) => {
    const decision = { ...c.req.valid('json'), id: c.req.valid('param').id, by: c.get('user'), now: context.now() }
    await recordExternalRefund(db, decision)
    return sendOk(c)
  })
  api.route('/', confirmationsApi(context))
  return api
    .openapi({ ...sendBackRoute, middleware: onlyAdmin }, async (c) => {
      await issueRefund(context, { id: c.req.valid('param').id, by: c.get('user') })
      return sendOk(c)
    })
    .openapi({ ...acceptRoute, middleware: onlyAdmin }, async (c) => {
      await acceptPayment(context, { id: c.req.valid('param').id, by: c.get('user'), ...c.req.valid('json') })
      return sendOk(c)
    })
    .openapi({ ...keepRoute, middleware: onlyAdmin }, async (c) => {
      await waiveRefund(context, { id: c.req.valid('param').id, by: c.get('user'), ...c.req.valid('json') })
      return sendOk(c)
    })
    .openapi({ ...refundRoute, middleware: onlyAdmin }, async (c) => {
      const { amount, ...wanted } = c.req.valid('json')
      const [paymentId, by] = [c.req.valid('param').id, c.get('user')]
      const request = { ...wanted, paymentId, amount: paiseFromRupees(amount), by, now: context.now() }
      return c.json(standingOf(await requestRefund(db, request)), 200)
    })
}

function standingOf({ id, paymentId, amountPaise, state, note }: RefundRow): RefundSummary {
  return { id, payment: paymentId, amount: rupees(paise(amountPaise)), state, reason: note ?? '' }
}
