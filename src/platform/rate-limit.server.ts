import { createHash } from 'node:crypto'
import { and, eq, gt, lt, sql } from 'drizzle-orm'
import { ShopError } from '#src/core/shop-error.ts'
import { type Db, onlyRow } from './database.server.ts'
import { rateLimits } from './rate-limit.table.server.ts'

export type Limit = {
  name: string
  max: number
  perSeconds: number
  /** The window begins anew with every try within the limit, so that the last of them locks for all of `perSeconds`. */
  locks?: boolean
}

/** On globalThis because the development server loads modules anew on every edit, and the shop opens only once. */
const shared = globalThis as typeof globalThis & { rateLimitFactor?: number }

/** `relaxed` multiplies every limit by 1,000, for test runs; live mode refuses it (see env.server.ts). */
export function setRateLimits(mode: 'strict' | 'relaxed'): void {
  shared.rateLimitFactor = mode === 'relaxed' ? 1000 : 1
}

/** How many times as much as the figures say may be done here. */
export const limitFactor = () => shared.rateLimitFactor ?? 1

/** What whoever is refused is told. */
export const tooMany = (waitSeconds: number) => `Too many requests. Please try again in ${waitSeconds} seconds.`

/**
 * Counts one try against a limit and throws a `too-many` refusal beyond it. `who` is a fact of the server (an address,
 * an account, an e-mail), kept only as a hash. One atomic statement, so parallel bursts cannot slip through.
 */
export async function takeFromLimit(db: Db, limit: Limit, who: string): Promise<void> {
  const key = keyOf(limit, who)
  const max = limit.max * limitFactor()
  const windowEnds = sql`now() + make_interval(secs => ${limit.perSeconds})`
  const expired = sql`${rateLimits.windowEnds} <= now()`
  const beginsAnew = limit.locks ? sql`${expired} or ${rateLimits.count} < ${max}` : expired
  const { count, waitSeconds } = onlyRow(
    await db
      .insert(rateLimits)
      .values({ key, count: 1, windowEnds })
      .onConflictDoUpdate({
        target: rateLimits.key,
        set: {
          count: sql`case when ${expired} then 1 else ${rateLimits.count} + 1 end`,
          windowEnds: sql`case when ${beginsAnew} then ${windowEnds} else ${rateLimits.windowEnds} end`,
        },
      })
      .returning({
        count: rateLimits.count,
        waitSeconds: sql<number>`ceil(extract(epoch from ${rateLimits.windowEnds} - now()))::int`,
      }),
  )
  if (count > max) throw new ShopError('too-many', tooMany(waitSeconds), { retryAfterSeconds: waitSeconds })
}

/** The same as an answer; a try beyond the limit is not counted. */
export async function isWithinLimit(db: Db, limit: Limit, who: string): Promise<boolean> {
  try {
    await takeFromLimit(db, limit, who)
    return true
  } catch (error) {
    if (!(error instanceof ShopError && error.code === 'too-many')) throw error
    await giveBackToLimit(db, limit, who)
    return false
  }
}

/** Takes back one try that turned out to be none. */
export async function giveBackToLimit(db: Db, limit: Limit, who: string): Promise<void> {
  await db
    .update(rateLimits)
    .set({ count: sql`${rateLimits.count} - 1` })
    .where(and(eq(rateLimits.key, keyOf(limit, who)), gt(rateLimits.count, 0)))
}

/** Begins to count from nothing again. */
export async function forgetLimit(db: Db, limit: Limit, who: string): Promise<void> {
  await db.delete(rateLimits).where(eq(rateLimits.key, keyOf(limit, who)))
}

function keyOf(limit: Limit, who: string): string {
  return `${limit.name}:${createHash('sha256').update(who).digest('base64url').slice(0, 22)}`
}

/** Forgets windows that are over, so that the table stays as small as the traffic of an hour. */
export async function forgetOldLimits(db: Db): Promise<void> {
  await db.delete(rateLimits).where(lt(rateLimits.windowEnds, sql`now()`))
}
