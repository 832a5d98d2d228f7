import { DomainError } from '#src/core/domain-error.ts'
import type { Db } from '#src/db/database.server.ts'
import {
  consumeLimits,
  ipLimitHits,
  limitMultiplier,
  type RateLimit,
  type RateLimitHit,
  refundLimits,
  tooManyRequestsMessage,
} from './rate-limit.server.ts'

/** Only counted: it turns nobody away by itself. */
const ALL: RateLimit = { name: 'anonymous-writes', max: 2_000_000, perSeconds: 3600 }
/** More in an hour than a busy day brings. */
const CROWD = 1000
const SHARE_IN_A_CROWD = 1 / 5

type Asking = {
  /** The client's. */
  address: string
  /** What else it counts as, such as for the e-mail that it names. */
  also?: readonly RateLimitHit[]
}

/**
 * Counts what somebody writes without being signed in, in one statement: from their address, and in all. From 1,000 in
 * an hour on, an address may do only a fifth of what it may do otherwise, so that a flood needs five times as many
 * addresses and everybody else may still write. Throws a `too-many` refusal.
 */
export async function consumeAnonymousLimit(db: Db, limit: RateLimit, { address, also = [] }: Asking): Promise<void> {
  const own = ipLimitHits(limit, address)
  const tries = [...own, { limit: ALL, subject: 'everybody' }, ...also]
  const taken = await consumeLimits(db, tries)
  const all = taken[own.length]?.count ?? 0
  if (all <= CROWD * limitMultiplier()) return
  const isBeyond = own.some(({ limit: { max } }, nth) => {
    const inCrowd = Math.ceil(max * SHARE_IN_A_CROWD) * limitMultiplier()
    return (taken[nth]?.count ?? 0) > inCrowd
  })
  if (!isBeyond) return
  await refundLimits(db, tries)
  throw new DomainError('too-many', tooManyRequestsMessage(limit.perSeconds), { retryAfterSeconds: limit.perSeconds })
}

/** What `takeAnonymously` counted for everybody, for what turned out to be none. */
export const anonymousLimitHits = (limit: RateLimit, address: string): RateLimitHit[] => [
  ...ipLimitHits(limit, address),
  { limit: ALL, subject: 'everybody' },
]
