import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import { DomainError } from '#src/core/domain-error.ts'
import type { Db } from '#src/db/database.server.ts'
import type { GatewayEvent } from '#src/features/payments/gateways/payment-gateway.server.ts'
import { paymentCaptures } from '#src/features/payments/ledger/ledger.table.server.ts'
import { redactPayer } from '#src/features/payments/payment-status.ts'
import { payments } from '#src/features/payments/payments.table.server.ts'
import { log } from '#src/server/telemetry/log.server.ts'
import { RAZORPAY, razorpayCaptures, razorpayQrCodes } from './razorpay.table.server.ts'
import { readTxnIdNote, toGatewayStatus } from './razorpay-captures.server.ts'
import { type RazorpayClient, RazorpayRejection } from './razorpay-client.server.ts'
import { toRefundUpdate } from './razorpay-refunds.server.ts'
import { RazorpayEvent, RazorpayQrCode, razorpayListOf } from './razorpay-schemas.server.ts'

/** The events that tell about a payment. Every other genuine one is kept as it came, without effect. */
const NEWS = new Set(['payment.authorized', 'payment.captured', 'payment.failed', 'order.paid', 'qr_code.credited'])

/** The refund's own status says what has become of it, in whatever order these come. */
const ABOUT_REFUNDS = new Set(['refund.created', 'refund.processed', 'refund.failed', 'refund.speed_changed'])

type Reading = { db: Db; secrets: readonly (string | undefined)[] }

/**
 * Reads a webhook whose signature is genuine; throws a refusal otherwise. One that cannot be read is kept all the same:
 * Razorpay would only send it again, and switch the webhook off after a day (razorpay.com/docs/webhooks/best-practices).
 * Nobody is asked on the way, because Razorpay waits five seconds at most.
 */
export async function readRazorpayWebhook(
  { db, secrets }: Reading,
  headers: Headers,
  rawBody: string,
): Promise<GatewayEvent> {
  refuseForged(secrets, headers, rawBody)
  const kept = { eventId: eventIdOf(headers, rawBody), raw: redactPayer(rawBody) }
  const event = parseEvent(rawBody)
  if (!event) {
    log.error("An event of Razorpay's cannot be read. It is kept among the payment events.", { event: kept.eventId })
    return { ...kept, clientTxnId: NOBODYS }
  }
  const clientTxnId = await whoseEvent(db, event)
  const news = await newsIn(db, event)
  if (clientTxnId !== undefined) return { ...kept, ...news, clientTxnId }
  const isUnplaced = news !== undefined && event.payload.qr_code === undefined
  return { ...kept, ...news, clientTxnId: NOBODYS, ...(isUnplaced && { needsLookup: isUnplaced }) }
}

/** What an event says about money, whoever's it is; undefined when that is nothing. */
async function newsIn(
  db: Db,
  { event, payload }: RazorpayEvent,
): Promise<Pick<GatewayEvent, 'status' | 'refund'> | undefined> {
  const [payment, back] = [payload.payment?.entity, payload.refund?.entity]
  if (back && ABOUT_REFUNDS.has(event)) {
    const refund = await toRefundUpdate(db, back)
    return refund && { refund }
  }
  return payment && NEWS.has(event) ? { status: await toGatewayStatus(db, payment) } : undefined
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
  if (!isGenuine) throw new DomainError('not-signed-in', 'Invalid signature')
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

/** The payment of ours that an event is about, as far as the shop knows: by the notes, by the QR code, or by its money. */
async function whoseEvent(db: Db, event: RazorpayEvent): Promise<string | undefined> {
  const [payment, code] = [event.payload.payment?.entity, event.payload.qr_code?.entity]
  const named = readTxnIdNote(payment?.notes) ?? readTxnIdNote(code?.notes)
  if (named) return named
  return code ? paymentOfCode(db, code.id) : paymentWithMoney(db, paymentIdIn(event))
}

const paymentIdIn = ({ payload }: RazorpayEvent) => payload.payment?.entity.id ?? payload.refund?.entity.payment_id

async function paymentOfCode(db: Db, qrId: string | undefined): Promise<string | undefined> {
  if (!qrId) return undefined
  const [known] = await db.select().from(razorpayQrCodes).where(eq(razorpayQrCodes.qrId, qrId))
  return known?.clientTxnId
}

async function paymentWithMoney(db: Db, paymentId: string | undefined): Promise<string | undefined> {
  if (!paymentId) return undefined
  const isIts = and(eq(paymentCaptures.provider, RAZORPAY), eq(paymentCaptures.upiTxnId, razorpayCaptures.upiTxnId))
  const [known] = await db
    .select({ clientTxnId: payments.clientTxnId })
    .from(razorpayCaptures)
    .innerJoin(paymentCaptures, isIts)
    .innerJoin(payments, eq(payments.id, paymentCaptures.paymentId))
    .where(eq(razorpayCaptures.paymentId, paymentId))
  return known?.clientTxnId
}

type Asking = { db: Db; client: RazorpayClient }

/**
 * Published payments on a code do not always repeat its notes (docs/api/qr-codes/fetch-payments), but Razorpay says which
 * code was paid (docs/api/qr-codes/fetch-payment-id). Its kept text tells an event anew, without the payer.
 */
export async function lookUpRazorpayEvent(
  { db, client }: Asking,
  { eventId, raw }: { eventId: string; raw: string },
): Promise<GatewayEvent | undefined> {
  const event = parseEvent(raw)
  const paymentId = event && paymentIdIn(event)
  if (!paymentId) return undefined
  const clientTxnId =
    (await paymentWithMoney(db, paymentId)) ?? (await paymentOfCode(db, await codePaidBy(client, paymentId)))
  return clientTxnId === undefined
    ? undefined
    : { clientTxnId, eventId: `placed:${eventId}`, raw, ...(await newsIn(db, event)) }
}

async function codePaidBy(client: RazorpayClient, paymentId: string): Promise<string | undefined> {
  try {
    const paid = await client.get(
      `/v1/payments/qr_codes?payment_id=${encodeURIComponent(paymentId)}`,
      razorpayListOf(RazorpayQrCode),
    )
    return paid.items[0]?.id
  } catch (error) {
    if (error instanceof RazorpayRejection) return undefined
    throw error
  }
}
