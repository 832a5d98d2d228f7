import { ShopError } from '#src/core/shop-error.ts'
import type { Db } from './database.server.ts'
import {
  giveBackToLimits,
  type Limit,
  limitFactor,
  type Try,
  takeFromLimits,
  tooMany,
  triesFrom,
} from './rate-limit.server.ts'

/** Only counted: it turns nobody away by itself. */
const ALL: Limit = { name: 'anonymous-writes', max: 2_000_000, perSeconds: 3600 }
/** More in an hour than a busy day brings. */
const CROWD = 1000
const SHARE_IN_A_CROWD = 1 / 5

type Asking = {
  /** The client's. */
  address: string
  /** What else it counts as, such as for the e-mail that it names. */
  also?: readonly Try[]
}

/**
 * Counts what somebody writes without being signed in, in one statement: from their address, and in all. From 1,000 in
 * an hour on, an address may do only a fifth of what it may do otherwise, so that a flood needs five times as many
 * addresses and everybody else may still write. Throws a `too-many` refusal.
 */
export async function takeAnonymously(db: Db, limit: Limit, { address, also = [] }: Asking): Promise<void> {
  const own = triesFrom(limit, address)
  const tries = [...own, { limit: ALL, who: 'everybody' }, ...also]
  const taken = await takeFromLimits(db, tries)
  const all = taken[own.length]?.count ?? 0
  if (all <= CROWD * limitFactor()) return
  const isBeyond = own.some(({ limit: { max } }, nth) => {
    const inCrowd = Math.ceil(max * SHARE_IN_A_CROWD) * limitFactor()
    return (taken[nth]?.count ?? 0) > inCrowd
  })
  if (!isBeyond) return
  await giveBackToLimits(db, tries)
  throw new ShopError('too-many', tooMany(limit.perSeconds), { retryAfterSeconds: limit.perSeconds })
}

/** What `takeAnonymously` counted for everybody, for what turned out to be none. */
export const anonymousTries = (limit: Limit, address: string): Try[] => [
  ...triesFrom(limit, address),
  { limit: ALL, who: 'everybody' },
]
