import { paise } from '#src/core/money.ts'
import type { Db } from '#src/platform/database.server.ts'
import type { Refund, RefundAnswer, RefundReport } from './payment-provider.server.ts'
import { NoWordFromRazorpay, type RazorpayClient, RefusedByRazorpay } from './razorpay-client.server.ts'
import { RazorpayRefund } from './razorpay-entities.server.ts'
import { numberKnownFor, razorpayIdOf } from './razorpay-money.server.ts'

/** At least ten letters, digits, hyphens and underscores (razorpay.com/docs/api/refunds/normal-refunds-idempotent). */
const KEY = /^[A-Za-z0-9_-]{10,}$/

/** The note by which a refund names the one of ours that it is. */
const OUR_KEY = 'refundKey'

/**
 * Sends money back under a key: the same key and amount again is the same refund, however often it is asked for. A
 * refusal that speaks of the key leaves open whether an earlier call has sent the money, so it is no failure.
 */
export async function refundByRazorpay(
  { db, client }: { db: Db; client: RazorpayClient },
  { upiTxnId, amount, key }: Refund,
): Promise<RefundAnswer> {
  if (!KEY.test(key)) throw new Error('A refund needs a key of ten or more letters, digits, hyphens or underscores')
  const paymentId = await razorpayIdOf(db, upiTxnId)
  if (!paymentId) return { state: 'failed', reason: `Razorpay has no single payment under ${upiTxnId}.` }
  try {
    const path = `/v1/payments/${encodeURIComponent(paymentId)}/refund`
    const answer = await client.post(path, RazorpayRefund, {
      body: { amount, notes: { [OUR_KEY]: key } },
      headers: { 'X-Refund-Idempotency': key },
    })
    return toAnswer(answer, { paymentId, amount })
  } catch (error) {
    if (error instanceof NoWordFromRazorpay) return { state: 'unknown', reason: error.message }
    if (!(error instanceof RefusedByRazorpay)) throw error
    const isAboutKey = error.message.includes('idempotency key')
    return { state: isAboutKey ? 'unknown' : 'failed', reason: error.message }
  }
}

function toAnswer(
  { id, status, payment_id, amount, acquirer_data }: RazorpayRefund,
  asked: { paymentId: string; amount: number },
): RefundAnswer {
  if (payment_id !== asked.paymentId || amount !== asked.amount)
    return { state: 'unknown', reason: `Razorpay answered with refund ${id}, which is another one.` }
  const bankReference = referenceOf(acquirer_data)
  if (status === 'failed') return { state: 'failed', reason: `Razorpay's refund ${id} failed.` }
  return { state: status, refundId: id, ...(bankReference && { bankReference }) }
}

/** The bank's number of the transfer back, which comes when the refund is processed (docs/api/refunds/entity). */
function referenceOf(data: RazorpayRefund['acquirer_data']): string | undefined {
  return data?.rrn || data?.arn || data?.utr || undefined
}

/**
 * A webhook about a refund (docs/webhooks/refunds), in the words of the port: of ours under its key, or one that a person
 * made in Razorpay's dashboard. Undefined when the shop has never seen the money that went back.
 */
export async function refundReportOf(db: Db, refund: RazorpayRefund): Promise<RefundReport | undefined> {
  const upiTxnId = await numberKnownFor(db, refund.payment_id)
  if (!upiTxnId) return undefined
  const key = refund.notes?.[OUR_KEY]
  const bankReference = referenceOf(refund.acquirer_data)
  return {
    upiTxnId,
    refundId: refund.id,
    amount: paise(refund.amount),
    state: refund.status,
    ...(typeof key === 'string' && { key }),
    ...(bankReference && { bankReference }),
  }
}
