import { DomainError } from '#src/core/domain-error.ts'
import type { Db } from '#src/db/database.server.ts'
import {
  consumeLimits,
  ipLimitHits,
  limitMultiplier,
  type RateLimit,
  type RateLimitHit,
  tooManyRequestsMessage,
  uncountLimits,
} from './rate-limit.server.ts'

/** Counted only; never rejects by itself. */
const TOTAL_WRITE_LIMIT: RateLimit = { name: 'anonymous-writes', max: 2_000_000, perSeconds: 3600 }
const BUSY_HOUR = 1000
const BUSY_SHARE = 1 / 5

type AnonymousWrite = {
  address: string
  also?: readonly RateLimitHit[]
}

/** Counts an anonymous write. Beyond 1,000 an hour in total each address may do a fifth. Throws `too-many`. */
export async function consumeAnonymousLimit(
  db: Db,
  limit: RateLimit,
  { address, also = [] }: AnonymousWrite,
): Promise<void> {
  const own = ipLimitHits(limit, address)
  const hits = [...own, { limit: TOTAL_WRITE_LIMIT, subject: 'everybody' }, ...also]
  const counts = await consumeLimits(db, hits)
  const total = counts[own.length]?.count ?? 0
  if (total <= BUSY_HOUR * limitMultiplier()) return
  const isBeyond = own.some(({ limit: { max } }, nth) => {
    const reduced = Math.ceil(max * BUSY_SHARE) * limitMultiplier()
    return (counts[nth]?.count ?? 0) > reduced
  })
  if (!isBeyond) return
  await uncountLimits(db, hits)
  throw new DomainError('too-many', tooManyRequestsMessage(limit.perSeconds), { retryAfterSeconds: limit.perSeconds })
}

export const anonymousLimitHits = (limit: RateLimit, address: string): RateLimitHit[] => [
  ...ipLimitHits(limit, address),
  { limit: TOTAL_WRITE_LIMIT, subject: 'everybody' },
]
