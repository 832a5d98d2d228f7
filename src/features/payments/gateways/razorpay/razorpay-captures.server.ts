import { eq, inArray } from 'drizzle-orm'
import { paise } from '#src/core/money.ts'
import { type Db, onlyRow } from '#src/db/database.server.ts'
import { type GatewayCapture, GatewayId } from '#src/features/payments/gateways/payment-gateway.server.ts'
import type { GatewayStatus } from '#src/features/payments/payment-state-machine.ts'
import { razorpayCaptures } from './razorpay.table.server.ts'
import { RazorpayPayment, razorpayListOf } from './razorpay-schemas.server.ts'

/** The note by which a QR code and its payments name our payment. */
export const TXN_ID_NOTE = 'clientTxnId'

/** Maps a Razorpay payment to our status. A failed one can still be captured (docs/webhooks/payments, "Watch Out"). */
export async function toGatewayStatus(db: Db, payment: RazorpayPayment): Promise<GatewayStatus> {
  switch (payment.status) {
    case 'captured':
      return {
        kind: 'success',
        amount: paise(payment.amount),
        currency: payment.currency,
        upiTxnId: await numberOf(db, payment),
        paidAt: paidAt(payment),
        ...(payment.vpa && { vpa: payment.vpa }),
      }
    case 'failed':
      return { kind: 'failure', ...(payment.error_description && { reason: payment.error_description }) }
    case 'refunded':
      return { kind: 'failure', reason: 'Razorpay has refunded the payment' }
    default:
      return { kind: 'pending' }
  }
}

/** Captured ranks first, then what can still be captured; of two captures the older one decides. */
export function pickDecisivePayment(payments: RazorpayPayment[]): RazorpayPayment | undefined {
  const weight = ({ status }: RazorpayPayment) => WEIGHTS[status] ?? 1
  return payments.toSorted((a, b) => weight(b) - weight(a) || a.created_at - b.created_at)[0]
}

const WEIGHTS: Record<string, number> = { captured: 3, authorized: 2, created: 2, failed: 1, refunded: 0 }

/** The RRN if it came with the first event of the capture, else Razorpay's id: one capture keeps one number. */
async function numberOf(db: Db, payment: RazorpayPayment): Promise<string> {
  await db
    .insert(razorpayCaptures)
    .values({ paymentId: payment.id, upiTxnId: firstNumber(payment) })
    .onConflictDoNothing()
  const known = await db.select().from(razorpayCaptures).where(eq(razorpayCaptures.paymentId, payment.id))
  return onlyRow(known).upiTxnId
}

const firstNumber = ({ id, acquirer_data }: RazorpayPayment) => acquirer_data?.rrn || id
const paidAt = ({ created_at }: RazorpayPayment) => new Date(created_at * 1000)

/** Finds Razorpay's payment id of a capture; undefined unless there is exactly one. */
export async function findRazorpayPaymentId(db: Db, upiTxnId: string): Promise<string | undefined> {
  const found = await db.select().from(razorpayCaptures).where(eq(razorpayCaptures.upiTxnId, upiTxnId))
  return found.length === 1 ? found[0]?.paymentId : undefined
}

export async function findRrn(db: Db, paymentId: string): Promise<string | undefined> {
  const [known] = await db.select().from(razorpayCaptures).where(eq(razorpayCaptures.paymentId, paymentId))
  return known?.upiTxnId
}

const PAGE = 100

/** Lists all captures in the period, refunded ones included (docs/api/payments/fetch-all-payments). */
export async function listRazorpayCaptures(
  db: Db,
  fetchPage: (query: string, schema: typeof Page) => Promise<{ items: RazorpayPayment[] }>,
  { from, until }: { from: Date; until: Date },
): Promise<GatewayCapture[]> {
  const seconds = (at: Date) => Math.floor(at.getTime() / 1000)
  const received: RazorpayPayment[] = []
  for (let skip = 0, last = PAGE; last === PAGE; skip += PAGE) {
    const { items } = await fetchPage(`from=${seconds(from)}&to=${seconds(until)}&count=${PAGE}&skip=${skip}`, Page)
    received.push(...items.filter(({ status, currency }) => RECEIVED.has(status) && currency === 'INR'))
    last = items.length
  }
  const numbers = await knownNumbers(db, received)
  return received
    .map((payment) => ({
      clientTxnId: readTxnIdNote(payment.notes) ?? payment.id,
      upiTxnId: numbers.get(payment.id) ?? firstNumber(payment),
      amount: paise(payment.amount),
      at: paidAt(payment),
    }))
    .filter(({ at }) => at >= from && at < until)
}

const Page = razorpayListOf(RazorpayPayment)
const RECEIVED = new Set(['captured', 'refunded'])

async function knownNumbers(db: Db, payments: RazorpayPayment[]): Promise<Map<string, string>> {
  const ids = payments.map(({ id }) => id)
  const known = await db.select().from(razorpayCaptures).where(inArray(razorpayCaptures.paymentId, ids))
  return new Map(known.map(({ paymentId, upiTxnId }) => [paymentId, upiTxnId]))
}

export function readTxnIdNote(notes: Record<string, unknown> | undefined): string | undefined {
  return GatewayId.safeParse(notes?.[TXN_ID_NOTE]).data || undefined
}
