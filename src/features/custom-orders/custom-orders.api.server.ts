import { DomainError } from '#src/core/domain-error.ts'
import type { Db } from '#src/db/database.server.ts'
import { MAYBE_SIGNED_IN } from '#src/features/auth/sessions/route-presets.server.ts'
import { adminCustomOrdersApi } from '#src/features/custom-orders/admin/admin-custom-orders.api.server.ts'
import { quotesApi } from '#src/features/custom-orders/quotes/quotes.api.server.ts'
import type { SmsMode } from '#src/features/notifications/channels/sms-templates.ts'
import type { PaymentContext } from '#src/features/payments/initiate-payment.server.ts'
import { getClientIp } from '#src/server/http/client-ip.server.ts'
import { consumeAnonymousLimit } from '#src/server/overload/anonymous-rate-limit.server.ts'
import { consumeLimit, type RateLimit, tryConsumeLimit } from '#src/server/overload/rate-limit.server.ts'
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

const HOUR = 3600
const DAY = 24 * HOUR
const limits = {
  fromAddress: { name: 'custom-orders-from-address', max: 5, perSeconds: HOUR },
  forMobile: { name: 'custom-orders-for-mobile', max: 3, perSeconds: HOUR },
  forEmail: { name: 'custom-orders-for-email', max: 3, perSeconds: DAY },
  messagesInAll: { name: 'custom-orders-messages', max: 100, perSeconds: HOUR },
  ofUser: { name: 'custom-orders-user', max: 5, perSeconds: HOUR },
  messagesToUsers: { name: 'custom-orders-messages-to-users', max: 100, perSeconds: HOUR },
} as const satisfies Record<string, RateLimit>

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
  api.route('/', submissionApi({ db, adminEmail, smsMode, now }))
  api.route('/', adminCustomOrdersApi({ db, publicUrl, now, waitMs }))
  api.route('/', quotesApi({ context, adminEmail }))
  return api
}

/** Signed-in customers have a limit of their own, which strangers with the same address cannot use up. */
async function limitStranger(db: Db, { order, address }: { order: NewCustomOrder; address: string }): Promise<void> {
  const also = [
    { limit: limits.forMobile, subject: order.customerMobile },
    { limit: limits.forEmail, subject: order.customerEmail },
  ]
  await consumeAnonymousLimit(db, limits.fromAddress, { address, also }).catch((error: unknown) => {
    if (error instanceof DomainError && error.code === 'too-many')
      throw new DomainError(error.code, `${error.message} ${SIGN_IN_INSTEAD}`, error.details)
    throw error
  })
}

const SIGN_IN_INSTEAD = 'If you sign in with the e-mail address of this request, you can send it now.'

type SubmissionApi = Pick<CustomOrdersApi, 'adminEmail' | 'smsMode'> & { db: Db; now: () => Date }

function submissionApi({ db, adminEmail, smsMode, now }: SubmissionApi) {
  return createApiRouter().openapi(submitRoute(db), async (c) => {
    const order = c.req.valid('json')
    const user = c.get('user')
    const isConfirmed = user?.email === order.customerEmail
    if (isConfirmed && user) await consumeLimit(db, limits.ofUser, user.id)
    else await limitStranger(db, { order, address: getClientIp(c) })
    // Requests beyond the message limit are stored, but only the admin is informed, so that a flood costs nothing.
    // Verified addresses have a limit of their own.
    const share = isConfirmed ? limits.messagesToUsers : limits.messagesInAll
    const tellPeople = await tryConsumeLimit(db, share, 'everybody')
    const from = { userId: user?.id, receivedAt: now() }
    const submitted = await submitCustomOrder(db, { order, ...from, adminEmail, smsMode, tellPeople })
    c.header('Cache-Control', 'no-store')
    return c.json({ success: true as const, reference: submitted.reference, dueAt: submitted.dueAt.toISOString() }, 201)
  })
}
