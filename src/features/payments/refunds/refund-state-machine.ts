import { addMinutes } from '#src/core/dates.ts'

/** `due` waits for an admin, `requested` for the worker, `pending` for the bank; `waived` was not sent after all. */
export const REFUND_STATES = ['due', 'requested', 'pending', 'processed', 'failed', 'waived'] as const
export type RefundState = (typeof REFUND_STATES)[number]

export const REFUND_SPEEDS = ['instant', 'normal'] as const
export type RefundSpeed = (typeof REFUND_SPEEDS)[number]

export const COUNTED_REFUND_STATES = [
  'due',
  'requested',
  'pending',
  'processed',
] as const satisfies readonly RefundState[]

export function isCountedRefund(state: RefundState): boolean {
  return COUNTED_REFUND_STATES.some((counted) => counted === state)
}

/** Whether the gateway may already have sent it. */
export function mayHaveBeenSent({
  attempts,
  providerRefundId,
}: {
  attempts: number
  providerRefundId: string | null
}): boolean {
  return attempts > 0 || providerRefundId !== null
}

export type RefundEvent =
  | { type: 'send-back' | 'done-outside' | 'waived' | 'manual-only' }
  | { type: 'reported'; state: 'pending' | 'processed' | 'failed' }

export type RefundTransition = { to: RefundState } | { act: 'unchanged' } | { act: 'refuse'; why: string }

/** Processed outranks all other events; a decision about a refund under way is refused. */
export function transitionRefund(state: RefundState, event: RefundEvent): RefundTransition {
  switch (event.type) {
    case 'send-back':
      return state === 'due' ? { to: 'requested' } : refuse(state)
    case 'done-outside':
      return state === 'due' || state === 'failed' ? { to: 'processed' } : refuse(state)
    case 'waived':
      return state === 'due' || state === 'failed' ? { to: 'waived' } : refuse(state)
    case 'manual-only':
      return state === 'requested' || state === 'pending' ? { to: 'due' } : unchanged
    case 'reported':
      return transitionOnReport(state, event.state)
  }
}

function transitionOnReport(state: RefundState, reported: 'pending' | 'processed' | 'failed'): RefundTransition {
  if (reported === 'processed') return state === 'processed' ? unchanged : { to: 'processed' }
  const isOpen = state === 'due' || state === 'requested' || state === 'pending'
  return isOpen && state !== reported ? { to: reported } : unchanged
}

const unchanged: RefundTransition = { act: 'unchanged' }

function refuse(state: RefundState): RefundTransition {
  const isOnItsWay = state === 'requested' || state === 'pending'
  return {
    act: 'refuse',
    why: isOnItsWay ? 'This refund is already on its way.' : 'This payment has already been decided.',
  }
}

const PAUSES = {
  requested: [1, 2, 5, 15, 30, 60],
  pending: [5, 30, 60, 6 * 60, 24 * 60],
} as const

/** When to retry under the same key; the interval grows and retries never stop. */
export function computeNextRefundAttempt(state: keyof typeof PAUSES, attempts: number, now: Date): Date {
  const pauses = PAUSES[state]
  return addMinutes(now, pauses[Math.min(Math.max(attempts, 1), pauses.length) - 1] ?? 60)
}
