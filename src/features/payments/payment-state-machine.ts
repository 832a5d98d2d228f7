import { addMinutes } from '#src/core/dates.ts'
import { type Paise, paise } from '#src/core/money.ts'
import { PAYMENT_WINDOW_MINUTES } from '#src/core/shop-policy.ts'
import { isOpenPayment, type PaymentStatus } from './payment-status.ts'

export type GatewayStatus =
  | { kind: 'success'; amount: Paise; currency: string; upiTxnId: string; paidAt: Date; vpa?: string }
  | { kind: 'failure'; reason?: string }
  | { kind: 'pending' }

export type PaymentStateEvent =
  | { type: 'reported'; report: GatewayStatus }
  | { type: 'expired' }
  | { type: 'utr-submitted' }
  | { type: 'rejected'; windowEndsAt: Date }

export type PaymentState = {
  status: PaymentStatus
  amount: Paise
  expiresAt: Date
  order: 'open' | 'paid' | 'cancelled'
  money: 'new' | 'known' | 'duplicate-reference'
  now: Date
}

/** Why money is refunded; the last reasons are an admin's choice. */
export const REFUND_REASONS = [
  'duplicate-payment',
  'wrong-amount',
  'sold-out',
  'promo-gone',
  'order-cancelled',
  'overpayment',
  'admin',
] as const
export type RefundReason = (typeof REFUND_REASONS)[number]

/** `pay` still needs stock and promo code; otherwise the money is refunded as 'sold-out' or 'promo-gone'. */
export type PaymentTransition =
  | { act: 'nothing'; result: 'unchanged' | 'stale' }
  | { act: 'pay'; late: boolean }
  | { act: 'fail'; remark: string }
  | { act: 'close' }
  | { act: 'await' }
  | { act: 'reopen' }
  | { act: 'refund'; to: 'review' | 'unchanged'; reason: RefundReason; remark: string }
  | { act: 'review'; remark: string }

/**
 * The pure payment state machine. Success outranks failure and expiry, so the order of events does not matter;
 * unusable money becomes a refund.
 */
export function transitionPayment(state: PaymentState, event: PaymentStateEvent): PaymentTransition {
  switch (event.type) {
    case 'expired':
      return isOpenPayment(state.status) && state.now >= state.expiresAt ? { act: 'close' } : unchanged
    case 'utr-submitted':
      return isOpenPayment(state.status) ? { act: 'await' } : unchanged
    case 'rejected':
      return transitionOnRejection(state, event.windowEndsAt)
    case 'reported':
      return transitionOnStatus(state, event.report)
  }
}

/** A rejected payment can still be paid while its window is open. */
function transitionOnRejection({ status, now }: PaymentState, windowEndsAt: Date): PaymentTransition {
  if (status !== 'awaiting_confirmation') return unchanged
  return now < windowEndsAt ? { act: 'reopen' } : { act: 'close' }
}

function transitionOnStatus(state: PaymentState, report: GatewayStatus): PaymentTransition {
  switch (report.kind) {
    case 'pending':
      return unchanged
    case 'failure':
      return transitionOnFailure(state, report.reason)
    case 'success':
      return transitionOnSuccess(state, report)
  }
}

function transitionOnFailure({ status }: PaymentState, reason = 'The bank declined the payment'): PaymentTransition {
  if (status === 'failure') return unchanged
  return isOpenPayment(status) ? { act: 'fail', remark: reason } : { act: 'nothing', result: 'stale' }
}

function transitionOnSuccess(
  state: PaymentState,
  money: Extract<GatewayStatus, { kind: 'success' }>,
): PaymentTransition {
  const { status } = state
  const isPaid = status === 'success' || status === 'refunded'
  if (state.money === 'known') return unchanged
  if (state.money === 'duplicate-reference')
    return isPaid ? unchanged : { act: 'review', remark: `Bank number ${money.upiTxnId} belongs to another payment` }
  if (isPaid) return { act: 'refund', to: 'unchanged', reason: 'duplicate-payment', remark: 'Paid a second time' }
  if (money.currency !== 'INR' || money.amount !== state.amount)
    return toReview('wrong-amount', `Received ${money.amount} paise in ${money.currency}`)
  if (state.order === 'paid') return toReview('duplicate-payment', 'The order was already paid')
  if (state.order === 'cancelled')
    return toReview('order-cancelled', 'The order was cancelled before the money arrived')
  return { act: 'pay', late: status === 'expired' || status === 'cancelled' }
}

type MoneyInReview = { amount: Paise; currency: string }

/** Money under review can be accepted if it covers the price; any excess is refunded. */
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
const toReview = (reason: RefundReason, remark: string): PaymentTransition => ({
  act: 'refund',
  to: 'review',
  reason,
  remark,
})

/**
 * Polling times in minutes (docs/decisions/0010-payment-polling-schedule.md). NPCI allows no request before 90 seconds
 * and three in two hours.
 */
const POLL_SCHEDULE_MINUTES = [
  1.5,
  5,
  PAYMENT_WINDOW_MINUTES,
  ...[2, 3, 4, 5, 6].map((hours) => hours * 60 + 5),
  ...[24, 48, 72].map((hours) => hours * 60),
]

/** When to poll next; null after three days. */
export function computeNextPollAt(createdAt: Date, now: Date): Date | null {
  const next = POLL_SCHEDULE_MINUTES.map((minutes) => addMinutes(createdAt, minutes)).find((at) => at > now)
  return next ?? null
}

const MIN_RECHECK_INTERVAL_MINUTES = 120

/** The earliest manual recheck: the next scheduled poll, or the minimum interval. */
export function computeRecheckAt(payment: {
  createdAt: Date
  lastPolledAt: Date | null
  nextPollAt: Date | null
}): Date {
  const rested = addMinutes(payment.lastPolledAt ?? payment.createdAt, MIN_RECHECK_INTERVAL_MINUTES)
  return payment.nextPollAt && payment.nextPollAt < rested ? payment.nextPollAt : rested
}
