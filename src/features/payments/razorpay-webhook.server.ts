import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { ShopError } from '#src/core/shop-error.ts'
import type { Db } from '#src/platform/database.server.ts'
import { log } from '#src/platform/log.server.ts'
import type { ProviderReport } from './payment-provider.server.ts'
import { withoutPayer } from './payments.rules.ts'
import { razorpayCodes } from './razorpay.table.server.ts'
import { NoWordFromRazorpay, type RazorpayClient, RefusedByRazorpay } from './razorpay-client.server.ts'
import { listOf, QrCode, RazorpayEvent, type RazorpayPayment } from './razorpay-entities.server.ts'
import { ourPayment, reportOf } from './razorpay-money.server.ts'
import { refundReportOf } from './razorpay-refund.server.ts'

/** The events that tell about a payment. Every other genuine one is kept as it came, without effect. */
const NEWS = new Set(['payment.authorized', 'payment.captured', 'payment.failed', 'order.paid', 'qr_code.credited'])

/** The refund's own status says what has become of it, in whatever order these come. */
const ABOUT_REFUNDS = new Set(['refund.created', 'refund.processed', 'refund.failed', 'refund.speed_changed'])

type Reading = { db: Db; client: RazorpayClient; secrets: readonly (string | undefined)[] }

/**
 * Reads a webhook whose signature is genuine; throws a refusal otherwise. One that cannot be read is kept all the same:
 * Razorpay would only send it again, and switch the webhook off after a day (razorpay.com/docs/webhooks/best-practices).
 */
export async function readRazorpayWebhook(
  { db, client, secrets }: Reading,
  headers: Headers,
  rawBody: string,
): Promise<ProviderReport> {
  refuseForged(secrets, headers, rawBody)
  const kept = { eventId: eventIdOf(headers, rawBody), raw: withoutPayer(rawBody) }
  const event = parseEvent(rawBody)
  if (!event) {
    log.error("An event of Razorpay's cannot be read. It is kept among the payment events.", { event: kept.eventId })
    return { ...kept, clientTxnId: NOBODYS }
  }
  const clientTxnId = (await whoseEvent({ db, client }, event)) ?? NOBODYS
  const back = event.payload.refund?.entity
  if (back && ABOUT_REFUNDS.has(event.event)) {
    const refund = await refundReportOf(db, back)
    return { ...kept, clientTxnId, ...(refund && { refund }) }
  }
  const payment = event.payload.payment?.entity
  if (!payment || !NEWS.has(event.event)) return { ...kept, clientTxnId }
  return { ...kept, clientTxnId, report: await reportOf(db, payment) }
}

/** No payment of ours has this id: the event is kept as one about an unknown payment. */
const NOBODYS = ''

/**
 * `X-Razorpay-Signature` is the hex HMAC-SHA256 of the raw body under the webhook's own secret (docs/webhooks/validate-test).
 * There are two for a day after it was changed: what is delivered again keeps its first signature (docs/webhooks/faqs).
 */
function refuseForged(secrets: Reading['secrets'], headers: Headers, rawBody: string): void {
  const given = Buffer.from(headers.get('x-razorpay-signature') ?? '')
  const isGenuine = secrets.some((secret) => secret !== undefined && isSignature(given, secret, rawBody))
  if (!isGenuine) throw new ShopError('not-signed-in', 'Invalid signature')
}

function isSignature(given: Buffer, secret: string, rawBody: string): boolean {
  const expected = Buffer.from(createHmac('sha256', secret).update(rawBody).digest('hex'))
  return given.length === expected.length && timingSafeEqual(given, expected)
}

/** The header is unique per event and the same in every delivery of it (docs/webhooks/validate-test, "Idempotency"). */
function eventIdOf(headers: Headers, rawBody: string): string {
  return headers.get('x-razorpay-event-id') || `body:${createHash('sha256').update(rawBody).digest('hex')}`
}

function parseEvent(rawBody: string): RazorpayEvent | undefined {
  try {
    return RazorpayEvent.safeParse(JSON.parse(rawBody)).data
  } catch {
    return undefined
  }
}

/** The payment of ours that an event is about: by the notes, by the QR code, and last by asking which code was paid. */
async function whoseEvent(
  { db, client }: Omit<Reading, 'secrets'>,
  { payload }: RazorpayEvent,
): Promise<string | undefined> {
  const [payment, code] = [payload.payment?.entity, payload.qr_code?.entity]
  const named = ourPayment(payment?.notes) ?? ourPayment(code?.notes)
  if (named) return named
  if (code) return paymentOfCode(db, code.id)
  return payment && paymentOfCode(db, await codePaidBy(client, payment))
}

async function paymentOfCode(db: Db, qrId: string | undefined): Promise<string | undefined> {
  if (!qrId) return undefined
  const [known] = await db.select().from(razorpayCodes).where(eq(razorpayCodes.qrId, qrId))
  return known?.clientTxnId
}

/**
 * Published payments on a code do not always repeat its notes (docs/api/qr-codes/fetch-payments), but Razorpay says which
 * code was paid (docs/api/qr-codes/fetch-payment-id). While it does not answer, the event is refused and comes again.
 */
async function codePaidBy(client: RazorpayClient, payment: RazorpayPayment): Promise<string | undefined> {
  try {
    const paid = await client.get(`/v1/payments/qr_codes?payment_id=${encodeURIComponent(payment.id)}`, listOf(QrCode))
    return paid.items[0]?.id
  } catch (error) {
    if (error instanceof RefusedByRazorpay) return undefined
    if (error instanceof NoWordFromRazorpay) throw new ShopError('unavailable', 'Please send this event again.')
    throw error
  }
}
