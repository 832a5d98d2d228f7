import { HttpError } from '#src/browser/http-client.ts'

const CHECK_MS = 3_000
const WATCH_MS = 5_000
const LATER_MS = 10_000
const AFTER_FAILURE_MS = 15_000

export const CHECK_FOR_MS = 30_000
const WATCH_FOR_MS = 120_000

/** How many pending answers a customer waits for before a toast says that nothing has arrived. */
const PENDING_CHECKS = 2

/** `resumed`: a reload with the dialog open. `app`: a UPI app was opened. `claim`: the customer says it is paid. */
export type StatusCheck = { at: number; reason: 'resumed' | 'app' | 'claim'; before: string; pendingLeft: number }

export const startCheck = (reason: StatusCheck['reason'], before: string): StatusCheck => ({
  at: Date.now(),
  reason,
  before,
  pendingLeft: reason === 'claim' ? PENDING_CHECKS : Number.POSITIVE_INFINITY,
})

type Answer = { error: Error | null; status: string }

/** What an answer leaves of a check, and whether the customer is to read it in a toast. */
export function continueCheck(
  check: StatusCheck,
  { error, status }: Answer,
): { next: StatusCheck | null; isToast: boolean } {
  if (isSignedOut(error)) return { next: null, isToast: false }
  const isClaim = check.reason === 'claim'
  if (error) return { next: isClaim ? null : check, isToast: isClaim }
  // A decline of before says nothing about the app that was opened since.
  if (check.reason === 'app' && status === check.before) return { next: check, isToast: false }
  if (status !== 'pending') return { next: null, isToast: check.reason !== 'resumed' }
  const pendingLeft = check.pendingLeft - 1
  return { next: { ...check, pendingLeft }, isToast: pendingLeft === 0 }
}

export type PollState = Answer & {
  expiresAt: string
  openedAt: number
  check: StatusCheck | null
  now: number
}

/** Milliseconds until the next poll; false when only a return to the page polls. */
export function nextPollAfter({ error, status, expiresAt, openedAt, check, now }: PollState): number | false {
  if (isSettled({ error, status })) return false
  if (error) return AFTER_FAILURE_MS
  if (check && now - check.at < CHECK_FOR_MS) return CHECK_MS
  // Banks report what was paid in the last seconds a little later. The clock of a device may be wrong.
  if (now > Math.max(Date.parse(expiresAt), openedAt) + WATCH_FOR_MS) return false
  if (ENDED.has(status) || now > Date.parse(expiresAt)) return AFTER_FAILURE_MS
  return now - openedAt < WATCH_FOR_MS ? WATCH_MS : LATER_MS
}

const FINAL = ['review', 'refunded'] as const
const ENDED: ReadonlySet<string> = new Set(['expired', 'cancelled'])

export const isSettled = ({ error, status }: Answer) =>
  isSignedOut(error) || status === 'success' || FINAL.some((final) => final === status)

/** `ended`: its time is over. `review`: the payment needs a manual check. */
export type DialogState = 'open' | 'failed' | 'ended' | 'cancelled' | 'signed-out' | (typeof FINAL)[number]

export function dialogStateOf({ error, status, isOver }: Answer & { isOver: boolean }): DialogState {
  const final = FINAL.find((one) => one === status)
  if (final) return final
  if (isSignedOut(error)) return 'signed-out'
  if (status === 'cancelled') return 'cancelled'
  if (isOver || status === 'expired') return 'ended'
  return status === 'failure' ? 'failed' : 'open'
}

export const isPayable = (state: DialogState) => state === 'open' || state === 'failed'

/** The session ended, or another customer signed in. */
const isSignedOut = (error: Error | null) => error instanceof HttpError && [401, 403, 404].includes(error.status)
