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
  const busy = own.map(({ limit: { name, max } }) => ({ name, max: Math.ceil(max * BUSY_SHARE) * limitMultiplier() }))
  const beyond = busy.find(({ max }, nth) => (counts[nth]?.count ?? 0) > max)
  if (!beyond) return
  await uncountLimits(db, hits)
  const { perSeconds } = limit
  throw new DomainError('too-many', tooManyRequestsMessage(perSeconds), {
    retryAfterSeconds: perSeconds,
    rateLimit: { ...beyond, perSeconds, remaining: 0, resetSeconds: perSeconds },
  })
}

export const anonymousLimitHits = (limit: RateLimit, address: string): RateLimitHit[] => [
  ...ipLimitHits(limit, address),
  { limit: TOTAL_WRITE_LIMIT, subject: 'everybody' },
]
