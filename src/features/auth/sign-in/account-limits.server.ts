import type { Db } from '#src/db/database.server.ts'
import { PASSWORD_LIMITS } from '#src/features/auth/admin-sign-in/password-limits.server.ts'
import { DEVICE_CODE_LIMIT } from '#src/features/auth/two-factor/two-factor-lock.server.ts'
import {
  consumeIpLimit,
  consumeLimit,
  type RateLimit,
  resetSubjectLimits,
} from '#src/server/overload/rate-limit.server.ts'
import { CODE_LIMITS, KNOWN_NETWORKS } from './code-limits.server.ts'

const HOURS = 3600

const limits = {
  newcomersFromNetwork: { name: 'newcomers-from-address', max: 25, perSeconds: HOURS },
  newcomersFromSharedAddress: { name: 'newcomers-from-address', max: 50, perSeconds: HOURS },
  leaving: { name: 'leaving', max: 3, perSeconds: HOURS },
} as const satisfies Record<string, RateLimit>

/**
 * Hundreds of people share one IPv4 address of a mobile network. An IPv6 address counts as its /64, which belongs to a
 * household, but also to an office, a venue or a hostel.
 */
export async function limitSignups(db: Db, address: string): Promise<void> {
  const isIPv6 = address.includes(':')
  await consumeIpLimit(db, isIPv6 ? limits.newcomersFromNetwork : limits.newcomersFromSharedAddress, address)
}

/** Three tries in an hour to delete one's account: each goes through all that the shop knows of the person. */
export async function limitAccountDeletions(db: Db, userId: string): Promise<void> {
  await consumeLimit(db, limits.leaving, userId)
}

/**
 * For the operator: whoever owns this e-mail may sign in again at once, whatever was tried in their name, from whatever
 * address. Gives back how many counts of tries it took away.
 */
export async function clearSignInLimits(db: Db, email: string): Promise<number> {
  return resetSubjectLimits(db, email.trim().toLowerCase(), [...CODE_LIMITS, ...PASSWORD_LIMITS, DEVICE_CODE_LIMIT])
}

/** For a person who leaves: how often they tried to sign in, and from where they did. */
export async function eraseSignInHistory(db: Db, email: string): Promise<void> {
  await resetSubjectLimits(db, email, [...CODE_LIMITS, ...PASSWORD_LIMITS, DEVICE_CODE_LIMIT, ...KNOWN_NETWORKS])
}
