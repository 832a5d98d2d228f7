import { addMinutes } from '#src/core/dates.ts'
import { type Paise, paise } from '#src/core/money.ts'
import { PAYMENT_WINDOW_MINUTES } from '#src/core/shop-policy.ts'
import { isOpenPayment, type PaymentStatus } from './payment-status.ts'

/** What a provider says about one payment, however it reached us: by webhook, or as the answer to our question. */
export type GatewayStatus =
  | { kind: 'success'; amount: Paise; currency: string; upiTxnId: string; paidAt: Date; vpa?: string }
  | { kind: 'failure'; reason?: string }
  | { kind: 'pending' }

/**
 * What can happen to a payment: somebody reports, its window ends, or it is given up before any money came. Where the
 * maker is the one who looks for the money, the shopper types its number, and the maker may say that it never came.
 */
export type PaymentEvent =
  | { type: 'reported'; report: GatewayStatus }
  | { type: 'window-over' }
  | { type: 'given-up' }
  | { type: 'utr-typed' }
  | { type: 'not-received'; windowEndsAt: Date }

/** What the decision depends on: the payment as it is, its order, and whether this very money was seen before. */
export type PaymentState = {
  status: PaymentStatus
  amount: Paise
  expiresAt: Date
  order: 'open' | 'paid' | 'cancelled'
  money: 'new' | 'known' | 'of-another-payment'
  now: Date
}

/** Why money goes back. The first five and what was overpaid are owed; the maker's own refunds are a kindness. */
export const REFUND_REASONS = [
  'surplus',
  'wrong-amount',
  'sold-out',
  'promo-gone',
  'order-cancelled',
  'overpaid',
  'maker',
] as const
export type RefundReason = (typeof REFUND_REASONS)[number]

/**
 * What follows. `pay` still needs the pieces and the promo code: where they are gone meanwhile, the money goes back as
 * 'sold-out' or 'promo-gone'.
 */
export type PaymentTransition =
  | { act: 'nothing'; result: 'unchanged' | 'ignored_backward' }
  | { act: 'pay'; late: boolean }
  | { act: 'fail'; remark: string }
  | { act: 'close'; to: 'expired' | 'cancelled' }
  | { act: 'await' }
  | { act: 'reopen' }
  | { act: 'refund'; to: 'review' | 'unchanged'; reason: RefundReason; remark: string }
  | { act: 'review'; remark: string }

/**
 * The transitions of a payment (india.md 7.3), pure. Success outranks failure and expiry, so any order of the same
 * reports ends in the same state; money that cannot be used becomes a refund, never only a log line.
 */
export function transitionPayment(situation: PaymentState, event: PaymentEvent): PaymentTransition {
  switch (event.type) {
    case 'window-over':
      return isOpenPayment(situation.status) && situation.now >= situation.expiresAt ? close('expired') : unchanged
    case 'given-up':
      return isOpenPayment(situation.status) ? close('cancelled') : unchanged
    case 'utr-typed':
      return isOpenPayment(situation.status) ? { act: 'await' } : unchanged
    case 'not-received':
      return decideOnNothing(situation, event.windowEndsAt)
    case 'reported':
      return decideOnReport(situation, event.report)
  }
}

/** The maker has looked for the money in vain: while there is time to pay, it can still be paid. */
function decideOnNothing({ status, now }: PaymentState, windowEndsAt: Date): PaymentTransition {
  if (status !== 'awaiting_confirmation') return unchanged
  return now < windowEndsAt ? { act: 'reopen' } : close('expired')
}

function decideOnReport(situation: PaymentState, report: GatewayStatus): PaymentTransition {
  switch (report.kind) {
    case 'pending':
      return unchanged
    case 'failure':
      return decideOnFailure(situation, report.reason)
    case 'success':
      return decideOnMoney(situation, report)
  }
}

function decideOnFailure({ status }: PaymentState, reason = 'The bank declined the payment'): PaymentTransition {
  if (status === 'failure') return unchanged
  return isOpenPayment(status) ? { act: 'fail', remark: reason } : { act: 'nothing', result: 'ignored_backward' }
}

function decideOnMoney(situation: PaymentState, money: Extract<GatewayStatus, { kind: 'success' }>): PaymentTransition {
  const { status } = situation
  const isPaid = status === 'success' || status === 'refunded'
  if (situation.money === 'known') return unchanged
  if (situation.money === 'of-another-payment')
    return isPaid ? unchanged : { act: 'review', remark: `Bank number ${money.upiTxnId} belongs to another payment` }
  if (isPaid) return { act: 'refund', to: 'unchanged', reason: 'surplus', remark: 'Paid a second time' }
  if (money.currency !== 'INR' || money.amount !== situation.amount)
    return toReview('wrong-amount', `Received ${money.amount} paise in ${money.currency}`)
  if (situation.order === 'paid') return toReview('surplus', 'The order was already paid')
  if (situation.order === 'cancelled')
    return toReview('order-cancelled', 'The order was cancelled before the money came')
  return { act: 'pay', late: status === 'expired' || status === 'cancelled' }
}

type MoneyInReview = { amount: Paise; currency: string }

/**
 * The maker would like to take money after all that is in review. Never less than the whole amount; what is more goes
 * back. Pieces and promo code still have to be there.
 */
export function checkAcceptance(
  { status, amount, order }: Pick<PaymentState, 'status' | 'amount' | 'order'>,
  money: MoneyInReview,
): { act: 'pay'; excess: Paise } | { act: 'refuse'; why: string } {
  const refuse = (why: string) => ({ act: 'refuse', why }) as const
  if (status !== 'review') return refuse('This payment is not in review.')
  if (order === 'paid') return refuse('The order is already paid.')
  if (order === 'cancelled') return refuse('The order is cancelled.')
  if (money.currency !== 'INR') return refuse('Only rupees can be accepted.')
  if (money.amount < amount) return refuse('This is less than the order costs.')
  return { act: 'pay', excess: paise(money.amount - amount) }
}

const unchanged: PaymentTransition = { act: 'nothing', result: 'unchanged' }
const close = (to: 'expired' | 'cancelled'): PaymentTransition => ({ act: 'close', to })
const toReview = (reason: RefundReason, remark: string): PaymentTransition => ({
  act: 'refund',
  to: 'review',
  reason,
  remark,
})

/**
 * When the provider is asked about a payment, in minutes after its start (docs/decisions/0010-when-the-bank-is-asked.md).
 * NPCI allows no question before 90 seconds and three in two hours: the third is at the end of the window, the fourth
 * two hours after the first, and from then on they come hourly, then daily, as long as banks settle late.
 */
const QUESTIONS_AT_MINUTES = [
  1.5,
  5,
  PAYMENT_WINDOW_MINUTES,
  ...[2, 3, 4, 5, 6].map((hours) => hours * 60 + 5),
  ...[24, 48, 72].map((hours) => hours * 60),
]

/** When the provider is asked next about a payment that began at `createdAt`; null when three days have passed. */
export function computeNextPollAt(createdAt: Date, now: Date): Date | null {
  const next = QUESTIONS_AT_MINUTES.map((minutes) => addMinutes(createdAt, minutes)).find((at) => at > now)
  return next ?? null
}

/** However often the maker would like to know: two hours lie between two questions that the schedule does not ask. */
const REST_MINUTES = 120

/** From when on the provider may be asked about a payment: at its scheduled question, or when it has rested. */
export function computeRecheckAt(payment: { createdAt: Date; askedAt: Date | null; nextCheckAt: Date | null }): Date {
  const rested = addMinutes(payment.askedAt ?? payment.createdAt, REST_MINUTES)
  return payment.nextCheckAt && payment.nextCheckAt < rested ? payment.nextCheckAt : rested
}
