import { createRoute, z } from '@hono/zod-openapi'
import { paise, paiseFromRupees, rupees } from '#src/core/money.ts'
import { requireAdmin, type SignedIn } from '#src/features/account/guards.server.ts'
import { apiRouter } from '#src/platform/api-router.server.ts'
import { jsonAnswer, jsonBody, keepPrivate, sayDone, tellPart } from '#src/platform/api-shapes.server.ts'
import { bankDays } from './bank-days.server.ts'
import {
  BankAnswer,
  BankDay,
  DoneOutside,
  MoneyReason,
  NewRefund,
  PaymentDetails,
  PaymentPage,
  PaymentRecord,
  RefundStanding,
  StrayMoney,
} from './maker-payments.contract.ts'
import { manualUpiApi } from './manual-upi.api.server.ts'
import { acceptMoney, keepMoney, sendBack } from './money-decisions.server.ts'
import { listPayments } from './payment-list.server.ts'
import { getPaymentDetails } from './payment-timeline.server.ts'
import type { Till } from './payments.server.ts'
import { askAgain } from './questions.server.ts'
import { type RefundRow, requestRefund } from './refunds.server.ts'
import { listStrayMoney, markDoneOutside } from './stray-money.server.ts'

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
  request: { query: PaymentPage },
  responses: { 200: jsonAnswer('Newest first', z.array(PaymentRecord)) },
})

const detailsRoute = createRoute({
  method: 'get',
  path: '/admin/payments/{id}',
  summary: 'One payment with all that was said about it',
  request: { params: One },
  responses: { 200: jsonAnswer('The payment', PaymentDetails) },
})

const recheckRoute = createRoute({
  method: 'post',
  path: '/admin/payments/{id}/recheck',
  summary: 'Asks the bank once more, as often as its rules allow',
  request: { params: One },
  responses: { 200: jsonAnswer('What the bank said', BankAnswer) },
})

const daysRoute = createRoute({
  method: 'get',
  path: '/admin/bank-days',
  summary: "The last days as the bank's books and ours have them",
  request: { query: Days },
  responses: { 200: jsonAnswer('Newest first', z.array(BankDay)) },
})

const moneyRoute = createRoute({
  method: 'get',
  path: '/admin/money',
  summary: 'Money that needs a decision',
  request: { query: PageOfMoney },
  responses: { 200: jsonAnswer('Who waits longest first', z.array(StrayMoney)) },
})

const doneRoute = createRoute({
  method: 'post',
  path: '/admin/money/{id}/done-outside',
  summary: 'The maker has sent the money back by hand',
  request: { params: One, body: jsonBody(DoneOutside) },
  responses: { 200: jsonAnswer('Written down', Done) },
})

const sendBackRoute = createRoute({
  method: 'post',
  path: '/admin/money/{id}/send-back',
  summary: 'The provider is asked to send the money back',
  request: { params: One },
  responses: { 200: jsonAnswer('It is on its way', Done) },
})

const acceptRoute = createRoute({
  method: 'post',
  path: '/admin/money/{id}/accept',
  summary: 'Money in review pays its order after all',
  request: { params: One, body: jsonBody(MoneyReason) },
  responses: { 200: jsonAnswer('The order is paid', Done) },
})

const keepRoute = createRoute({
  method: 'post',
  path: '/admin/money/{id}/keep',
  summary: 'A refund that failed and was not owed is given up, or there was nothing to send back',
  request: { params: One, body: jsonBody(MoneyReason) },
  responses: { 200: jsonAnswer('The money stays', Done) },
})

const refundRoute = createRoute({
  method: 'post',
  path: '/admin/payments/{id}/refunds',
  summary: "Sends some of a payment's money back; the same key again is the same refund",
  request: { params: One, body: jsonBody(NewRefund) },
  responses: { 200: jsonAnswer('How the refund stands', RefundStanding) },
})

/** What the maker sees of payments, and what can be done there: ask the bank, and decide about money that is here. */
export function makerPaymentsApi(till: Till) {
  const { db } = till
  const api = apiRouter<SignedIn>()
  const onlyMaker = requireAdmin(db)
  api.openapi({ ...listRoute, middleware: onlyMaker }, async (c) => {
    const { limit, cursor, ...filter } = c.req.valid('query')
    const { records: found, total } = await listPayments(db, { ...filter, cursor, ...(limit && { limit: limit + 1 }) })
    const records = limit ? found.slice(0, limit) : found
    keepPrivate(c)
    tellPart(c, { total, nextCursor: records.length < found.length ? records.at(-1)?.id : undefined })
    return c.json(records, 200)
  })
  api.openapi({ ...detailsRoute, middleware: onlyMaker }, async (c) => {
    keepPrivate(c)
    return c.json(await getPaymentDetails(db, c.req.valid('param').id), 200)
  })
  api.openapi({ ...recheckRoute, middleware: onlyMaker }, async (c) =>
    c.json(await askAgain(till, { paymentId: c.req.valid('param').id, by: c.get('user') }), 200),
  )
  api.openapi({ ...daysRoute, middleware: onlyMaker }, async (c) => {
    keepPrivate(c)
    return c.json(await bankDays(till, c.req.valid('query').days), 200)
  })
  api.openapi({ ...moneyRoute, middleware: onlyMaker }, async (c) => {
    const { limit, cursor } = c.req.valid('query')
    const sendsBack = till.provider.refund && till.provider.name
    const found = await listStrayMoney(db, { limit: limit + 1, cursor, sendsBack })
    const waiting = found.slice(0, limit)
    keepPrivate(c)
    tellPart(c, { nextCursor: waiting.length < found.length ? waiting.at(-1)?.id : undefined })
    return c.json(waiting, 200)
  })
  api.openapi({ ...doneRoute, middleware: onlyMaker }, async (c) => {
    const decision = { ...c.req.valid('json'), id: c.req.valid('param').id, by: c.get('user'), now: till.now() }
    await markDoneOutside(db, decision)
    return sayDone(c)
  })
  api.route('/', manualUpiApi(till))
  return api
    .openapi({ ...sendBackRoute, middleware: onlyMaker }, async (c) => {
      await sendBack(till, { id: c.req.valid('param').id, by: c.get('user') })
      return sayDone(c)
    })
    .openapi({ ...acceptRoute, middleware: onlyMaker }, async (c) => {
      await acceptMoney(till, { id: c.req.valid('param').id, by: c.get('user'), ...c.req.valid('json') })
      return sayDone(c)
    })
    .openapi({ ...keepRoute, middleware: onlyMaker }, async (c) => {
      await keepMoney(till, { id: c.req.valid('param').id, by: c.get('user'), ...c.req.valid('json') })
      return sayDone(c)
    })
    .openapi({ ...refundRoute, middleware: onlyMaker }, async (c) => {
      const { amount, ...wanted } = c.req.valid('json')
      const [paymentId, by] = [c.req.valid('param').id, c.get('user')]
      const request = { ...wanted, paymentId, amount: paiseFromRupees(amount), by, now: till.now() }
      return c.json(standingOf(await requestRefund(db, request)), 200)
    })
}

function standingOf({ id, paymentId, amountPaise, state, note }: RefundRow): RefundStanding {
  return { id, payment: paymentId, amount: rupees(paise(amountPaise)), state, reason: note ?? '' }
}
