import { type SQL, sql } from 'drizzle-orm'
import { timestamp } from 'drizzle-orm/pg-core'

/** A column for a point in time, the same wherever the server stands. */
export const timestamptz = (name: string) => timestamp(name, { withTimezone: true })

/** Then what is told next is later in any case: nobody tells so many in a second that they reach into the next. */
const QUIET_MS = 1000
let told = 0
let lastToldAt = 0

/**
 * Now, for what is listed in the order in which it was written. Not now(): that is when the transaction began, the same
 * for all that it writes. Nor the clock alone: the embedded database's counts in milliseconds, in which several are
 * written. The microseconds are ours, one more for each until nothing was told for a second.
 */
export function monotonicNow(): SQL {
  const askedAt = performance.now()
  told = askedAt - lastToldAt > QUIET_MS ? 0 : told + 1
  lastToldAt = askedAt
  return sql`date_trunc('milliseconds', clock_timestamp()) + ${told} * interval '1 microsecond'`
}
