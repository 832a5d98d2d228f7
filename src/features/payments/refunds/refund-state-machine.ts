import { addMinutes } from '#src/core/dates.ts'

/**
 * The states of a refund (india.md 2.9). `due` waits for a person, `requested` for the provider to be told, `pending`
 * for the bank; `waived` is money that did not have to go back after all.
 */
export const REFUND_STATES = ['due', 'requested', 'pending', 'processed', 'failed', 'waived'] as const
export type RefundState = (typeof REFUND_STATES)[number]

/** How fast a provider moves money back: within the hour, or in the days that banks take. */
export const REFUND_SPEEDS = ['instant', 'normal'] as const
export type RefundSpeed = (typeof REFUND_SPEEDS)[number]

/** What counts against the money that came: all that went back, and all that may still go. */
export const COUNTED_REFUND_STATES = [
  'due',
  'requested',
  'pending',
  'processed',
] as const satisfies readonly RefundState[]

export function isCountedRefund(state: RefundState): boolean {
  return COUNTED_REFUND_STATES.some((counted) => counted === state)
}

/** Whether a provider was ever asked for it, or has spoken of it: then the money may have gone already. */
export function mayBeSent({ tries, providerRefundId }: { tries: number; providerRefundId: string | null }): boolean {
  return tries > 0 || providerRefundId !== null
}

/** What can happen to a refund: a person decides, nobody but a person can carry it out, or the provider tells. */
export type RefundEvent =
  | { type: 'send-back' | 'done-outside' | 'waived' | 'only-by-hand' }
  | { type: 'told'; state: 'pending' | 'processed' | 'failed' }

/** The next state, or why there is none: news that others have overtaken, or a decision that comes too late. */
export type RefundTransition = { to: RefundState } | { act: 'unchanged' } | { act: 'refuse'; why: string }

/**
 * The transitions of a refund, pure. That money went back outranks every other news about it, in whatever order they
 * come; and whoever decides about a refund that is on its way is refused, because it would go back twice.
 */
export function transitionRefund(state: RefundState, event: RefundEvent): RefundTransition {
  switch (event.type) {
    case 'send-back':
      return state === 'due' ? { to: 'requested' } : refuse(state)
    case 'done-outside':
      return state === 'due' || state === 'failed' ? { to: 'processed' } : refuse(state)
    case 'waived':
      return state === 'due' || state === 'failed' ? { to: 'waived' } : refuse(state)
    case 'only-by-hand':
      return state === 'requested' || state === 'pending' ? { to: 'due' } : unchanged
    case 'told':
      return decideOnNews(state, event.state)
  }
}

function decideOnNews(state: RefundState, told: 'pending' | 'processed' | 'failed'): RefundTransition {
  if (told === 'processed') return state === 'processed' ? unchanged : { to: 'processed' }
  const isOpen = state === 'due' || state === 'requested' || state === 'pending'
  return isOpen && state !== told ? { to: told } : unchanged
}

const unchanged: RefundTransition = { act: 'unchanged' }

function refuse(state: RefundState): RefundTransition {
  const isOnItsWay = state === 'requested' || state === 'pending'
  return {
    act: 'refuse',
    why: isOnItsWay ? 'This money is already on its way back.' : 'This money has already been decided about.',
  }
}

/** In minutes: how long after its n-th question a provider is asked again that did not say, or that has not finished. */
const PAUSES = {
  requested: [1, 2, 5, 15, 30, 60],
  pending: [5, 30, 60, 6 * 60, 24 * 60],
} as const

/** When the provider is asked for a refund once more, under the same key: in ever longer pauses, and never for the last time. */
export function computeNextRefundAttempt(state: keyof typeof PAUSES, tries: number, now: Date): Date {
  const pauses = PAUSES[state]
  return addMinutes(now, pauses[Math.min(Math.max(tries, 1), pauses.length) - 1] ?? 60)
}
