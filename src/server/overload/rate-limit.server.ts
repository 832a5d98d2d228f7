import { createHash } from 'node:crypto'
import { and, asc, eq, gt, inArray, lt, sql } from 'drizzle-orm'
import { DomainError } from '#src/core/domain-error.ts'
import type { Db } from '#src/db/database.server.ts'
import { rateLimitNetworks } from '#src/server/http/client-ip.server.ts'
import { rateLimits } from './rate-limit.table.server.ts'

export type RateLimit = {
  name: string
  max: number
  perSeconds: number
  /** The window begins anew with every try within the limit, so that the last of them locks for all of `perSeconds`. */
  locks?: boolean
}

/**
 * A fact of the server (an address, an account, an e-mail), kept only as a hash. A list counts what belongs together, such
 * as tries for an e-mail from an address; `forgetLimitsOf` finds it by its first part.
 */
type Who = string | readonly string[]

export type RateLimitHit = { limit: RateLimit; subject: Who }

/** On globalThis because the development server loads modules anew on every edit, and the shop opens only once. */
const shared = globalThis as typeof globalThis & { rateLimitFactor?: number }

/** `relaxed` multiplies every limit by 1,000, for test runs; live mode refuses it (see env.server.ts). */
export function setRateLimitMode(mode: 'strict' | 'relaxed'): void {
  shared.rateLimitFactor = mode === 'relaxed' ? 1000 : 1
}

/** How many times as much as the figures say may be done here. */
export const limitMultiplier = () => shared.rateLimitFactor ?? 1

/** The words of a refusal; `waitSeconds` is rounded up to minutes, and beyond an hour and a half to hours. */
export function tooManyRequestsMessage(waitSeconds: number): string {
  const minutes = Math.ceil(waitSeconds / 60)
  const wait =
    waitSeconds < 60
      ? several(waitSeconds, 'second')
      : minutes <= 90
        ? several(minutes, 'minute')
        : `about ${several(Math.ceil(waitSeconds / 3600), 'hour')}`
  return `Too many requests. Please try again in ${wait}.`
}

const several = (count: number, unit: string) => `${count} ${unit}${count === 1 ? '' : 's'}`

/** Counts one try against a limit and throws a `too-many` refusal beyond it. */
export async function consumeLimit(db: Db, limit: RateLimit, subject: Who): Promise<void> {
  await consumeLimits(db, [{ limit, subject: subject }])
}

/**
 * Counts one try of an address, in one statement: an IPv6 address counts as its /64, which one household owns, and as its
 * /48, which one customer of a provider may own, and which may do ten times as much. Throws a `too-many` refusal.
 */
export async function consumeIpLimit(db: Db, limit: RateLimit, address: string): Promise<void> {
  await consumeLimits(db, ipLimitHits(limit, address))
}

/** What a try from this address counts as, for `takeFromLimits` and `giveBackToLimits` together with others. */
export function ipLimitHits({ name, max, ...limit }: RateLimit, address: string): RateLimitHit[] {
  return rateLimitNetworks(address).map(({ network, share, suffix }) => ({
    limit: { ...limit, name: `${name}${suffix}`, max: max * share },
    subject: network,
  }))
}

type Counted = { key: string; count: number; wait: number; is_full: boolean }

/**
 * Counts one try against all of these limits, or against none: throws a `too-many` refusal when one of them is used up.
 * One atomic statement, so parallel bursts cannot slip through. Gives back what each has counted and has left, in their order.
 */
export async function consumeLimits(
  db: Db,
  tries: readonly RateLimitHit[],
): Promise<{ count: number; left: number }[]> {
  const asked = tries.map(({ limit, subject }) => ({
    ...limit,
    key: keyOf(limit, subject),
    max: limit.max * limitMultiplier(),
  }))
  const { rows } = await db.execute<Counted>(countAll(asked))
  const maxOf = new Map(asked.map(({ key, max }) => [key, max]))
  const isOver = ({ key, count, is_full }: Counted) => is_full || count > (maxOf.get(key) ?? 0)
  const over = rows.filter(isOver)
  if (over.length === 0) {
    const counts = new Map(rows.map(({ key, count }) => [key, count]))
    return asked.map(({ key, max }) => ({ count: counts.get(key) ?? 0, left: max - (counts.get(key) ?? 0) }))
  }
  // Of tries that come side by side, those beyond the limit were counted.
  const counted = rows.filter(({ is_full }) => !is_full).map(({ key }) => key)
  if (counted.length > 0) await takeBack(db, counted)
  const wait = Math.max(...over.map((one) => one.wait))
  throw new DomainError('too-many', tooManyRequestsMessage(wait), { retryAfterSeconds: wait })
}

type Asked = { key: string; max: number; perSeconds: number; locks?: boolean }

/** The rows are locked in the order of their keys, so that two who share some wait for each other only one way. */
function countAll(asked: readonly Asked[]) {
  const values = sql.join(
    asked.map(
      ({ key, max, perSeconds, locks = false }) =>
        sql`(${key}::text, ${max}::int, make_interval(secs => ${perSeconds}), ${locks}::boolean)`,
    ),
    sql`, `,
  )
  return sql`
    with asked (key, max, lasts, locks) as (values ${values}),
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

/** The same as an answer; a try beyond the limit is not counted. */
export async function tryConsumeLimit(db: Db, limit: RateLimit, subject: Who): Promise<boolean> {
  return tryConsumeLimits(db, [{ limit, subject: subject }])
}

/** Whether all of these limits allow one more try, which is then counted against each. */
export async function tryConsumeLimits(db: Db, tries: readonly RateLimitHit[]): Promise<boolean> {
  try {
    await consumeLimits(db, tries)
    return true
  } catch (error) {
    if (!(error instanceof DomainError && error.code === 'too-many')) throw error
    return false
  }
}

/** Takes back one try from each of these limits, because it turned out to be none. */
export async function refundLimits(db: Db, tries: readonly RateLimitHit[]): Promise<void> {
  await takeBack(
    db,
    tries.map(({ limit, subject }) => keyOf(limit, subject)),
  )
}

async function takeBack(db: Db, keys: readonly string[]): Promise<void> {
  await db
    .update(rateLimits)
    .set({ count: sql`${rateLimits.count} - 1` })
    .where(and(inArray(rateLimits.key, rowsOf(db, keys)), gt(rateLimits.count, 0)))
}

/** Locked in the order of their keys, as they are when they are counted. */
function rowsOf(db: Db, keys: readonly string[]) {
  return db
    .select({ key: rateLimits.key })
    .from(rateLimits)
    .where(inArray(rateLimits.key, [...keys]))
    .orderBy(asc(rateLimits.key))
    .for('update')
}

/** Begins to count from nothing again. */
export async function resetLimits(db: Db, tries: readonly RateLimitHit[]): Promise<void> {
  const keys = tries.map(({ limit, subject }) => keyOf(limit, subject))
  await db.delete(rateLimits).where(inArray(rateLimits.key, rowsOf(db, keys)))
}

/** Begins a window now, however long an earlier one still has. */
export async function startLimitWindow(db: Db, limit: RateLimit, subject: Who): Promise<void> {
  const windowEnds = sql`now() + make_interval(secs => ${limit.perSeconds})`
  await db
    .insert(rateLimits)
    .values({ key: keyOf(limit, subject), count: 1, windowEnds })
    .onConflictDoUpdate({ target: rateLimits.key, set: { windowEnds } })
}

/** Whether something was counted in a window that is not over. */
export async function isLimitActive(db: Db, limit: RateLimit, subject: Who): Promise<boolean> {
  const isRunning = and(eq(rateLimits.key, keyOf(limit, subject)), gt(rateLimits.windowEnds, sql`now()`))
  return (await db.$count(rateLimits, isRunning)) > 0
}

/** Begins to count anew whatever was counted about this e-mail, account or address; gives back how many counts there were. */
export async function resetSubjectLimits(
  db: Db,
  whom: string,
  limits: readonly Pick<RateLimit, 'name'>[],
): Promise<number> {
  const about = limits.map((limit) => keyOf(limit, whom))
  const isAbout = sql`split_part(${rateLimits.key}, ':', 1) || ':' || split_part(${rateLimits.key}, ':', 2)`
  const gone = await db.delete(rateLimits).where(inArray(isAbout, about)).returning({ key: rateLimits.key })
  return gone.length
}

function keyOf({ name }: Pick<RateLimit, 'name'>, subject: Who): string {
  const parts = typeof subject === 'string' ? [subject] : subject
  return [name, ...parts.map((part) => createHash('sha256').update(part).digest('base64url').slice(0, 22))].join(':')
}

/** Forgets windows that are over, so that the table stays as small as the traffic of an hour. */
export async function deleteExpiredLimits(db: Db): Promise<void> {
  await db.delete(rateLimits).where(lt(rateLimits.windowEnds, sql`now()`))
}
