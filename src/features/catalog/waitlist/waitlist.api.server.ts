import { z } from '@hono/zod-openapi'
import { DomainError } from '#src/core/domain-error.ts'
import type { Db } from '#src/db/database.server.ts'
import { Email } from '#src/features/auth/auth.contract.ts'
import { CUSTOMER, MAYBE_SIGNED_IN } from '#src/features/auth/sessions/route-presets.server.ts'
import { IntegerId } from '#src/features/catalog/products/products.contract.ts'
import { getClientIp } from '#src/server/http/client-ip.server.ts'
import { consumeAnonymousLimit } from '#src/server/overload/anonymous-rate-limit.server.ts'
import { consumeLimit, type RateLimit } from '#src/server/overload/rate-limit.server.ts'
import { errorResponse } from '#src/server/routes/api-helpers.server.ts'
import { createApiRouter } from '#src/server/routes/api-router.server.ts'
import { DONE, defineRoute } from '#src/server/routes/define-route.server.ts'
import { jsonUpTo } from '#src/server/routes/route-policy.server.ts'
import { isOnWaitlist, joinWaitlist, leaveWaitlist } from './join-waitlist.server.ts'

const HOUR = 3600
const DAY = 24 * HOUR
const limits = {
  fromAddress: { name: 'waitlist-from-address', max: 10, perSeconds: HOUR },
  /** The address is unconfirmed: strangers could fill a mailbox. */
  toEmail: { name: 'waitlist-to-email', max: 5, perSeconds: DAY },
  anonymous: { name: 'waitlist-anonymous', max: 1000, perSeconds: DAY },
  ofUser: { name: 'waitlist-user', max: 60, perSeconds: HOUR },
} as const satisfies Record<string, RateLimit>

/** Signed-in customers send no e-mail address: theirs is confirmed. */
const WaitlistRequest = z.strictObject({ email: Email.optional() })
export type WaitlistRequest = z.infer<typeof WaitlistRequest>

const WaitlistState = z.object({ waiting: z.boolean() })
export type WaitlistState = z.infer<typeof WaitlistState>

const OneProduct = z.object({ id: IntegerId })

const joinRoute = defineRoute('post', '/products/{id}/notify', {
  ...MAYBE_SIGNED_IN,
  body: jsonUpTo(4),
  params: OneProduct,
  json: WaitlistRequest,
  summary: 'Ask for one e-mail when a sold-out product is back',
  ok: DONE,
  responses: { 409: errorResponse('It is in stock.'), 429: errorResponse('Too many requests.') },
})

const stateRoute = defineRoute('get', '/products/{id}/notify', {
  ...CUSTOMER,
  params: OneProduct,
  summary: 'Whether the customer waits for a product',
  ok: ['Whether an e-mail will come', WaitlistState],
})

const leaveRoute = defineRoute('delete', '/products/{id}/notify', {
  ...CUSTOMER,
  params: OneProduct,
  summary: 'Do not wait for a product any more',
  responses: { 204: { description: 'Removed' } },
})

export function waitlistApi({ db }: { db: Db }) {
  const api = createApiRouter()
  api.openapi(joinRoute(db), async (c) => {
    const productId = c.req.valid('param').id
    const user = c.get('user')
    if (user) {
      await consumeLimit(db, limits.ofUser, user.id)
      await joinWaitlist(db, { productId, email: user.email, isConfirmed: true })
      return c.json({ success: true as const }, 200)
    }
    const { email } = c.req.valid('json')
    if (!email) throw new DomainError('invalid', NO_EMAIL, { issues: [{ path: 'email', message: NO_EMAIL }] })
    const also = [
      { limit: limits.toEmail, subject: email },
      { limit: limits.anonymous, subject: 'everybody' },
    ]
    await consumeAnonymousLimit(db, limits.fromAddress, { address: getClientIp(c), also }).catch(suggestSigningIn)
    await joinWaitlist(db, { productId, email, isConfirmed: false })
    return c.json({ success: true as const }, 200)
  })
  api.openapi(stateRoute(db), async (c) => {
    const ask = { productId: c.req.valid('param').id, email: c.var.user.email }
    return c.json({ waiting: await isOnWaitlist(db, ask) }, 200)
  })
  api.openapi(leaveRoute(db), async (c) => {
    await leaveWaitlist(db, { productId: c.req.valid('param').id, email: c.var.user.email })
    return c.body(null, 204)
  })
  return api
}

function suggestSigningIn(error: unknown): never {
  if (!(error instanceof DomainError) || error.code !== 'too-many') throw error
  throw new DomainError(error.code, `${error.message} If you sign in, you can ask for it now.`, error.details)
}

const NO_EMAIL = 'Please enter your e-mail address.'
