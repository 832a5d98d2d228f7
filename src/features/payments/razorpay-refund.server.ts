import type { Db } from '#src/platform/database.server.ts'
import type { Refund, RefundAnswer } from './payment-provider.server.ts'
import { NoWordFromRazorpay, type RazorpayClient, RefusedByRazorpay } from './razorpay-client.server.ts'
import { RazorpayRefund } from './razorpay-entities.server.ts'
import { razorpayIdOf } from './razorpay-money.server.ts'

/** At least ten letters, digits, hyphens and underscores (razorpay.com/docs/api/refunds/normal-refunds-idempotent). */
const KEY = /^[A-Za-z0-9_-]{10,}$/

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
      body: { amount, notes: { refundKey: key } },
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
  const bankReference = acquirer_data?.rrn || acquirer_data?.arn || acquirer_data?.utr
  if (status === 'failed') return { state: 'failed', reason: `Razorpay's refund ${id} failed.` }
  return { state: status, refundId: id, ...(bankReference && { bankReference }) }
}
