import { HttpError } from '#src/browser/http-client.ts'
import { isPaymentEnded } from '#src/features/payments/payment-status.ts'

const CHECK_MS = 3_000
const WATCH_MS = 5_000
const LATER_MS = 10_000
const AFTER_FAILURE_MS = 15_000

export const CHECK_FOR_MS = 30_000
const WATCH_FOR_MS = 120_000

/** How many answers without news a customer waits for before a toast says so. */
const REPEATS_OF_CLAIM = 2

/** `resumed`: found when the checkout was opened. `app`: a UPI app was opened. `claim`: the customer says it is paid. */
export type StatusCheck = { at: number; reason: 'resumed' | 'app' | 'claim'; before: string; repeatsLeft: number }

export const startCheck = (reason: StatusCheck['reason'], before: string): StatusCheck => ({
  at: Date.now(),
  reason,
  before,
  repeatsLeft: reason === 'claim' ? REPEATS_OF_CLAIM : Number.POSITIVE_INFINITY,
})

type Answer = { error: Error | null; status: string }

/** Returns the check after a poll, null if it has ended, and whether a toast shows the poll's result. */
export function continueCheck(
  check: StatusCheck,
  { error, status }: Answer,
): { next: StatusCheck | null; isToast: boolean } {
  if (isRefused(error)) return { next: null, isToast: false }
  const isClaim = check.reason === 'claim'
  if (error) return { next: isClaim ? null : check, isToast: isClaim }
  // A decline stays until the next attempt succeeds, so it may be older than the check.
  if (status !== 'pending' && status !== check.before) return { next: null, isToast: check.reason !== 'resumed' }
  const repeatsLeft = check.repeatsLeft - 1
  return { next: { ...check, repeatsLeft }, isToast: repeatsLeft === 0 }
}

export type PollState = Answer & {
  expiresAt: string
  openedAt: number
  check: StatusCheck | null
  now: number
}

/** Milliseconds until the next poll; false when only a return to the page polls. */
export function nextPollAfter({ error, status, expiresAt, openedAt, check, now }: PollState): number | false {
  if (isDecided({ error, status })) return false
  const isChecked = check !== null && now - check.at < CHECK_FOR_MS
  // Banks report what was paid in the last seconds a little later. The clock of a device may be wrong.
  if (!isChecked && now > Math.max(Date.parse(expiresAt), openedAt) + WATCH_FOR_MS) return false
  if (error) return AFTER_FAILURE_MS
  if (isChecked) return CHECK_MS
  if (isPaymentEnded(status) || now > Date.parse(expiresAt)) return AFTER_FAILURE_MS
  return now - openedAt < WATCH_FOR_MS ? WATCH_MS : LATER_MS
}

const FINAL = ['review', 'refunded'] as const

export const isDecided = ({ error, status }: Answer) =>
  isRefused(error) || status === 'success' || FINAL.some((final) => final === status)

/** `ended`: its time is over. `unknown`: of another account, or deleted. */
export type DialogState = 'open' | 'failed' | 'ended' | 'cancelled' | 'signed-out' | 'unknown' | (typeof FINAL)[number]

export function dialogStateOf({ error, status, isTimeUp }: Answer & { isTimeUp: boolean }): DialogState {
  const final = FINAL.find((one) => one === status)
  if (final) return final
  if (isRefused(error)) return error.status === 404 ? 'unknown' : 'signed-out'
  if (status === 'cancelled') return 'cancelled'
  if (isTimeUp || status === 'expired') return 'ended'
  return status === 'failure' ? 'failed' : 'open'
}

export const isPayable = (state: DialogState) => state === 'open' || state === 'failed'

const isRefused = (error: Error | null): error is HttpError =>
  error instanceof HttpError && [401, 403, 404].includes(error.status)
