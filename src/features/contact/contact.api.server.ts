import { createRoute } from '@hono/zod-openapi'
import { apiRouter } from '#src/platform/api-router.server.ts'
import { jsonAnswer, jsonBody, refusal } from '#src/platform/api-shapes.server.ts'
import { clientAddress } from '#src/platform/client-address.server.ts'
import type { Db } from '#src/platform/database.server.ts'
import { type Limit, takeFromAddress } from '#src/platform/rate-limit.server.ts'
import { NewTicket, TakenTicket } from './contact.contract.ts'
import { submitTicket } from './contact.server.ts'

const ticketsFromAddress: Limit = { name: 'tickets-from-address', max: 5, perSeconds: 3600 }

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

/** Anybody may write to the studio. */
export const contactApi = ({ db, makerEmail }: { db: Db; makerEmail: string }) =>
  apiRouter().openapi(send, async (c) => {
    await takeFromAddress(db, ticketsFromAddress, clientAddress(c))
    return c.json(await submitTicket(db, c.req.valid('json'), { makerEmail }), 201)
  })
