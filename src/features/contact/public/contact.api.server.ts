import type { Db } from '#src/db/database.server.ts'
import { MAYBE_SIGNED_IN } from '#src/features/auth/sessions/route-presets.server.ts'
import { NewTicket, TicketReceipt } from '#src/features/contact/contact.contract.ts'
import { submitTicket } from '#src/features/contact/contact.server.ts'
import { getClientIp } from '#src/server/http/client-ip.server.ts'
import { consumeAnonymousLimit } from '#src/server/overload/anonymous-rate-limit.server.ts'
import { consumeLimit, type RateLimit, tryConsumeLimit } from '#src/server/overload/rate-limit.server.ts'
import { errorResponse } from '#src/server/routes/api-helpers.server.ts'
import { createApiRouter } from '#src/server/routes/api-router.server.ts'
import { defineRoute } from '#src/server/routes/define-route.server.ts'
import { jsonUpTo } from '#src/server/routes/route-policy.server.ts'

const HOUR = 3600
const DAY = 24 * HOUR
const limits = {
  fromAddress: { name: 'tickets-from-address', max: 5, perSeconds: HOUR },
  /** For all visitors together: tickets are stored for a year, and each sends the admin a mail. */
  anonymous: { name: 'tickets-anonymous', max: 200, perSeconds: DAY },
  ofUser: { name: 'tickets-user', max: 10, perSeconds: DAY },
  toStranger: { name: 'tickets-to-email', max: 3, perSeconds: DAY },
} as const satisfies Record<string, RateLimit>

const send = defineRoute('post', '/contact', {
  ...MAYBE_SIGNED_IN,
  body: jsonUpTo(16),
  json: NewTicket,
  summary: 'Send a message to the shop',
  created: ['The message is stored; this is its number.', TicketReceipt],
  responses: { 400: errorResponse('A field is missing or invalid.'), 429: errorResponse('Too many messages.') },
})
export type ContactRoute = typeof send

/** Visitors cannot use up the limits of customers. Beyond three mails to an address messages are only stored. */
export const contactApi = ({ db, adminEmail }: { db: Db; adminEmail: string }) =>
  createApiRouter().openapi(send(db), async (c) => {
    const ticket = c.req.valid('json')
    const user = c.get('user')
    if (user) await consumeLimit(db, limits.ofUser, user.id)
    else
      await consumeAnonymousLimit(db, limits.fromAddress, {
        address: getClientIp(c),
        also: [{ limit: limits.anonymous, subject: 'everybody' }],
      })
    const acknowledges =
      user?.email === ticket.email || (await tryConsumeLimit(db, limits.toStranger, ticket.email.toLowerCase()))
    return c.json(await submitTicket(db, ticket, { userId: user?.id, adminEmail, acknowledges }), 201)
  })
