import { createHash } from 'node:crypto'
import { and, asc, eq, gt, inArray, lt, sql } from 'drizzle-orm'
import { DomainError } from '#src/core/domain-error.ts'
import { formatWait } from '#src/core/words.ts'
import type { Db } from '#src/db/database.server.ts'
import { processSettings } from '#src/server/config/process-settings.server.ts'
import { rateLimitNetworks } from '#src/server/http/client-ip.server.ts'
import { rateLimits } from './rate-limit.table.server.ts'

export type RateLimit = {
  name: string
  max: number
  perSeconds: number
  /** Every allowed try restarts the window, so the last one locks for all of `perSeconds`. */
  locks?: boolean
}

/** An address, account or e-mail, stored only as a hash. `resetSubjectLimits` finds a list by its first element. */
type Subject = string | readonly string[]

export type RateLimitHit = { limit: RateLimit; subject: Subject }

export const limitMultiplier = () => (processSettings().rateLimits === 'relaxed' ? 1000 : 1)

export function tooManyRequestsMessage(waitSeconds: number): string {
  return `Too many requests. Please try again in ${formatWait(waitSeconds)}.`
}

/** Counts one try against a limit; throws `too-many` beyond it. */
export async function consumeLimit(db: Db, limit: RateLimit, subject: Subject): Promise<void> {
  await consumeLimits(db, [{ limit, subject: subject }])
}

/** Counts one try of an address and of its IPv6 /48, in one statement. Throws `too-many`. */
export async function consumeIpLimit(db: Db, limit: RateLimit, address: string): Promise<void> {
  await consumeLimits(db, ipLimitHits(limit, address))
}

type WebhookCall = { webhook: 'courier' | 'whatsapp'; address: string; check: () => void }

/** Counts a call of a webhook. `check` throws if its secret is wrong; an address may try few wrong ones. */
export async function limitWrongSecrets(db: Db, { webhook, address, check }: WebhookCall): Promise<void> {
  await consumeIpLimit(db, { name: `${webhook}-webhook-ip`, max: 600, perSeconds: 60 }, address)
  try {
    check()
  } catch (error) {
    await consumeIpLimit(db, { name: `${webhook}-wrong-secret-ip`, max: 20, perSeconds: 60 }, address)
    throw error
  }
}

export function ipLimitHits({ name, max, ...limit }: RateLimit, address: string): RateLimitHit[] {
  return rateLimitNetworks(address).map(({ network, share, suffix }) => ({
    limit: { ...limit, name: `${name}${suffix}`, max: max * share },
    subject: network,
  }))
}

type Counted = { key: string; count: number; wait: number; is_full: boolean }

/** Counts one try against all of these limits or none, in one atomic statement. Throws `too-many`. */
export async function consumeLimits(
  db: Db,
  tries: readonly RateLimitHit[],
): Promise<{ count: number; left: number }[]> {
  const hits = tries.map(({ limit, subject }) => ({
    ...limit,
    key: keyOf(limit, subject),
    max: limit.max * limitMultiplier(),
  }))
  const { rows } = await db.execute<Counted>(countStatement(hits))
  const maxOf = new Map(hits.map(({ key, max }) => [key, max]))
  const isOver = ({ key, count, is_full }: Counted) => is_full || count > (maxOf.get(key) ?? 0)
  const over = rows.filter(isOver)
  if (over.length === 0) {
    const counts = new Map(rows.map(({ key, count }) => [key, count]))
    return hits.map(({ key, max }) => ({ count: counts.get(key) ?? 0, left: max - (counts.get(key) ?? 0) }))
  }
  // Concurrent tries beyond the limit were counted; refund them.
  const counted = rows.filter(({ is_full }) => !is_full).map(({ key }) => key)
  if (counted.length > 0) await decrement(db, counted)
  const wait = Math.max(...over.map((one) => one.wait))
  const longest = hits.find(({ key }) => over.some((one) => one.key === key && one.wait === wait))
  throw new DomainError('too-many', tooManyRequestsMessage(wait), {
    retryAfterSeconds: wait,
    ...(longest && { rateLimit: { ...policyOf(longest), remaining: 0, resetSeconds: wait } }),
  })
}

const policyOf = ({ name, max, perSeconds }: Hit) => ({ name, max, perSeconds })

type Hit = { name: string; key: string; max: number; perSeconds: number; locks?: boolean }

/** Rows are locked in key order, so that concurrent calls cannot deadlock. */
function countStatement(hits: readonly Hit[]) {
  const columnOf = (of: (hit: Hit) => unknown) => sql.param(hits.map(of))
  return sql`
    with asked as (
      select key, max, make_interval(secs => seconds) as lasts, locks
      from unnest(
        ${columnOf(({ key }) => key)}::text[], ${columnOf(({ max }) => max)}::int[], ${columnOf(({ perSeconds }) => perSeconds)}::float8[],
        ${columnOf(({ locks }) => locks ?? false)}::boolean[]
      ) as hits (key, max, seconds, locks)
    ),
    used_up as (
      select r.key, r.count, r.window_ends from asked join rate_limits r using (key)
      where r.window_ends > now() and r.count >= asked.max
    ),
    taken as (
      insert into rate_limits as r (key, count, window_ends)
      select key, 1, now() + lasts from asked where not exists (select from used_up) order by key
      on conflict (key) do update set
        count = case when r.window_ends <= now() then 1 else r.count + 1 end,
        window_ends = case
          when r.window_ends <= now()
            or (select locks and r.count < max from asked where asked.key = excluded.key)
          then excluded.window_ends else r.window_ends end
      returning key, count, window_ends
    )
    select key, count, true as is_full, ceil(extract(epoch from window_ends - now()))::int as wait from used_up
    union all
    select key, count, false, ceil(extract(epoch from window_ends - now()))::int from taken`
}

export async function tryConsumeLimit(db: Db, limit: RateLimit, subject: Subject): Promise<boolean> {
  return tryConsumeLimits(db, [{ limit, subject: subject }])
}

export async function tryConsumeLimits(db: Db, hits: readonly RateLimitHit[]): Promise<boolean> {
  try {
    await consumeLimits(db, hits)
    return true
  } catch (error) {
    if (!(error instanceof DomainError && error.code === 'too-many')) throw error
    return false
  }
}

export async function uncountLimits(db: Db, hits: readonly RateLimitHit[]): Promise<void> {
  await decrement(
    db,
    hits.map(({ limit, subject }) => keyOf(limit, subject)),
  )
}

async function decrement(db: Db, keys: readonly string[]): Promise<void> {
  await db
    .update(rateLimits)
    .set({ count: sql`${rateLimits.count} - 1` })
    .where(and(inArray(rateLimits.key, lockRows(db, keys)), gt(rateLimits.count, 0)))
}

function lockRows(db: Db, keys: readonly string[]) {
  return db
    .select({ key: rateLimits.key })
    .from(rateLimits)
    .where(inArray(rateLimits.key, [...keys]))
    .orderBy(asc(rateLimits.key))
    .for('update')
}

export async function resetLimits(db: Db, hits: readonly RateLimitHit[]): Promise<void> {
  const keys = hits.map(({ limit, subject }) => keyOf(limit, subject))
  await db.delete(rateLimits).where(inArray(rateLimits.key, lockRows(db, keys)))
}

/** Starts a new window now, replacing an active one. */
export async function startLimitWindow(db: Db, limit: RateLimit, subject: Subject): Promise<void> {
  const windowEnds = sql`now() + make_interval(secs => ${limit.perSeconds})`
  await db
    .insert(rateLimits)
    .values({ key: keyOf(limit, subject), count: 1, windowEnds })
    .onConflictDoUpdate({ target: rateLimits.key, set: { windowEnds } })
}

export async function isLimitActive(db: Db, limit: RateLimit, subject: Subject): Promise<boolean> {
  const isRunning = and(eq(rateLimits.key, keyOf(limit, subject)), gt(rateLimits.windowEnds, sql`now()`))
  return (await db.$count(rateLimits, isRunning)) > 0
}

/** Resets these limits for an e-mail, account or address; returns how many counters there were. */
export async function resetSubjectLimits(
  db: Db,
  subject: string,
  limits: readonly Pick<RateLimit, 'name'>[],
): Promise<number> {
  const keys = limits.map((limit) => keyOf(limit, subject))
  const subjectKey = sql`split_part(${rateLimits.key}, ':', 1) || ':' || split_part(${rateLimits.key}, ':', 2)`
  const deleted = await db.delete(rateLimits).where(inArray(subjectKey, keys)).returning({ key: rateLimits.key })
  return deleted.length
}

function keyOf({ name }: Pick<RateLimit, 'name'>, subject: Subject): string {
  const parts = typeof subject === 'string' ? [subject] : subject
  return [name, ...parts.map((part) => createHash('sha256').update(part).digest('base64url').slice(0, 22))].join(':')
}

export async function deleteExpiredLimits(db: Db): Promise<void> {
  await db.delete(rateLimits).where(lt(rateLimits.windowEnds, sql`now()`))
}
