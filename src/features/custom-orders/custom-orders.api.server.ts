import { createRoute } from '@hono/zod-openapi'
import { ShopError } from '#src/core/shop-error.ts'
import { optionalUser, type PerhapsSignedIn } from '#src/features/account/guards.server.ts'
import type { SmsWay } from '#src/features/notifications/sms.rules.ts'
import type { Till } from '#src/features/payments/payments.server.ts'
import { takeAnonymously } from '#src/platform/anonymous-writes.server.ts'
import { apiRouter } from '#src/platform/api-router.server.ts'
import { jsonAnswer, jsonBody, refusal } from '#src/platform/api-shapes.server.ts'
import { clientAddress } from '#src/platform/client-address.server.ts'
import type { Db } from '#src/platform/database.server.ts'
import { isWithinLimit, type Limit, takeFromLimit } from '#src/platform/rate-limit.server.ts'
import { CustomOrderReceipt, NewCustomOrder } from './custom-orders.contract.ts'
import { submitCustomOrder } from './custom-orders.server.ts'
import { quoteDeskApi } from './quote-desk.api.server.ts'
import { quotesApi } from './quotes.api.server.ts'

const submitRoute = createRoute({
  method: 'post',
  path: '/custom-orders',
  summary: 'Anybody sends a composed chocolate to the maker for a quotation',
  request: { body: jsonBody(NewCustomOrder) },
  responses: {
    201: jsonAnswer('Kept. `dueAt` is when the quotation is promised.', CustomOrderReceipt),
    400: refusal('Something is missing or wrong.'),
    429: refusal('Too many requests.'),
  },
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
} as const satisfies Record<string, Limit>

/** How long the maker's screen waits for a quotation to leave the house: the clock looks every second. */
const WAIT_FOR_DELIVERY_MS = 2500

type CustomOrdersApi = {
  till: Till
  /** Who is told that a quotation is owed. */
  makerEmail: string
  publicUrl: string
  /** How an SMS leaves the shop; a demo's by default. */
  smsWay?: SmsWay
  waitMs?: number
}

export function customOrdersApi({
  till,
  makerEmail,
  publicUrl,
  smsWay,
  waitMs = WAIT_FOR_DELIVERY_MS,
}: CustomOrdersApi) {
  const { db, now } = till
  const api = apiRouter()
  api.route('/', submissionApi({ db, makerEmail, smsWay, now }))
  api.route('/', quoteDeskApi({ db, publicUrl, now, waitMs }))
  api.route('/', quotesApi({ till, makerEmail }))
  return api
}

/** Strangers may have used up what an address may do. Its owner signs in, and has a share of their own. */
async function limitStranger(db: Db, { order, address }: { order: NewCustomOrder; address: string }): Promise<void> {
  const also = [
    { limit: limits.forMobile, who: order.customerMobile },
    { limit: limits.forEmail, who: order.customerEmail },
  ]
  await takeAnonymously(db, limits.fromAddress, { address, also }).catch((error: unknown) => {
    if (error instanceof ShopError && error.code === 'too-many')
      throw new ShopError(error.code, `${error.message} ${SIGN_IN_INSTEAD}`, error.details)
    throw error
  })
}

const SIGN_IN_INSTEAD = 'If you sign in with the e-mail address of this request, you can send it now.'

type SubmissionApi = Pick<CustomOrdersApi, 'makerEmail' | 'smsWay'> & { db: Db; now: () => Date }

function submissionApi({ db, makerEmail, smsWay, now }: SubmissionApi) {
  return apiRouter<PerhapsSignedIn>().openapi({ ...submitRoute, middleware: optionalUser(db) }, async (c) => {
    const order = c.req.valid('json')
    const user = c.get('user')
    const isConfirmed = user?.email === order.customerEmail
    if (isConfirmed && user) await takeFromLimit(db, limits.ofUser, user.id)
    else await limitStranger(db, { order, address: clientAddress(c) })
    // A flood from many addresses must cost no money: beyond the limit requests are kept, and nobody is written to but
    // the admin. Who has confirmed the address has a share that strangers cannot use up.
    const share = isConfirmed ? limits.messagesToUsers : limits.messagesInAll
    const tellPeople = await isWithinLimit(db, share, 'everybody')
    const from = { userId: user?.id, receivedAt: now() }
    const kept = await submitCustomOrder(db, { order, ...from, makerEmail, smsWay, tellPeople })
    c.header('Cache-Control', 'no-store')
    return c.json({ success: true as const, reference: kept.reference, dueAt: kept.dueAt.toISOString() }, 201)
  })
}
