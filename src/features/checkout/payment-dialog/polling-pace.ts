import { HttpError } from '#src/browser/http-client.ts'
import { isPaymentEnded } from '#src/features/payments/payment-status.ts'

const CHECK_MS = 3_000
const WATCH_MS = 5_000
const LATER_MS = 10_000
const AFTER_FAILURE_MS = 15_000

const CHECK_FOR_MS = 30_000
const WATCH_FOR_MS = 120_000

/** What the customer, or a reload of the page, asked for. `pendingLeft` counts the pending answers before a toast. */
export type StatusCheck = { at: number; isManual: boolean; pendingLeft: number }

export type PollState = {
  error: Error | null
  status: string
  expiresAt: string
  openedAt: number
  check: StatusCheck | null
  now: number
}

/** Milliseconds until the next poll; false when only a return to the page polls. */
export function nextPollAfter({ error, status, expiresAt, openedAt, check, now }: PollState): number | false {
  if (isSignedOut(error) || SETTLED.has(status)) return false
  // Banks report what was paid in the last seconds a little later. The clock of a device may be wrong.
  if (now > Math.max(Date.parse(expiresAt), openedAt) + WATCH_FOR_MS) return false
  if (error || isPaymentEnded(status) || now > Date.parse(expiresAt)) return AFTER_FAILURE_MS
  if (check && now - check.at < CHECK_FOR_MS) return CHECK_MS
  return now - openedAt < WATCH_FOR_MS ? WATCH_MS : LATER_MS
}

const SETTLED: ReadonlySet<string> = new Set(['success', 'refunded', 'review'])

/** The session ended, or another customer signed in. */
export const isSignedOut = (error: Error | null) => error instanceof HttpError && [401, 403, 404].includes(error.status)
