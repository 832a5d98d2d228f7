/** How long an account may hold pieces without paying before it has to wait (docs/decisions/0021). */
export const COOLDOWN_LIMITS = {
  /** For two and more unpaid orders; each further window doubles the wait. */
  unpaidMinutes: { newcomer: 30, known: 60 },
  /** For one order that is changed again and again: three windows. */
  changedOrderMinutes: 45,
  /** However long a number that was typed has kept them: who errs with it once need not wait for hours. */
  longestCountedMinutes: 30,
  /** What the last paid order takes off what was held before it. */
  paidTakesOffMinutes: 60,
  firstWaitMinutes: 15,
  longestWaitMinutes: 24 * 60,
} as const

/** A payment of the last day that held pieces and ended without money. Moments in milliseconds; `whole` ran to its end. */
export type UnpaidReservation = { from: number; to: number; whole: boolean }

/** `unpaid` is in the order of its beginnings; `lastPaidAt` is of an order that was not cancelled since. */
export type UnpaidReservations = { isKnown: boolean; unpaid: readonly UnpaidReservation[]; lastPaidAt: number | null }

export type LimitViolation = { message: string /** Without it, waiting does not help. */; retryAfterSeconds?: number }

export type LimitContext = {
  now: Date /** How many times as much as the figures say may be held here. */
  factor: number
}

/** An order and those that took its place before it was paid: to whoever changes a cart they are one. */
type Chain = { from: number; to: number; whole: boolean; minutes: number; countedMinutes: number }

const MINUTE = 60_000

/** Pieces held again and again without paying: a wait that doubles with each further window. */
export function checkReservationCooldown(
  holds: UnpaidReservations,
  { now, factor }: LimitContext,
): LimitViolation | undefined {
  const { chains, minutes } = countedOf(holds)
  const least = chains.length < 2 ? COOLDOWN_LIMITS.changedOrderMinutes : 0
  const free = COOLDOWN_LIMITS.unpaidMinutes[holds.isKnown ? 'known' : 'newcomer']
  // A window that was closed a second early is a window.
  const over = Math.floor((minutes + 0.5 - free * factor) / COOLDOWN_LIMITS.firstWaitMinutes)
  if (over < 0 || minutes + 0.5 < least * factor) return undefined
  const wait = Math.min(COOLDOWN_LIMITS.firstWaitMinutes * 2 ** over, COOLDOWN_LIMITS.longestWaitMinutes)
  const lastEnd = Math.max(...chains.map(({ to }) => to))
  const left = Math.ceil((lastEnd + wait * MINUTE - now.getTime()) / 1000)
  if (left <= 0) return undefined
  const todo = `Please wait ${minutesText(left / 60)} before you start another, or write to us if paying does not work.`
  return { message: `${whyWait(chains)} ${todo}`, retryAfterSeconds: left }
}

function whyWait(chains: readonly Chain[]): string {
  const held = minutesText(sumOf(chains.map(({ minutes }) => minutes)))
  if (chains.length === 1)
    return `You changed your order several times, and its pieces were held for ${held} without being paid.`
  if (chains.every(({ whole }) => whole))
    return 'Your last orders held their pieces until their time was over, and were not paid.'
  return `In the last 24 hours orders of yours held their pieces for ${held} in all, and were not paid.`
}

/** What is left to count when the last paid order has taken its part off what was before it. */
function countedOf({ unpaid, lastPaidAt }: UnpaidReservations) {
  const chains = chainsOf(unpaid)
  const minutesOf = (some: readonly Chain[]) => sumOf(some.map(({ countedMinutes }) => countedMinutes))
  const before = chains.filter(({ from }) => lastPaidAt !== null && from < lastPaidAt)
  const after = chains.filter((chain) => !before.includes(chain))
  const left = Math.max(0, minutesOf(before) - COOLDOWN_LIMITS.paidTakesOffMinutes)
  return { chains: left > 0 ? chains : after, minutes: left + minutesOf(after) }
}

/** An order begins at the very moment at which the one that it replaces ends. */
function chainsOf(unpaid: readonly UnpaidReservation[]): Chain[] {
  const chains: Chain[] = []
  for (const { from, to, whole } of unpaid) {
    const minutes = (to - from) / MINUTE
    const countedMinutes = Math.min(minutes, COOLDOWN_LIMITS.longestCountedMinutes)
    const replaced = chains.find((chain) => !chain.whole && chain.to === from)
    if (!replaced) {
      chains.push({ from, to, whole, minutes, countedMinutes })
      continue
    }
    replaced.to = to
    // The chain as a whole was changed; only its last part may have run to its end.
    replaced.minutes += minutes
    replaced.countedMinutes += countedMinutes
  }
  return chains
}

const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, one) => sum + one, 0)

const minutesText = (minutes: number) => {
  const whole = Math.ceil(minutes)
  return whole === 1 ? '1 minute' : `${whole} minutes`
}
