import { createRoute } from '@hono/zod-openapi'
import { ShopError } from '#src/core/shop-error.ts'
import type { Till } from '#src/features/payments/payments.server.ts'
import { apiRouter } from '#src/platform/api-router.server.ts'
import { jsonAnswer, jsonBody, refusal } from '#src/platform/api-shapes.server.ts'
import { clientAddress } from '#src/platform/client-address.server.ts'
import type { Db } from '#src/platform/database.server.ts'
import { type Limit, takeFromAddress, takeFromLimit } from '#src/platform/rate-limit.server.ts'
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
const limits = {
  fromAddress: { name: 'custom-orders-from-address', max: 5, perSeconds: HOUR },
  forMobile: { name: 'custom-orders-for-mobile', max: 3, perSeconds: HOUR },
  forEmail: { name: 'custom-orders-for-email', max: 3, perSeconds: HOUR },
  messagesInAll: { name: 'custom-orders-messages', max: 100, perSeconds: HOUR },
} as const satisfies Record<string, Limit>

/** How long the maker's screen waits for a quotation to leave the house: the clock looks every second. */
const WAIT_FOR_DELIVERY_MS = 2500

type CustomOrdersApi = {
  till: Till
  /** Who is told that a quotation is owed. */
  makerEmail: string
  publicUrl: string
  waitMs?: number
}

export function customOrdersApi({ till, makerEmail, publicUrl, waitMs = WAIT_FOR_DELIVERY_MS }: CustomOrdersApi) {
  const { db, now } = till
  const api = apiRouter()
  api.route('/', submissionApi({ db, makerEmail, now }))
  api.route('/', quoteDeskApi({ db, publicUrl, now, waitMs }))
  api.route('/', quotesApi({ till, makerEmail }))
  return api
}

function submissionApi({ db, makerEmail, now }: { db: Db; makerEmail: string; now: () => Date }) {
  return apiRouter().openapi(submitRoute, async (c) => {
    const order = c.req.valid('json')
    // The address goes first: who is stopped there does not use up what the owner of the number has left.
    await takeFromAddress(db, limits.fromAddress, clientAddress(c))
    await takeFromLimit(db, limits.forMobile, order.customerMobile)
    await takeFromLimit(db, limits.forEmail, order.customerEmail)
    const tellPeople = await isWithin(takeFromLimit(db, limits.messagesInAll, 'everybody'))
    const kept = await submitCustomOrder(db, { order, makerEmail, receivedAt: now(), tellPeople })
    c.header('Cache-Control', 'no-store')
    return c.json({ success: true as const, reference: kept.reference, dueAt: kept.dueAt.toISOString() }, 201)
  })
}

/** A flood from many addresses must cost no money: beyond the limit requests are kept, and nobody is written to. */
async function isWithin(taken: Promise<void>): Promise<boolean> {
  try {
    await taken
    return true
  } catch (error) {
    if (error instanceof ShopError && error.code === 'too-many') return false
    throw error
  }
}
