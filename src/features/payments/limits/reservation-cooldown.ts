import { counted } from '#src/core/words.ts'

/** How long an account may reserve stock without paying before a cooldown (docs/decisions/0021). */
export const COOLDOWN_LIMITS = {
  /** For two or more unpaid orders; each further window doubles the cooldown. */
  unpaidMinutes: { firstTime: 30, known: 60 },
  /** For one order that is changed repeatedly. */
  changedOrderMinutes: 45,
  /** Caps the time counted while a wrong UTR extended the reservation. */
  longestCountedMinutes: 30,
  paidTakesOffMinutes: 60,
  firstWaitMinutes: 15,
  longestWaitMinutes: 24 * 60,
} as const

/** An unpaid reservation of the last day, in milliseconds; `whole` ran until its deadline. */
export type UnpaidReservation = { from: number; to: number; whole: boolean }

export type UnpaidReservations = { isKnown: boolean; unpaid: readonly UnpaidReservation[]; lastPaidAt: number | null }

export type LimitViolation = { message: string; retryAfterSeconds?: number }

export type LimitContext = {
  now: Date
  /** Multiplies the limits: 1, or more with RATE_LIMITS=relaxed. */
  factor: number
}

type Chain = { from: number; to: number; whole: boolean; minutes: number; countedMinutes: number }

const MINUTE = 60_000

/** Rejects a start during a cooldown, which doubles with each further unpaid window. */
export function checkReservationCooldown(
  reservations: UnpaidReservations,
  { now, factor }: LimitContext,
): LimitViolation | undefined {
  const { chains, minutes } = countUnpaidMinutes(reservations)
  const least = chains.length < 2 ? COOLDOWN_LIMITS.changedOrderMinutes : 0
  const free = COOLDOWN_LIMITS.unpaidMinutes[reservations.isKnown ? 'known' : 'firstTime']
  // A window that ended a second early still counts as whole.
  const over = Math.floor((minutes + 0.5 - free * factor) / COOLDOWN_LIMITS.firstWaitMinutes)
  if (over < 0 || minutes + 0.5 < least * factor) return undefined
  const wait = Math.min(COOLDOWN_LIMITS.firstWaitMinutes * 2 ** over, COOLDOWN_LIMITS.longestWaitMinutes)
  const lastEnd = Math.max(...chains.map(({ to }) => to))
  const left = Math.ceil((lastEnd + wait * MINUTE - now.getTime()) / 1000)
  if (left <= 0) return undefined
  const todo = `Please wait ${minutesText(left / 60)} before you start another, or write to us if paying does not work.`
  return { message: `${explainCooldown(chains)} ${todo}`, retryAfterSeconds: left }
}

function explainCooldown(chains: readonly Chain[]): string {
  const held = minutesText(sumOf(chains.map(({ minutes }) => minutes)))
  if (chains.length === 1)
    return `You changed your order several times, and its items were reserved for ${held} without payment.`
  if (chains.every(({ whole }) => whole))
    return 'Your last orders reserved items until they expired, and were not paid.'
  return `In the last 24 hours your unpaid orders reserved items for ${held} in total.`
}

function countUnpaidMinutes({ unpaid, lastPaidAt }: UnpaidReservations) {
  const chains = groupReplacedOrders(unpaid)
  const minutesOf = (some: readonly Chain[]) => sumOf(some.map(({ countedMinutes }) => countedMinutes))
  const before = chains.filter(({ from }) => lastPaidAt !== null && from < lastPaidAt)
  const after = chains.filter((chain) => !before.includes(chain))
  const left = Math.max(0, minutesOf(before) - COOLDOWN_LIMITS.paidTakesOffMinutes)
  return { chains: left > 0 ? chains : after, minutes: left + minutesOf(after) }
}

/** A replacement begins exactly when the replaced order ends. */
function groupReplacedOrders(unpaid: readonly UnpaidReservation[]): Chain[] {
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
    replaced.minutes += minutes
    replaced.countedMinutes += countedMinutes
  }
  return chains
}

const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, one) => sum + one, 0)

const minutesText = (minutes: number) => counted(Math.ceil(minutes), 'minute')
