import type { Db } from '#src/db/database.server.ts'
import { MAYBE_SIGNED_IN } from '#src/features/auth/sessions/route-presets.server.ts'
import { adminCustomOrdersApi } from '#src/features/custom-orders/admin/admin-custom-orders.api.server.ts'
import { bulkRequestsApi } from '#src/features/custom-orders/bulk/bulk-requests.api.server.ts'
import { readyDayApi } from '#src/features/custom-orders/needed-by/ready-day.api.server.ts'
import { quotesApi } from '#src/features/custom-orders/quotes/quotes.api.server.ts'
import { limitRequests } from '#src/features/custom-orders/quotes/request-limits.server.ts'
import type { SmsMode } from '#src/features/notifications/channels/sms-templates.ts'
import type { PaymentContext } from '#src/features/payments/initiate-payment.server.ts'
import { getClientIp } from '#src/server/http/client-ip.server.ts'
import { errorResponse } from '#src/server/routes/api-helpers.server.ts'
import { createApiRouter } from '#src/server/routes/api-router.server.ts'
import { defineRoute } from '#src/server/routes/define-route.server.ts'
import { jsonUpTo } from '#src/server/routes/route-policy.server.ts'
import { CustomOrderReceipt, NewCustomOrder } from './custom-orders.contract.ts'
import { submitCustomOrder } from './submit-custom-order.server.ts'

const submitRoute = defineRoute('post', '/custom-orders', {
  ...MAYBE_SIGNED_IN,
  body: jsonUpTo(16),
  summary: 'Request a quotation for a custom chocolate',
  json: NewCustomOrder,
  created: ['Stored. `dueAt` is when the quotation is due.', CustomOrderReceipt],
  responses: { 400: errorResponse('Something is missing or wrong.'), 429: errorResponse('Too many requests.') },
})

/** The outbox runs every second; the admin waits this long to see whether the quotation was delivered. */
const WAIT_FOR_DELIVERY_MS = 2500

type CustomOrdersApi = {
  context: PaymentContext
  adminEmail: string
  publicUrl: string
  smsMode?: SmsMode
  waitMs?: number
}

export function customOrdersApi({
  context,
  adminEmail,
  publicUrl,
  smsMode,
  waitMs = WAIT_FOR_DELIVERY_MS,
}: CustomOrdersApi) {
  const { db, now } = context
  const api = createApiRouter()
  api.route('/', readyDayApi({ db, now }))
  api.route('/', submissionApi({ db, adminEmail, smsMode, now }))
  api.route('/', bulkRequestsApi({ db, adminEmail, now }))
  api.route('/', adminCustomOrdersApi({ db, publicUrl, now, waitMs }))
  api.route('/', quotesApi({ context, adminEmail }))
  return api
}

type SubmissionApi = Pick<CustomOrdersApi, 'adminEmail' | 'smsMode'> & { db: Db; now: () => Date }

function submissionApi({ db, adminEmail, smsMode, now }: SubmissionApi) {
  return createApiRouter().openapi(submitRoute(db), async (c) => {
    const order = c.req.valid('json')
    const user = c.get('user')
    const { tellPeople } = await limitRequests(db, { contact: order, user, address: getClientIp(c) })
    const from = { userId: user?.id, receivedAt: now() }
    const submitted = await submitCustomOrder(db, { order, ...from, adminEmail, smsMode, tellPeople })
    c.header('Cache-Control', 'no-store')
    return c.json({ success: true as const, reference: submitted.reference, dueAt: submitted.dueAt.toISOString() }, 201)
  })
}
