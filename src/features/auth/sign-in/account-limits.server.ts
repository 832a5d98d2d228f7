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
  signupsFromNetwork: { name: 'newcomers-from-address', max: 25, perSeconds: HOURS },
  signupsFromSharedAddress: { name: 'newcomers-from-address', max: 50, perSeconds: HOURS },
  deletions: { name: 'leaving', max: 3, perSeconds: HOURS },
} as const satisfies Record<string, RateLimit>

/** Limits new accounts per IP address. Mobile networks share one IPv4 address; an IPv6 address counts as its /64. */
export async function limitSignups(db: Db, address: string): Promise<void> {
  const isIPv6 = address.includes(':')
  await consumeIpLimit(db, isIPv6 ? limits.signupsFromNetwork : limits.signupsFromSharedAddress, address)
}

/** Limits account deletions to three an hour: each touches all data of the customer. */
export async function limitAccountDeletions(db: Db, userId: string): Promise<void> {
  await consumeLimit(db, limits.deletions, userId)
}

/** Resets all sign-in limits of an e-mail and returns how many there were. */
export async function clearSignInLimits(db: Db, email: string): Promise<number> {
  return resetSubjectLimits(db, email.trim().toLowerCase(), [...CODE_LIMITS, ...PASSWORD_LIMITS, DEVICE_CODE_LIMIT])
}

export async function eraseSignInHistory(db: Db, email: string): Promise<void> {
  await resetSubjectLimits(db, email, [...CODE_LIMITS, ...PASSWORD_LIMITS, DEVICE_CODE_LIMIT, ...KNOWN_NETWORKS])
}
