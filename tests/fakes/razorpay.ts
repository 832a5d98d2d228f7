import { createHmac, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import { onTestFinished } from 'vitest'

type Entity = Record<string, unknown> & { id: string }
type Answer = { status: number; body: unknown }
/** How one call fails: before anything is done, after it, so that only the answer is lost, or only slowly. */
export type InjectedFailure = { as: 'silence' | 'hang-up' | number | string; done?: boolean } | { afterMs: number }
export type RazorpayRequest = { method: string; path: string; headers: IncomingMessage['headers']; body: string }
export type PaymentFields = {
  status?: string
  amount?: number
  currency?: string
  rrn?: string | null
  notes?: unknown
  /** The newest one, unless it is given. */
  code?: Entity | undefined
}

export const RAZORPAY_KEYS = { keyId: 'rzp_test_1DP5mmOlF5G5ag', keySecret: 'a-key-that-nobody-may-see' }
/** The same account in live mode. */
export const RAZORPAY_LIVE_KEYS = { ...RAZORPAY_KEYS, keyId: 'rzp_live_1DP5mmOlF5G5ag' }
export const TEST_WEBHOOK_SECRET = 'a-secret-of-the-webhook-alone'

export type FakeRazorpay = Awaited<ReturnType<typeof startFakeRazorpay>>

/**
 * Razorpay as its documentation describes the calls that the shop makes (razorpay.com/docs/api: qr-codes/create,
 * qr-codes/image-content, qr-codes/fetch-payments, qr-codes/fetch-payment-id, payments/fetch-all-payments,
 * qr-codes/image-content/close, refunds/create-instant, refunds/instant-refunds-idempotent, refunds/fetch-with-id,
 * refunds/fetch-multiple-refund-payment) and the webhooks that it sends (docs/webhooks: payments, qr-codes, refunds,
 * validate-test). The test plays the customer's bank.
 */
export async function startFakeRazorpay(onEnd: (end: () => void) => void = onTestFinished) {
  const books: Books = { codes: [], payments: [], refunds: new Map(), refundsAre: 'normal' }
  const requests: RazorpayRequest[] = []
  const troubles: InjectedFailure[] = []
  let answersAfterMs = 0
  const server = createServer(async (request, response) => {
    const body = await bodyOf(request)
    requests.push({ method: request.method ?? '', path: request.url ?? '', headers: request.headers, body })
    const next = troubles.shift()
    if (answersAfterMs > 0) await setTimeout(answersAfterMs)
    if (next && 'afterMs' in next) await setTimeout(next.afterMs)
    const trouble = next && 'as' in next ? next : undefined
    if (trouble && !trouble.done) return meet(trouble, response)
    const answer = answerTo(books, request, body)
    if (trouble) return meet(trouble, response)
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(JSON.stringify(answer.body))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onEnd(() => {
    server.closeAllConnections()
    server.close()
  })
  const address = server.address()
  const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`

  return {
    url,
    requests,
    codes: books.codes,
    refunds: books.refunds,
    /** Failures of the next calls, one each. */
    meets: (...next: InjectedFailure[]) => troubles.push(...next),
    /** How long it takes to answer every call. */
    answersAfter: (ms: number) => {
      answersAfterMs = ms
    },
    /** The outcome of refunds at optimum speed: instant, normal, or refused. */
    refundsAre: (speed: Books['refundsAre']) => {
      books.refundsAre = speed
    },
    /** Idempotency keys expire, after an undocumented time. */
    expireIdempotencyKeys: () => {
      for (const [key, made] of [...books.refunds]) {
        books.refunds.delete(key)
        books.refunds.set(`forgotten:${made.id}`, { ...made, requestBody: null })
      }
    },
    /** Pays, or tries to pay, with a code. */
    payment: ({ code = books.codes.at(-1), ...fields }: PaymentFields = {}) => {
      const payment = aPayment(code, fields)
      books.payments.push(payment)
      return payment
    },
    webhook,
  }
}

function meet({ as }: { as: string | number }, response: ServerResponse): void {
  if (as === 'silence') return
  if (as === 'hang-up') response.destroy()
  else if (typeof as === 'string') response.writeHead(200, { 'content-type': 'application/json' }).end(as)
  else response.writeHead(as).end(JSON.stringify(refusal(as, 'SERVER_ERROR', 'We are facing some trouble').body))
}

type Books = {
  codes: Entity[]
  payments: Entity[]
  refunds: Map<string, Entity>
  refundsAre: 'instant' | 'normal' | 'refused'
}

function answerTo(books: Books, request: IncomingMessage, body: string): Answer {
  if (!mayCall(request.headers.authorization))
    return refusal(401, 'BAD_REQUEST_ERROR', 'The api key provided is invalid')
  const { pathname, searchParams } = new URL(request.url ?? '', 'http://razorpay')
  const [, , , id = '', last] = pathname.split('/')
  if (request.method === 'POST' && pathname === '/v1/payments/qr_codes') return makeCode(books, JSON.parse(body))
  if (request.method === 'POST' && last === 'refund')
    return refund(books, id, { key: String(request.headers['x-refund-idempotency']), body: JSON.parse(body) })
  if (request.method === 'POST' && pathname.endsWith('/close')) return closeCode(books, pathname.split('/')[4])
  if (pathname === '/v1/payments/qr_codes') return codesOf(books, searchParams.get('payment_id'))
  if (pathname.startsWith('/v1/payments/qr_codes/') && pathname.endsWith('/payments'))
    return paymentsOn(books, pathname.split('/')[4] ?? '')
  if (last === 'refunds') return refundsOf(books, id, searchParams)
  if (pathname.startsWith('/v1/refunds/')) return refundWith(books, id)
  if (pathname === '/v1/payments') return paymentsBetween(books, searchParams)
  return refusal(400, 'BAD_REQUEST_ERROR', 'The requested URL was not found on the server.')
}

const mayCall = (authorization = '') =>
  [RAZORPAY_KEYS, RAZORPAY_LIVE_KEYS].some(
    ({ keyId, keySecret }) => authorization === `Basic ${Buffer.from(`${keyId}:${keySecret}`).toString('base64')}`,
  )

const CODE_FIELDS = 'type name usage fixed_amount payment_amount description customer_id close_by notes'.split(' ')

/**
 * api/qr-codes/create and, stricter in `close_by`, image-content/create: single use, fixed amount, at least 15 minutes.
 */
function makeCode({ codes }: Books, wanted: Record<string, unknown>): Answer {
  const extra = Object.keys(wanted).filter((field) => !CODE_FIELDS.includes(field))
  if (extra.length > 0) return bad(`${extra.join(', ')} is/are not required and should not be sent`)
  if (wanted.type !== 'upi_qr') return bad('The selected type is invalid.')
  if (wanted.usage === 'single_use' && wanted.fixed_amount !== true) return bad('The fixed amount field is required.')
  const amount = Number(wanted.payment_amount)
  if (!Number.isInteger(amount) || amount < 1) return bad('The payment amount must be at least 1.')
  const minutesLeft = (Number(wanted.close_by) - Date.now() / 1000) / 60
  if (!(minutesLeft >= 15)) return bad('close_by should be at least 15 minutes after current time')
  const id = `qr_${newId()}`
  const link = `upi://pay?pa=golconda.rzp@hdfcbank&pn=GolcondaCacao&tr=RZP${id.slice(3)}qrv2&tn=PaymenttoGolcondaCacao`
  const code = {
    id,
    entity: 'qr_code',
    created_at: seconds(),
    ...wanted,
    image_url: 'https://rzp.io/i/BWcUVrLp',
    image_content: `${link}&am=${amount / 100}&cu=INR&mc=5441`,
    status: 'active',
    payments_amount_received: 0,
    payments_count_received: 0,
  }
  codes.push(code)
  return { status: 200, body: code }
}

/** api/qr-codes/close. A single-use code is also closed by a payment. */
function closeCode({ codes }: Books, qrId: string | undefined): Answer {
  const code = codes.find(({ id }) => id === qrId)
  if (!code) return bad(`${qrId} is not a valid id.`)
  if (code.status === 'closed') return bad('The QR code is already closed.')
  Object.assign(code, { status: 'closed', closed_at: seconds(), close_reason: 'on_demand' })
  return { status: 200, body: code }
}

function codesOf({ codes, payments }: Books, paymentId: string | null): Answer {
  const paid = payments.find(({ id }) => id === paymentId)
  if (!paid) return bad(`${paymentId} is not a valid id.`)
  return list(codes.filter(({ id }) => id === paid.onCode))
}

function paymentsOn({ codes, payments }: Books, qrId: string): Answer {
  if (!codes.some(({ id }) => id === qrId)) return bad(`${qrId} is not a valid id.`)
  return list(payments.filter(({ onCode }) => onCode === qrId).toReversed())
}

/** Newest first, ten a page unless `count` says otherwise, at most a hundred. */
function paymentsBetween({ payments }: Books, query: URLSearchParams): Answer {
  const [from, to, skip] = ['from', 'to', 'skip'].map((name) => Number(query.get(name)))
  const count = Number(query.get('count') ?? 10)
  if (count > 100) return bad('The count may not be greater than 100.')
  const found = payments.filter(({ created_at: at }) => Number(at) >= (from ?? 0) && Number(at) <= (to ?? 0))
  return list(found.toReversed().slice(skip, (skip ?? 0) + count))
}

type WantedRefund = { key: string; body: Record<string, unknown> }

/** api/refunds/instant-refunds-idempotent, with its documented errors. */
function refund({ payments, refunds, refundsAre }: Books, paymentId: string, { key, body }: WantedRefund): Answer {
  if (key.length < 10) return bad('The idempotency key must be at least 10 characters long.')
  const payment = payments.find(({ id }) => id === paymentId)
  if (!payment) return bad(`${paymentId} is not a valid id.`)
  const before = refunds.get(key)
  if (before && before.requestBody !== JSON.stringify(body))
    return bad('Different request with the same idempotency key has already been processed.')
  if (before) return { status: 200, body: before }
  const speed = speedOf(body, refundsAre)
  if (speed === 'refused') return bad('Instant refund is not supported for the payment')
  const isInstant = speed === 'instant'
  const amount = Number(body.amount)
  const left = Number(payment.amount) - Number(payment.amount_refunded)
  if (left === 0) return bad('The payment has been fully refunded already')
  if (amount > left) return bad('The refund amount provided is greater than amount captured.')
  payment.amount_refunded = Number(payment.amount_refunded) + amount
  if (payment.amount_refunded === payment.amount) payment.status = 'refunded'
  const made = {
    id: `rfnd_${newId()}`,
    entity: 'refund',
    amount,
    currency: 'INR',
    payment_id: paymentId,
    notes: body.notes ?? [],
    receipt: null,
    acquirer_data: isInstant ? { rrn: twelveDigits() } : { arn: null },
    created_at: seconds(),
    batch_id: null,
    status: isInstant ? 'processed' : 'pending',
    speed_requested: body.speed,
    speed_processed: speed,
    requestBody: JSON.stringify(body),
  }
  refunds.set(key, made)
  return { status: 200, body: made }
}

const speedOf = ({ speed }: WantedRefund['body'], refundsAre: Books['refundsAre']) =>
  speed === 'optimum' ? refundsAre : 'normal'

/** Newest first, ten a page unless `count` says otherwise, at most a hundred. */
function refundsOf({ payments, refunds }: Books, paymentId: string, query: URLSearchParams): Answer {
  if (!payments.some(({ id }) => id === paymentId)) return bad(`${paymentId} is not a valid id.`)
  const [count, skip] = [Number(query.get('count') ?? 10), Number(query.get('skip') ?? 0)]
  if (count > 100) return bad('The count may not be greater than 100.')
  const found = [...refunds.values()].filter((one) => one.payment_id === paymentId)
  return list(found.toReversed().slice(skip, skip + count))
}

function refundWith({ refunds }: Books, refundId: string): Answer {
  const found = [...refunds.values()].find(({ id }) => id === refundId)
  return found ? { status: 200, body: found } : bad(`${refundId} is not a valid id.`)
}

/** A UPI payment on a code, as in the published payload of `qr_code.credited`. `onCode` belongs to this fake. */
function aPayment(code: Entity | undefined, { status = 'captured', rrn, notes, ...fields }: PaymentFields): Entity {
  const isFailed = status === 'failed'
  return {
    id: `pay_${newId()}`,
    entity: 'payment',
    amount: fields.amount ?? code?.payment_amount,
    currency: fields.currency ?? 'INR',
    status,
    order_id: null,
    invoice_id: null,
    international: false,
    method: 'upi',
    amount_refunded: 0,
    refund_status: null,
    captured: status === 'captured',
    description: 'QRv2 Payment',
    vpa: 'gauri.kumari@okhdfcbank',
    email: 'gauri.kumari@example.com',
    contact: '+919000090000',
    notes: notes ?? code?.notes ?? [],
    fee: 0,
    tax: 0,
    error_code: isFailed ? 'BAD_REQUEST_ERROR' : null,
    error_description: isFailed ? 'Payment was unsuccessful as the bank account has insufficient funds.' : null,
    error_reason: isFailed ? 'insufficient_funds' : null,
    acquirer_data: { rrn: rrn === undefined ? twelveDigits() : rrn },
    created_at: seconds(),
    onCode: code?.id,
  }
}

export type RazorpayWebhook = { headers: Record<string, string>; body: string }

/** A signed delivery. A redelivered event has the same `x-razorpay-event-id`. */
function webhook(event: string, entities: Record<string, Entity | undefined>, eventId = newId()): RazorpayWebhook {
  const payload = Object.fromEntries(Object.entries(entities).map(([name, entity]) => [name, { entity }]))
  return signRazorpayWebhook(
    JSON.stringify({
      entity: 'event',
      account_id: 'acc_CJoeHMNpi0nC7k',
      event,
      contains: Object.keys(entities),
      payload,
      created_at: seconds(),
    }),
    eventId,
  )
}

/** Signs any text. */
export function signRazorpayWebhook(body: string, eventId = newId(), secret = TEST_WEBHOOK_SECRET): RazorpayWebhook {
  const signature = createHmac('sha256', secret).update(body).digest('hex')
  const headers = {
    'content-type': 'application/json',
    'X-Razorpay-Signature': signature,
    'x-razorpay-event-id': eventId,
  }
  return { headers, body }
}

const list = (items: Entity[]): Answer => ({
  status: 200,
  body: { entity: 'collection', count: items.length, items },
})
const bad = (description: string) => refusal(400, 'BAD_REQUEST_ERROR', description)
const refusal = (status: number, code: string, description: string): Answer => ({
  status,
  body: { error: { code, description, source: 'NA', step: 'NA', reason: 'NA', metadata: {} } },
})
const newId = () => randomUUID().replaceAll('-', '').slice(0, 14)
const seconds = () => Math.floor(Date.now() / 1000)
const twelveDigits = () => String(Math.floor(1e11 + Math.random() * 9e11))

async function bodyOf(request: IncomingMessage): Promise<string> {
  let body = ''
  for await (const part of request) body += part
  return body
}
