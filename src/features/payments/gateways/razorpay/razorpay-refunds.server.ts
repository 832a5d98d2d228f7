import { paise } from '#src/core/money.ts'
import type { Db } from '#src/db/database.server.ts'
import type {
  GatewayRefundRequest,
  GatewayRefundResult,
  RefundUpdate,
} from '#src/features/payments/gateways/payment-gateway.server.ts'
import { findRazorpayPaymentId, findRrn } from './razorpay-captures.server.ts'
import { type RazorpayClient, RazorpayRejection, RazorpayTimeout } from './razorpay-client.server.ts'
import { RazorpayRefund, razorpayListOf } from './razorpay-schemas.server.ts'

/** At least ten letters, digits, hyphens and underscores (razorpay.com/docs/api/refunds/normal-refunds-idempotent). */
const KEY = /^[A-Za-z0-9_-]{10,}$/

/** The note by which a refund names the one of ours that it is. */
const OUR_KEY = 'refundKey'

type Razorpay = { db: Db; client: RazorpayClient }
type Asked = GatewayRefundRequest & { paymentId: string }

/**
 * Sends money back under a key. Nobody says for how long Razorpay remembers keys, so a refund that it has made is never
 * asked for again: by its id where that is known, else by its note among the payment's refunds, is asked how it stands.
 */
export async function createRazorpayRefund(
  { db, client }: Razorpay,
  refund: GatewayRefundRequest,
): Promise<GatewayRefundResult> {
  if (!KEY.test(refund.idempotencyKey))
    throw new Error('A refund needs a key of ten or more letters, digits, hyphens or underscores')
  const paymentId = await findRazorpayPaymentId(db, refund.upiTxnId)
  if (!paymentId) return { state: 'failed', reason: `Razorpay has no single payment under ${refund.upiTxnId}.` }
  const asked = { ...refund, paymentId }
  try {
    if (refund.refundId) return toAnswer(await madeAs(client, refund.refundId), asked)
    const made = refund.isRetry ? await madeUnderKey(client, asked) : undefined
    return made ? toAnswer(made, asked) : await sendBack(client, asked)
  } catch (error) {
    if (error instanceof RazorpayTimeout || error instanceof RazorpayRejection)
      return { state: 'unknown', reason: error.message }
    throw error
  }
}

/**
 * A refusal is believed only when Razorpay has no refund of ours: 'fully refunded already' may mean this very one. One
 * that speaks of the key leaves open whether an earlier call has sent the money.
 */
async function sendBack(client: RazorpayClient, asked: Asked, speed: Speed = 'optimum'): Promise<GatewayRefundResult> {
  const { paymentId, amount, idempotencyKey } = asked
  try {
    const body = { amount, speed, notes: { [OUR_KEY]: idempotencyKey } }
    const headers = { 'X-Refund-Idempotency': speed === 'normal' ? `${idempotencyKey}-normal` : idempotencyKey }
    const path = `/v1/payments/${encodeURIComponent(paymentId)}/refund`
    return toAnswer(await client.post(path, RazorpayRefund, { body, headers }), asked)
  } catch (error) {
    if (!(error instanceof RazorpayRejection)) throw error
    const made = await madeUnderKey(client, asked)
    if (made) return toAnswer(made, asked)
    if (error.message.includes('idempotency key')) return { state: 'unknown', reason: error.message }
    if (speed === 'optimum' && /instant|speed/i.test(error.message)) return sendBack(client, asked, 'normal')
    return { state: 'failed', reason: error.message }
  }
}

/**
 * `optimum` is at once where the banks can, else as `normal` in 5 to 7 working days (docs/payments/refunds/instant). An
 * account or a payment for which Razorpay refuses it has the normal speed, under a key of its own: other words under the
 * same key would be refused, and the note is the same, so that it is still one refund.
 */
type Speed = 'optimum' | 'normal'

/** docs/api/refunds/fetch-with-id */
function madeAs(client: RazorpayClient, refundId: string): Promise<RazorpayRefund> {
  return client.get(`/v1/refunds/${encodeURIComponent(refundId)}`, RazorpayRefund)
}

const PAGE = 100
const RefundPage = razorpayListOf(RazorpayRefund)

/** The refund of a payment that bears our note (docs/api/refunds/fetch-multiple-refund-payment). */
async function madeUnderKey(
  client: RazorpayClient,
  { paymentId, idempotencyKey }: Asked,
): Promise<RazorpayRefund | undefined> {
  const path = `/v1/payments/${encodeURIComponent(paymentId)}/refunds`
  for (let skip = 0; ; skip += PAGE) {
    const { items } = await client.get(`${path}?count=${PAGE}&skip=${skip}`, RefundPage)
    const made = items.find(({ notes }) => notes?.[OUR_KEY] === idempotencyKey)
    if (made || items.length < PAGE) return made
  }
}

function toAnswer(
  { id, status, payment_id, amount, acquirer_data, speed_processed: speed }: RazorpayRefund,
  asked: { paymentId: string; amount: number },
): GatewayRefundResult {
  if (payment_id !== asked.paymentId || amount !== asked.amount)
    return { state: 'unknown', reason: `Razorpay answered with refund ${id}, which is another one.` }
  const bankReference = referenceOf(acquirer_data)
  if (status === 'failed') return { state: 'failed', reason: `Razorpay's refund ${id} failed.` }
  return { state: status, refundId: id, ...(bankReference && { bankReference }), ...(speed && { speed }) }
}

/** The bank's number of the transfer back, which comes when the refund is processed (docs/api/refunds/entity). */
function referenceOf(data: RazorpayRefund['acquirer_data']): string | undefined {
  return data?.rrn || data?.arn || data?.utr || undefined
}

/**
 * A webhook about a refund (docs/webhooks/refunds), in the words of the port: of ours under its key, or one that a person
 * made in Razorpay's dashboard. Undefined when the shop has never seen the money that went back.
 */
export async function toRefundUpdate(db: Db, refund: RazorpayRefund): Promise<RefundUpdate | undefined> {
  const upiTxnId = await findRrn(db, refund.payment_id)
  if (!upiTxnId) return undefined
  const key = refund.notes?.[OUR_KEY]
  const bankReference = referenceOf(refund.acquirer_data)
  return {
    upiTxnId,
    refundId: refund.id,
    amount: paise(refund.amount),
    state: refund.status,
    ...(typeof key === 'string' && { idempotencyKey: key }),
    ...(bankReference && { bankReference }),
    ...(refund.speed_processed && { speed: refund.speed_processed }),
  }
}
