import { eq } from 'drizzle-orm'
import { minutesLater } from '#src/core/dates.ts'
import { ShopError } from '#src/core/shop-error.ts'
import { SHOP_NAME } from '#src/core/shop-policy.ts'
import { type Db, onlyRow } from '#src/platform/database.server.ts'
import { log } from '#src/platform/log.server.ts'
import type { NewPayment, PaymentOffer, PaymentProvider, ProviderReport } from './payment-provider.server.ts'
import { withoutPayer } from './payments.rules.ts'
import { RAZORPAY, razorpayCodes } from './razorpay.table.server.ts'
import {
  NoWordFromRazorpay,
  type RazorpayAccess,
  type RazorpayClient,
  RefusedByRazorpay,
  razorpayClient,
} from './razorpay-client.server.ts'
import { closeEndedCodes } from './razorpay-closing.server.ts'
import { listOf, QrCode, RazorpayPayment } from './razorpay-entities.server.ts'
import { moneyReceived, mostTelling, OUR_NOTE, reportOf } from './razorpay-money.server.ts'
import { refundByRazorpay } from './razorpay-refund.server.ts'
import { placeRazorpayEvent, readRazorpayWebhook } from './razorpay-webhook.server.ts'

export type RazorpayOptions = RazorpayAccess & {
  db: Db
  webhookSecret: string
  /** The one in whose place it came: what Razorpay had failed to deliver before stays signed with it for a day. */
  webhookSecretBefore?: string | undefined
}

/**
 * Real money, through Razorpay: one UPI QR code a payment, which takes one payment of exactly its amount until the
 * window is over. Why a code and neither an order nor an intent call stands in docs/decisions/0007-razorpay.md.
 */
export function createRazorpay({
  db,
  webhookSecret,
  webhookSecretBefore,
  ...access
}: RazorpayOptions): PaymentProvider {
  const client = razorpayClient(access)
  return {
    name: RAZORPAY,
    open: async (payment) =>
      offerOf((await knownCode(db, payment.clientTxnId)) ?? (await makeCode(db, client, payment))),
    ask: async (clientTxnId) => {
      const code = await knownCode(db, clientTxnId)
      return code && askAbout({ db, client }, code)
    },
    books: (from, until) =>
      moneyReceived(db, (query, schema) => client.get(`/v1/payments?${query}`, schema), { from, until }),
    readWebhook: (headers, rawBody) =>
      readRazorpayWebhook({ db, secrets: [webhookSecret, webhookSecretBefore] }, headers, rawBody),
    place: (event) => placeRazorpayEvent({ db, client }, event),
    closeEnded: (now) => closeEndedCodes({ db, client }, now),
    refund: (refund) => refundByRazorpay({ db, client }, refund),
  }
}

type Code = typeof razorpayCodes.$inferSelect

async function knownCode(db: Db, clientTxnId: string): Promise<Code | undefined> {
  const [code] = await db.select().from(razorpayCodes).where(eq(razorpayCodes.clientTxnId, clientTxnId))
  return code
}

/**
 * `close_by` lies at least fifteen minutes ahead, and for a `single_use` code 45 days at most
 * (razorpay.com/docs/api/qr-codes/fetch-with-id). Half a minute more than fifteen, because a refused code would be no
 * payment at all; what is paid on it after our window is late money.
 */
const SHORTEST_MINUTES = 15.5

/**
 * Makes the code of a payment. Where a crash or silence hides that Razorpay has made one, the next try makes another:
 * nobody was shown the first, so nobody can pay it, and it closes by itself.
 */
async function makeCode(db: Db, client: RazorpayClient, payment: NewPayment): Promise<Code> {
  const closesAt = Math.max(payment.expiresAt.getTime(), minutesLater(new Date(), SHORTEST_MINUTES).getTime())
  const made = await client
    .post('/v1/payments/qr_codes', QrCode, {
      body: {
        type: 'upi_qr',
        name: SHOP_NAME,
        usage: 'single_use',
        fixed_amount: true,
        payment_amount: payment.amount,
        description: payment.note,
        close_by: Math.floor(closesAt / 1000),
        notes: { [OUR_NOTE]: payment.clientTxnId },
      },
    })
    .catch((error: unknown) => cannotStart(error))
  if (!made.image_content)
    return cannotStart(new RefusedByRazorpay('Razorpay gave no image_content: support has to activate it.'))
  const code = {
    clientTxnId: payment.clientTxnId,
    qrId: made.id,
    upiLink: made.image_content,
    closesAt: new Date(closesAt),
  }
  await db.insert(razorpayCodes).values(code).onConflictDoNothing()
  return onlyRow(await db.select().from(razorpayCodes).where(eq(razorpayCodes.clientTxnId, payment.clientTxnId)))
}

/** The shopper may try again; what Razorpay refuses, it will refuse again until a person mends it. */
function cannotStart(error: unknown): never {
  if (error instanceof RefusedByRazorpay) log.error(`Razorpay makes no QR code: ${error.message}`)
  else if (error instanceof NoWordFromRazorpay) log.warn(`No QR code yet: ${error.message}`)
  else throw error
  throw new ShopError('unavailable', 'UPI payments cannot be started right now. Please try again in a minute.')
}

/** The link as Razorpay made it: a changed one may fail (docs/payments/payment-gateway/s2s-integration/payment-methods/upi/intent). */
function offerOf({ upiLink }: Code): PaymentOffer {
  const fields = new URL(upiLink).searchParams
  return { upiLink, paymentUrl: upiLink, upiId: fields.get('pa') ?? '', payeeName: fields.get('pn') ?? SHOP_NAME }
}

/** All payments on the code (docs/api/qr-codes/fetch-payments). The same knowledge has the same event id. */
async function askAbout(
  { db, client }: { db: Db; client: RazorpayClient },
  { clientTxnId, qrId }: Code,
): Promise<ProviderReport> {
  const path = `/v1/payments/qr_codes/${encodeURIComponent(qrId)}/payments?count=100`
  const { items } = await client.get(path, listOf(RazorpayPayment))
  const payment = mostTelling(items)
  if (!payment)
    return { clientTxnId, eventId: `ask:${qrId}:unpaid`, raw: JSON.stringify({ items }), report: { kind: 'pending' } }
  const eventId = `ask:${payment.id}:${payment.status}`
  return { clientTxnId, eventId, raw: withoutPayer(JSON.stringify(payment)), report: await reportOf(db, payment) }
}
