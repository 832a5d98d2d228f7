import { eq } from 'drizzle-orm'
import { addMinutes } from '#src/core/dates.ts'
import { DomainError } from '#src/core/domain-error.ts'
import { SHOP_NAME } from '#src/core/shop-policy.ts'
import { type Db, onlyRow } from '#src/db/database.server.ts'
import type {
  GatewayEvent,
  GatewayPayment,
  NewPayment,
  PaymentGateway,
} from '#src/features/payments/gateways/payment-gateway.server.ts'
import { redactPayer } from '#src/features/payments/payment-status.ts'
import { log } from '#src/server/telemetry/log.server.ts'
import { closeEndedQrCodes, nextQrCodeClosing } from './close-razorpay-qr-codes.server.ts'
import { RAZORPAY, razorpayQrCodes } from './razorpay.table.server.ts'
import { listRazorpayCaptures, pickDecisivePayment, TXN_ID_NOTE, toGatewayStatus } from './razorpay-captures.server.ts'
import {
  createRazorpayClient,
  type RazorpayClient,
  type RazorpayCredentials,
  RazorpayRejection,
  RazorpayTimeout,
} from './razorpay-client.server.ts'
import { createRazorpayRefund } from './razorpay-refunds.server.ts'
import { RazorpayPayment, RazorpayQrCode, razorpayListOf } from './razorpay-schemas.server.ts'
import { lookUpRazorpayEvent, readRazorpayWebhook } from './razorpay-webhook.server.ts'

export type RazorpayOptions = RazorpayCredentials & {
  db: Db
  webhookSecret: string
  /** The secret before the last rotation: redelivered webhooks are signed with it for a day. */
  previousWebhookSecret?: string | undefined
}

/** Takes payments through Razorpay: one single-use UPI QR code per payment (docs/decisions/0007-razorpay-qr-codes.md). */
export function createRazorpayGateway({
  db,
  webhookSecret,
  previousWebhookSecret,
  ...access
}: RazorpayOptions): PaymentGateway {
  const client = createRazorpayClient(access)
  return {
    name: RAZORPAY,
    createPayment: async (payment) =>
      toGatewayPayment((await findQrCode(db, payment.clientTxnId)) ?? (await createQrCode(db, client, payment))),
    fetchStatus: async (clientTxnId) => {
      const code = await findQrCode(db, clientTxnId)
      return code && fetchQrCodeStatus({ db, client }, code)
    },
    listCaptures: (from, until) =>
      listRazorpayCaptures(db, (query, schema) => client.get(`/v1/payments?${query}`, schema), { from, until }),
    readWebhook: (headers, rawBody) =>
      readRazorpayWebhook({ db, secrets: [webhookSecret, previousWebhookSecret] }, headers, rawBody),
    lookUpEvent: (event) => lookUpRazorpayEvent({ db, client }, event),
    closeEndedPayments: (now) => closeEndedQrCodes({ db, client }, now),
    nextClosing: (now) => nextQrCodeClosing(db, now),
    refund: (refund) => createRazorpayRefund({ db, client }, refund),
  }
}

type Code = typeof razorpayQrCodes.$inferSelect

async function findQrCode(db: Db, clientTxnId: string): Promise<Code | undefined> {
  const [code] = await db.select().from(razorpayQrCodes).where(eq(razorpayQrCodes.clientTxnId, clientTxnId))
  return code
}

/** Razorpay requires `close_by` at least 15 minutes ahead; payments after our own window count as late. */
const SHORTEST_MINUTES = 15.5

/** Creates a QR code. A code lost in a crash is harmless: no customer saw it, and it expires by itself. */
async function createQrCode(db: Db, client: RazorpayClient, payment: NewPayment): Promise<Code> {
  const closesAt = Math.max(payment.expiresAt.getTime(), addMinutes(new Date(), SHORTEST_MINUTES).getTime())
  const made = await client
    .post('/v1/payments/qr_codes', RazorpayQrCode, {
      body: {
        type: 'upi_qr',
        name: SHOP_NAME,
        usage: 'single_use',
        fixed_amount: true,
        payment_amount: payment.amount,
        description: payment.note,
        close_by: Math.floor(closesAt / 1000),
        notes: { [TXN_ID_NOTE]: payment.clientTxnId },
      },
    })
    .catch((error: unknown) => throwUnavailable(error))
  if (!made.image_content)
    return throwUnavailable(new RazorpayRejection('Razorpay gave no image_content: support has to activate it.'))
  const code = {
    clientTxnId: payment.clientTxnId,
    qrId: made.id,
    upiLink: made.image_content,
    closesAt: new Date(closesAt),
  }
  await db.insert(razorpayQrCodes).values(code).onConflictDoNothing()
  return onlyRow(await db.select().from(razorpayQrCodes).where(eq(razorpayQrCodes.clientTxnId, payment.clientTxnId)))
}

/** A timeout can be retried; a refusal needs an admin. */
function throwUnavailable(error: unknown): never {
  if (error instanceof RazorpayRejection) log.error(`Razorpay did not create a QR code: ${error.message}`)
  else if (error instanceof RazorpayTimeout) log.warn(`No QR code yet: ${error.message}`)
  else throw error
  throw new DomainError('unavailable', 'UPI payments cannot be started right now. Please try again in a minute.')
}

/** Razorpay's link unchanged: a modified one may fail. */
function toGatewayPayment({ upiLink }: Code): GatewayPayment {
  const fields = new URL(upiLink).searchParams
  return { upiLink, paymentUrl: upiLink, upiId: fields.get('pa') ?? '', payeeName: fields.get('pn') ?? SHOP_NAME }
}

/** Reads all payments on the code; the same state has the same event id. */
async function fetchQrCodeStatus(
  { db, client }: { db: Db; client: RazorpayClient },
  { clientTxnId, qrId }: Code,
): Promise<GatewayEvent> {
  const path = `/v1/payments/qr_codes/${encodeURIComponent(qrId)}/payments?count=100`
  const { items } = await client.get(path, razorpayListOf(RazorpayPayment))
  const payment = pickDecisivePayment(items)
  if (!payment)
    return { clientTxnId, eventId: `ask:${qrId}:unpaid`, raw: JSON.stringify({ items }), status: { kind: 'pending' } }
  const eventId = `ask:${payment.id}:${payment.status}`
  return { clientTxnId, eventId, raw: redactPayer(JSON.stringify(payment)), status: await toGatewayStatus(db, payment) }
}
