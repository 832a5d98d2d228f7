import { createHash } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import { DomainError } from '#src/core/domain-error.ts'
import type { Db } from '#src/db/database.server.ts'
import type { GatewayEvent } from '#src/features/payments/gateways/payment-gateway.server.ts'
import { paymentCaptures } from '#src/features/payments/ledger/ledger.table.server.ts'
import { redactPayer } from '#src/features/payments/payment-status.ts'
import { payments } from '#src/features/payments/payments.table.server.ts'
import { hmacHex, isSameSecret } from '#src/server/config/encryption.server.ts'
import { parsedOrUndefined } from '#src/server/http/request-checks.server.ts'
import { log } from '#src/server/telemetry/log.server.ts'
import { RAZORPAY, razorpayCaptures, razorpayQrCodes } from './razorpay.table.server.ts'
import { readTxnIdNote, toGatewayStatus } from './razorpay-captures.server.ts'
import { type RazorpayClient, RazorpayRejection } from './razorpay-client.server.ts'
import { toRefundUpdate } from './razorpay-refunds.server.ts'
import { RazorpayEvent, RazorpayQrCode, razorpayListOf } from './razorpay-schemas.server.ts'

/** All other genuine events are stored without effect. */
const PAYMENT_EVENTS = new Set([
  'payment.authorized',
  'payment.captured',
  'payment.failed',
  'order.paid',
  'qr_code.credited',
])

const REFUND_EVENTS = new Set(['refund.created', 'refund.processed', 'refund.failed', 'refund.speed_changed'])

type ReadWebhookInput = { db: Db; secrets: readonly (string | undefined)[] }

/** Verifies and reads a webhook. An unreadable body is stored anyway: Razorpay would otherwise disable the webhook. */
export async function readRazorpayWebhook(
  { db, secrets }: ReadWebhookInput,
  headers: Headers,
  rawBody: string,
): Promise<GatewayEvent> {
  verifySignature(secrets, headers, rawBody)
  const stored = { eventId: eventIdOf(headers, rawBody), raw: redactPayer(rawBody) }
  const event = parseEvent(rawBody)
  if (!event) {
    log.error('An event from Razorpay cannot be read. It is stored with the payment events.', { event: stored.eventId })
    return { ...stored, clientTxnId: NO_TXN_ID }
  }
  const clientTxnId = await findEventPayment(db, event)
  const update = await parseUpdate(db, event)
  if (clientTxnId !== undefined) return { ...stored, ...update, clientTxnId }
  const isUnplaced = update !== undefined && event.payload.qr_code === undefined
  return { ...stored, ...update, clientTxnId: NO_TXN_ID, ...(isUnplaced && { needsLookup: isUnplaced }) }
}

async function parseUpdate(
  db: Db,
  { event, payload }: RazorpayEvent,
): Promise<Pick<GatewayEvent, 'status' | 'refund'> | undefined> {
  const [payment, back] = [payload.payment?.entity, payload.refund?.entity]
  if (back && REFUND_EVENTS.has(event)) {
    const refund = await toRefundUpdate(db, back)
    return refund && { refund }
  }
  return payment && PAYMENT_EVENTS.has(event) ? { status: await toGatewayStatus(db, payment) } : undefined
}

const NO_TXN_ID = ''

/** The hex HMAC-SHA256 of the raw body. For a day after a rotation both secrets are valid (docs/webhooks/faqs). */
function verifySignature(secrets: ReadWebhookInput['secrets'], headers: Headers, rawBody: string): void {
  const given = headers.get('x-razorpay-signature') ?? ''
  const isGenuine = secrets.some((secret) => secret !== undefined && isSameSecret(given, hmacHex(rawBody, secret)))
  if (!isGenuine) throw new DomainError('not-signed-in', 'Invalid signature')
}

/** The header is unique per event and the same on redelivery (docs/webhooks/validate-test). */
function eventIdOf(headers: Headers, rawBody: string): string {
  return headers.get('x-razorpay-event-id') || `body:${createHash('sha256').update(rawBody).digest('hex')}`
}

const parseEvent = (rawBody: string): RazorpayEvent | undefined =>
  RazorpayEvent.safeParse(parsedOrUndefined(rawBody)).data

async function findEventPayment(db: Db, event: RazorpayEvent): Promise<string | undefined> {
  const [payment, code] = [event.payload.payment?.entity, event.payload.qr_code?.entity]
  const named = readTxnIdNote(payment?.notes) ?? readTxnIdNote(code?.notes)
  if (named) return named
  return code ? findPaymentByQrCode(db, code.id) : findPaymentByCapture(db, paymentIdIn(event))
}

const paymentIdIn = ({ payload }: RazorpayEvent) => payload.payment?.entity.id ?? payload.refund?.entity.payment_id

async function findPaymentByQrCode(db: Db, qrId: string | undefined): Promise<string | undefined> {
  if (!qrId) return undefined
  const [known] = await db.select().from(razorpayQrCodes).where(eq(razorpayQrCodes.qrId, qrId))
  return known?.clientTxnId
}

async function findPaymentByCapture(db: Db, paymentId: string | undefined): Promise<string | undefined> {
  if (!paymentId) return undefined
  const isFromEvent = and(
    eq(paymentCaptures.provider, RAZORPAY),
    eq(paymentCaptures.upiTxnId, razorpayCaptures.upiTxnId),
  )
  const [known] = await db
    .select({ clientTxnId: payments.clientTxnId })
    .from(razorpayCaptures)
    .innerJoin(paymentCaptures, isFromEvent)
    .innerJoin(payments, eq(payments.id, paymentCaptures.paymentId))
    .where(eq(razorpayCaptures.paymentId, paymentId))
  return known?.clientTxnId
}

type LookupInput = { db: Db; client: RazorpayClient }

/** Asks Razorpay which QR code a payment belongs to, because its notes may be missing. */
export async function lookUpRazorpayEvent(
  { db, client }: LookupInput,
  { eventId, raw }: { eventId: string; raw: string },
): Promise<GatewayEvent | undefined> {
  const event = parseEvent(raw)
  const paymentId = event && paymentIdIn(event)
  if (!paymentId) return undefined
  const clientTxnId =
    (await findPaymentByCapture(db, paymentId)) ??
    (await findPaymentByQrCode(db, await fetchPaidQrCode(client, paymentId)))
  return clientTxnId === undefined
    ? undefined
    : { clientTxnId, eventId: `placed:${eventId}`, raw, ...(await parseUpdate(db, event)) }
}

async function fetchPaidQrCode(client: RazorpayClient, paymentId: string): Promise<string | undefined> {
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
