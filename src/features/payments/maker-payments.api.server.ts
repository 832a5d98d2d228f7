import { createRoute, z } from '@hono/zod-openapi'
import { paise, paiseFromRupees, rupees } from '#src/core/money.ts'
import { requireAdmin, type SignedIn } from '#src/features/account/guards.server.ts'
import { apiRouter } from '#src/platform/api-router.server.ts'
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
const Days = z.strictObject({ days: z.coerce.number().int().min(1).max(31).default(7) })

const json = <T extends z.ZodType>(schema: T) => ({ content: { 'application/json': { schema } }, required: true })
const answer = <T extends z.ZodType>(description: string, schema: T) => ({
  200: { description, content: { 'application/json': { schema } } },
})

const listRoute = createRoute({
  method: 'get',
  path: '/admin/payments',
  summary: 'The payment records',
  request: { query: PaymentPage },
  responses: answer('Newest first', z.array(PaymentRecord)),
})

const detailsRoute = createRoute({
  method: 'get',
  path: '/admin/payments/{id}',
  summary: 'One payment with all that was said about it',
  request: { params: One },
  responses: answer('The payment', PaymentDetails),
})

const recheckRoute = createRoute({
  method: 'post',
  path: '/admin/payments/{id}/recheck',
  summary: 'Asks the bank once more, as often as its rules allow',
  request: { params: One },
  responses: answer('What the bank said', BankAnswer),
})

const daysRoute = createRoute({
  method: 'get',
  path: '/admin/bank-days',
  summary: "The last days as the bank's books and ours have them",
  request: { query: Days },
  responses: answer('Newest first', z.array(BankDay)),
})

const moneyRoute = createRoute({
  method: 'get',
  path: '/admin/money',
  summary: 'Money that needs a decision',
  request: { query: PageOfMoney },
  responses: answer('Who waits longest first', z.array(StrayMoney)),
})

const doneRoute = createRoute({
  method: 'post',
  path: '/admin/money/{id}/done-outside',
  summary: 'The maker has sent the money back by hand',
  request: { params: One, body: json(DoneOutside) },
  responses: answer('Written down', z.object({ success: z.literal(true) })),
})

const Done = z.object({ success: z.literal(true) })

const sendBackRoute = createRoute({
  method: 'post',
  path: '/admin/money/{id}/send-back',
  summary: 'The provider is asked to send the money back',
  request: { params: One },
  responses: answer('It is on its way', Done),
})

const acceptRoute = createRoute({
  method: 'post',
  path: '/admin/money/{id}/accept',
  summary: 'Money in review pays its order after all',
  request: { params: One, body: json(MoneyReason) },
  responses: answer('The order is paid', Done),
})

const keepRoute = createRoute({
  method: 'post',
  path: '/admin/money/{id}/keep',
  summary: 'A refund that failed and was not owed is given up, or there was nothing to send back',
  request: { params: One, body: json(MoneyReason) },
  responses: answer('The money stays', Done),
})

const refundRoute = createRoute({
  method: 'post',
  path: '/admin/payments/{id}/refunds',
  summary: "Sends some of a payment's money back; the same key again is the same refund",
  request: { params: One, body: json(NewRefund) },
  responses: answer('How the refund stands', RefundStanding),
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
    c.header('Cache-Control', 'private, no-store')
    if (total !== undefined) c.header('X-Total-Count', String(total))
    if (records.length < found.length)
      c.header('Link', next('payments', { ...filter, limit: String(limit), cursor: records.at(-1)?.id ?? '' }))
    return c.json(records, 200)
  })
  api.openapi({ ...detailsRoute, middleware: onlyMaker }, async (c) => {
    c.header('Cache-Control', 'private, no-store')
    return c.json(await getPaymentDetails(db, c.req.valid('param').id), 200)
  })
  api.openapi({ ...recheckRoute, middleware: onlyMaker }, async (c) =>
    c.json(await askAgain(till, { paymentId: c.req.valid('param').id, by: c.get('user') }), 200),
  )
  api.openapi({ ...daysRoute, middleware: onlyMaker }, async (c) => {
    c.header('Cache-Control', 'private, no-store')
    return c.json(await bankDays(till, c.req.valid('query').days), 200)
  })
  api.openapi({ ...moneyRoute, middleware: onlyMaker }, async (c) => {
    const { limit, cursor } = c.req.valid('query')
    const sendsBack = till.provider.refund && till.provider.name
    const found = await listStrayMoney(db, { limit: limit + 1, cursor, sendsBack })
    const waiting = found.slice(0, limit)
    c.header('Cache-Control', 'private, no-store')
    if (waiting.length < found.length)
      c.header('Link', next('money', { limit: String(limit), cursor: waiting.at(-1)?.id ?? '' }))
    return c.json(waiting, 200)
  })
  api.openapi({ ...doneRoute, middleware: onlyMaker }, async (c) => {
    const decision = { ...c.req.valid('json'), id: c.req.valid('param').id, by: c.get('user'), now: till.now() }
    await markDoneOutside(db, decision)
    return c.json({ success: true } as const, 200)
  })
  api.route('/', manualUpiApi(till))
  return api
    .openapi({ ...sendBackRoute, middleware: onlyMaker }, async (c) => {
      await sendBack(till, { id: c.req.valid('param').id, by: c.get('user') })
      return c.json({ success: true } as const, 200)
    })
    .openapi({ ...acceptRoute, middleware: onlyMaker }, async (c) => {
      await acceptMoney(till, { id: c.req.valid('param').id, by: c.get('user'), ...c.req.valid('json') })
      return c.json({ success: true } as const, 200)
    })
    .openapi({ ...keepRoute, middleware: onlyMaker }, async (c) => {
      await keepMoney(till, { id: c.req.valid('param').id, by: c.get('user'), ...c.req.valid('json') })
      return c.json({ success: true } as const, 200)
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

const next = (list: string, query: Record<string, string>) =>
  `</api/admin/${list}?${new URLSearchParams(query)}>; rel="next"`
