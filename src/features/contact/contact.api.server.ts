import { createRoute } from '@hono/zod-openapi'
import { optionalUser, type PerhapsSignedIn } from '#src/features/account/guards.server.ts'
import { takeAnonymously } from '#src/platform/anonymous-writes.server.ts'
import { apiRouter } from '#src/platform/api-router.server.ts'
import { jsonAnswer, jsonBody, refusal } from '#src/platform/api-shapes.server.ts'
import { clientAddress } from '#src/platform/client-address.server.ts'
import type { Db } from '#src/platform/database.server.ts'
import { isWithinLimit, type Limit, takeFromLimit } from '#src/platform/rate-limit.server.ts'
import { NewTicket, TakenTicket } from './contact.contract.ts'
import { submitTicket } from './contact.server.ts'

const HOUR = 3600
const DAY = 24 * HOUR
const limits = {
  fromAddress: { name: 'tickets-from-address', max: 5, perSeconds: HOUR },
  /** Of all who are not signed in: what people write is kept for a year, and the admin gets a mail about each. */
  anonymous: { name: 'tickets-anonymous', max: 200, perSeconds: DAY },
  ofUser: { name: 'tickets-user', max: 10, perSeconds: DAY },
  /** Mails to an address that nobody has confirmed: it may be a stranger's. */
  toStranger: { name: 'tickets-to-email', max: 3, perSeconds: DAY },
} as const satisfies Record<string, Limit>

const send = createRoute({
  method: 'post',
  path: '/contact',
  request: { body: jsonBody(NewTicket) },
  responses: {
    201: jsonAnswer('The message is kept; this is its number.', TakenTicket),
    400: refusal('Something is missing or cannot be read.'),
    429: refusal('Too many messages.'),
  },
})

/**
 * Anybody may write to the studio. Who is signed in has limits of their own, which strangers cannot use up; an address
 * that nobody has confirmed is written to three times a day, and further messages from it are kept all the same.
 */
export const contactApi = ({ db, makerEmail }: { db: Db; makerEmail: string }) =>
  apiRouter<PerhapsSignedIn>().openapi({ ...send, middleware: optionalUser(db) }, async (c) => {
    const ticket = c.req.valid('json')
    const user = c.get('user')
    if (user) await takeFromLimit(db, limits.ofUser, user.id)
    else
      await takeAnonymously(db, limits.fromAddress, {
        address: clientAddress(c),
        also: [{ limit: limits.anonymous, who: 'everybody' }],
      })
    const acknowledges =
      user?.email === ticket.email || (await isWithinLimit(db, limits.toStranger, ticket.email.toLowerCase()))
    return c.json(await submitTicket(db, ticket, { userId: user?.id, makerEmail, acknowledges }), 201)
  })
