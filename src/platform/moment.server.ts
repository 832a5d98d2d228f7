import { type SQL, sql } from 'drizzle-orm'
import { timestamp } from 'drizzle-orm/pg-core'

/** A column for a point in time, the same wherever the server stands. */
export const moment = (name: string) => timestamp(name, { withTimezone: true })

let told = 0

/**
 * Now, for what is listed in the order in which it was written. Not now(): that is when the transaction began, the same
 * for all that it writes. Nor the clock alone: the embedded database's counts in milliseconds, in which several are
 * written. The microseconds are ours: of more than a thousand in one millisecond, some stand before earlier ones.
 */
export function thisMoment(): SQL {
  told = (told + 1) % 1000
  return sql`date_trunc('milliseconds', clock_timestamp()) + ${told} * interval '1 microsecond'`
}
