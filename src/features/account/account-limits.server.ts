import type { Db } from '#src/platform/database.server.ts'
import { forgetLimitsOf, type Limit, takeFromAddress, takeFromLimit } from '#src/platform/rate-limit.server.ts'
import { CODE_LIMITS, KNOWN_NETWORKS } from './code-limits.server.ts'
import { PASSWORD_LIMITS } from './password-limits.server.ts'
import { OF_DEVICE } from './second-factor-lock.server.ts'

const HOURS = 3600

const limits = {
  newcomersFromNetwork: { name: 'newcomers-from-address', max: 25, perSeconds: HOURS },
  newcomersFromSharedAddress: { name: 'newcomers-from-address', max: 50, perSeconds: HOURS },
  leaving: { name: 'leaving', max: 3, perSeconds: HOURS },
} as const satisfies Record<string, Limit>

/**
 * Hundreds of people share one IPv4 address of a mobile network. An IPv6 address counts as its /64, which belongs to a
 * household, but also to an office, a venue or a hostel.
 */
export async function limitNewcomers(db: Db, address: string): Promise<void> {
  const isIPv6 = address.includes(':')
  await takeFromAddress(db, isIPv6 ? limits.newcomersFromNetwork : limits.newcomersFromSharedAddress, address)
}

/** Three tries in an hour to delete one's account: each goes through all that the shop knows of the person. */
export async function limitLeaving(db: Db, userId: string): Promise<void> {
  await takeFromLimit(db, limits.leaving, userId)
}

/**
 * For the operator: whoever owns this e-mail may sign in again at once, whatever was tried in their name, from whatever
 * address. Gives back how many counts of tries it took away.
 */
export async function unlock(db: Db, email: string): Promise<number> {
  return forgetLimitsOf(db, email.trim().toLowerCase(), [...CODE_LIMITS, ...PASSWORD_LIMITS, OF_DEVICE])
}

/** For a person who leaves: how often they tried to sign in, and from where they did. */
export async function forgetSignInsOf(db: Db, email: string): Promise<void> {
  await forgetLimitsOf(db, email, [...CODE_LIMITS, ...PASSWORD_LIMITS, OF_DEVICE, ...KNOWN_NETWORKS])
}
