import { z } from '@hono/zod-openapi'
import { paise, paiseFromRupees, rupees } from '#src/core/money.ts'
import { coerceNumber } from '#src/core/validation/fields.ts'
import { ADMIN } from '#src/features/auth/sessions/route-presets.server.ts'
import { recheckPayment } from '#src/features/payments/admin/recheck-payment.server.ts'
import type { PaymentContext } from '#src/features/payments/initiate-payment.server.ts'
import { confirmationsApi } from '#src/features/payments/manual-upi/confirmation/confirmations.api.server.ts'
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
import type { RefundRow } from '#src/features/payments/refunds/refund-record.server.ts'
import { requestRefund } from '#src/features/payments/refunds/request-refund.server.ts'
import { sendOk, setPagination } from '#src/server/routes/api-helpers.server.ts'
import { createApiRouter } from '#src/server/routes/api-router.server.ts'
import { defineRoute } from '#src/server/routes/define-route.server.ts'
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
  limit: coerceNumber(z.int().min(1).max(200)).default(50),
  cursor: z.uuid().optional(),
})
const Done = z.object({ success: z.literal(true) })
const Days = z.strictObject({ days: coerceNumber(z.int().min(1).max(31)).default(7) })

const listRoute = defineRoute('get', '/admin/payments', {
  ...ADMIN,
  summary: 'List the payment records',
  query: ListPaymentsInput,
  ok: ['Newest first', z.array(PaymentRecord)],
})

const detailsRoute = defineRoute('get', '/admin/payments/{id}', {
  ...ADMIN,
  summary: 'Get a payment with its timeline',
  params: One,
  ok: ['The payment', PaymentDetails],
})

const recheckRoute = defineRoute('post', '/admin/payments/{id}/recheck', {
  ...ADMIN,
  summary: 'Poll the bank again, within its limits',
  params: One,
  ok: ['The status from the bank', RecheckResult],
})

const daysRoute = defineRoute('get', '/admin/bank-days', {
  ...ADMIN,
  summary: 'List the daily reconciliations with the gateway',
  query: Days,
  ok: ['Newest first', z.array(ReconciliationDay)],
})

const unmatchedRoute = defineRoute('get', '/admin/money', {
  ...ADMIN,
  summary: 'List the payments that need a decision',
  query: UnmatchedPage,
  ok: ['Oldest first', z.array(UnmatchedPayment)],
})

const externalRefundRoute = defineRoute('post', '/admin/money/{id}/done-outside', {
  ...ADMIN,
  summary: 'Record a refund that an admin made by hand',
  params: One,
  json: ExternalRefund,
  ok: ['Recorded', Done],
})

const issueRefundRoute = defineRoute('post', '/admin/money/{id}/send-back', {
  ...ADMIN,
  summary: 'Request a refund from the gateway',
  params: One,
  ok: ['The refund is requested', Done],
})

const acceptRoute = defineRoute('post', '/admin/money/{id}/accept', {
  ...ADMIN,
  summary: 'Accept an unmatched payment for its order',
  params: One,
  json: ResolutionReason,
  ok: ['The order is paid', Done],
})

const waiveRoute = defineRoute('post', '/admin/money/{id}/keep', {
  ...ADMIN,
  summary: 'Waive a failed optional refund, or dismiss money that needs none',
  params: One,
  json: ResolutionReason,
  ok: ['The decision is recorded', Done],
})

const refundRoute = defineRoute('post', '/admin/payments/{id}/refunds', {
  ...ADMIN,
  summary: 'Refund part of a payment, once per key',
  params: One,
  json: NewRefund,
  ok: ['The status of the refund', RefundSummary],
})

export function adminPaymentsApi(context: PaymentContext) {
  const { db } = context
  const api = createApiRouter()
  api.openapi(listRoute(db), async (c) => {
    const { limit, cursor, ...filter } = c.req.valid('query')
    const { records: found, total } = await listPayments(db, { ...filter, cursor, ...(limit && { limit: limit + 1 }) })
    const records = limit ? found.slice(0, limit) : found
    setPagination(c, { total, nextCursor: records.length < found.length ? records.at(-1)?.id : undefined })
    return c.json(records, 200)
  })
  api.openapi(detailsRoute(db), async (c) => {
    return c.json(await getPaymentDetails(db, c.req.valid('param').id), 200)
  })
  api.openapi(recheckRoute(db), async (c) =>
    c.json(await recheckPayment(context, { paymentId: c.req.valid('param').id, by: c.get('user') }), 200),
  )
  api.openapi(daysRoute(db), async (c) => {
    return c.json(await reconcileDays(context, c.req.valid('query').days), 200)
  })
  api.openapi(unmatchedRoute(db), async (c) => {
    const { limit, cursor } = c.req.valid('query')
    const refundGateway = context.gateway.refund && context.gateway.name
    const found = await listUnmatchedPayments(db, { limit: limit + 1, cursor, refundGateway })
    const waiting = found.slice(0, limit)
    setPagination(c, { nextCursor: waiting.length < found.length ? waiting.at(-1)?.id : undefined })
    return c.json(waiting, 200)
  })
  api.openapi(externalRefundRoute(db), async (c) => {
    const refund = { ...c.req.valid('json'), id: c.req.valid('param').id, by: c.get('user') }
    await recordExternalRefund(context, refund)
    return sendOk(c)
  })
  api.route('/', confirmationsApi(context))
  return api
    .openapi(issueRefundRoute(db), async (c) => {
      await issueRefund(context, { id: c.req.valid('param').id, by: c.get('user') })
      return sendOk(c)
    })
    .openapi(acceptRoute(db), async (c) => {
      await acceptPayment(context, { id: c.req.valid('param').id, by: c.get('user'), ...c.req.valid('json') })
      return sendOk(c)
    })
    .openapi(waiveRoute(db), async (c) => {
      await waiveRefund(context, { id: c.req.valid('param').id, by: c.get('user'), ...c.req.valid('json') })
      return sendOk(c)
    })
    .openapi(refundRoute(db), async (c) => {
      const { amount, ...wanted } = c.req.valid('json')
      const [paymentId, by] = [c.req.valid('param').id, c.get('user')]
      const request = { ...wanted, paymentId, amount: paiseFromRupees(amount), by, now: context.now() }
      return c.json(toRefundSummary(await requestRefund(db, request)), 200)
    })
}

function toRefundSummary({ id, paymentId, amountPaise, state, note }: RefundRow): RefundSummary {
  return { id, payment: paymentId, amount: rupees(paise(amountPaise)), state, reason: note ?? '' }
}
