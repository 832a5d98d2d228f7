import { createHash } from 'node:crypto'
import { lt, sql } from 'drizzle-orm'
import { ShopError } from '#src/core/shop-error.ts'
import { type Db, onlyRow } from './database.server.ts'
import { rateLimits } from './rate-limit.table.server.ts'

export type Limit = { name: string; max: number; perSeconds: number }

let factor = 1

/** `relaxed` multiplies every limit by 1,000, for test runs; live mode refuses it (see env.server.ts). */
export function setRateLimits(mode: 'strict' | 'relaxed'): void {
  factor = mode === 'relaxed' ? 1000 : 1
}

/**
 * Counts one try against a limit and throws a `too-many` refusal beyond it. `who` is a fact of the server (an address,
 * an account, an e-mail), kept only as a hash. One atomic statement, so parallel bursts cannot slip through.
 */
export async function takeFromLimit(db: Db, limit: Limit, who: string): Promise<void> {
  const key = `${limit.name}:${createHash('sha256').update(who).digest('base64url').slice(0, 22)}`
  const windowEnds = sql`now() + make_interval(secs => ${limit.perSeconds})`
  const expired = sql`${rateLimits.windowEnds} <= now()`
  const { count, waitSeconds } = onlyRow(
    await db
      .insert(rateLimits)
      .values({ key, count: 1, windowEnds })
      .onConflictDoUpdate({
        target: rateLimits.key,
        set: {
          count: sql`case when ${expired} then 1 else ${rateLimits.count} + 1 end`,
          windowEnds: sql`case when ${expired} then ${windowEnds} else ${rateLimits.windowEnds} end`,
        },
      })
      .returning({
        count: rateLimits.count,
        waitSeconds: sql<number>`ceil(extract(epoch from ${rateLimits.windowEnds} - now()))::int`,
      }),
  )
  if (count > limit.max * factor)
    throw new ShopError('too-many', `Too many requests. Please try again in ${waitSeconds} seconds.`, {
      retryAfterSeconds: waitSeconds,
    })
}

/** Forgets windows that are over, so that the table stays as small as the traffic of an hour. */
export async function forgetOldLimits(db: Db): Promise<void> {
  await db.delete(rateLimits).where(lt(rateLimits.windowEnds, sql`now()`))
}
