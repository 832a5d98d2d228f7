import { paise } from '#src/core/money.ts'
import type { Db } from '#src/db/database.server.ts'
import {
  GatewayId,
  type GatewayRefundRequest,
  type GatewayRefundResult,
  type RefundUpdate,
} from '#src/features/payments/gateways/payment-gateway.server.ts'
import { findRazorpayPaymentId, findRrn } from './razorpay-captures.server.ts'
import { type RazorpayClient, RazorpayRejection, RazorpayTimeout } from './razorpay-client.server.ts'
import { RazorpayRefund, razorpayListOf } from './razorpay-schemas.server.ts'

/** At least ten letters, digits, hyphens and underscores (docs/api/refunds/normal-refunds-idempotent). */
const KEY = /^[A-Za-z0-9_-]{10,}$/

const REFUND_KEY_NOTE = 'refundKey'

type Razorpay = { db: Db; client: RazorpayClient }
type RefundRequest = GatewayRefundRequest & { paymentId: string }

export async function createRazorpayRefund(
  { db, client }: Razorpay,
  refund: GatewayRefundRequest,
): Promise<GatewayRefundResult> {
  if (!KEY.test(refund.idempotencyKey))
    throw new Error('A refund needs a key of ten or more letters, digits, hyphens or underscores')
  const paymentId = await findRazorpayPaymentId(db, refund.upiTxnId)
  if (!paymentId) return { state: 'failed', reason: `Razorpay has no single payment under ${refund.upiTxnId}.` }
  const request = { ...refund, paymentId }
  try {
    if (refund.refundId) return toAnswer(await fetchRefund(client, refund.refundId), request)
    const existing = refund.isRetry ? await findRefundByKey(client, request) : undefined
    return existing ? toAnswer(existing, request) : await requestAtRazorpay(client, request)
  } catch (error) {
    if (error instanceof RazorpayTimeout || error instanceof RazorpayRejection)
      return { state: 'unknown', reason: error.message }
    throw error
  }
}

/** A refusal counts only when Razorpay has no refund of ours: "fully refunded already" may mean this very one. */
async function requestAtRazorpay(
  client: RazorpayClient,
  request: RefundRequest,
  speed: Speed = 'optimum',
): Promise<GatewayRefundResult> {
  const { paymentId, amount, idempotencyKey } = request
  try {
    const body = { amount, speed, notes: { [REFUND_KEY_NOTE]: idempotencyKey } }
    const headers = { 'X-Refund-Idempotency': speed === 'normal' ? `${idempotencyKey}-normal` : idempotencyKey }
    const path = `/v1/payments/${encodeURIComponent(paymentId)}/refund`
    return toAnswer(await client.post(path, RazorpayRefund, { body, headers }), request)
  } catch (error) {
    if (!(error instanceof RazorpayRejection)) throw error
    const existing = await findRefundByKey(client, request)
    if (existing) return toAnswer(existing, request)
    if (error.message.includes('idempotency key')) return { state: 'unknown', reason: error.message }
    if (speed === 'optimum' && /instant|speed/i.test(error.message)) return requestAtRazorpay(client, request, 'normal')
    return { state: 'failed', reason: error.message }
  }
}

/** `optimum` is instant where the banks can. Where it is refused, `normal` is requested under a key of its own. */
type Speed = 'optimum' | 'normal'

function fetchRefund(client: RazorpayClient, refundId: string): Promise<RazorpayRefund> {
  return client.get(`/v1/refunds/${encodeURIComponent(refundId)}`, RazorpayRefund)
}

const PAGE = 100
const RefundPage = razorpayListOf(RazorpayRefund)

/** Finds the refund that carries our note (docs/api/refunds/fetch-multiple-refund-payment). */
async function findRefundByKey(
  client: RazorpayClient,
  { paymentId, idempotencyKey }: RefundRequest,
): Promise<RazorpayRefund | undefined> {
  const path = `/v1/payments/${encodeURIComponent(paymentId)}/refunds`
  for (let skip = 0; ; skip += PAGE) {
    const { items } = await client.get(`${path}?count=${PAGE}&skip=${skip}`, RefundPage)
    const existing = items.find(({ notes }) => notes?.[REFUND_KEY_NOTE] === idempotencyKey)
    if (existing || items.length < PAGE) return existing
  }
}

function toAnswer(
  { id, status, payment_id, amount, acquirer_data, speed_processed: speed }: RazorpayRefund,
  request: { paymentId: string; amount: number },
): GatewayRefundResult {
  if (payment_id !== request.paymentId || amount !== request.amount)
    return { state: 'unknown', reason: `Razorpay answered with refund ${id}, which is another one.` }
  const bankReference = referenceOf(acquirer_data)
  if (status === 'failed') return { state: 'failed', reason: `Razorpay's refund ${id} failed.` }
  return { state: status, refundId: id, ...(bankReference && { bankReference }), ...(speed && { speed }) }
}

function referenceOf(data: RazorpayRefund['acquirer_data']): string | undefined {
  return data?.rrn || data?.arn || data?.utr || undefined
}

/** Maps a Razorpay refund to our refund; undefined when we have never seen its capture. */
export async function toRefundUpdate(db: Db, refund: RazorpayRefund): Promise<RefundUpdate | undefined> {
  const upiTxnId = await findRrn(db, refund.payment_id)
  if (!upiTxnId) return undefined
  const key = GatewayId.safeParse(refund.notes?.[REFUND_KEY_NOTE]).data
  const bankReference = referenceOf(refund.acquirer_data)
  return {
    upiTxnId,
    refundId: refund.id,
    amount: paise(refund.amount),
    state: refund.status,
    ...(key && { idempotencyKey: key }),
    ...(bankReference && { bankReference }),
    ...(refund.speed_processed && { speed: refund.speed_processed }),
  }
}
