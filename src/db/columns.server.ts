import { type SQL, sql } from 'drizzle-orm'
import { timestamp } from 'drizzle-orm/pg-core'

/** A timestamp column with time zone. */
export const timestamptz = (name: string) => timestamp(name, { withTimezone: true })

/** After this time the next value is later in any case. */
const QUIET_MS = 1000
let offset = 0
let lastValueAt = 0

/**
 * The current time, strictly increasing within the process. now() is the same throughout a transaction, and the
 * embedded clock has milliseconds only, so we add microseconds.
 */
export function monotonicNow(): SQL {
  const calledAt = performance.now()
  offset = calledAt - lastValueAt > QUIET_MS ? 0 : offset + 1
  lastValueAt = calledAt
  return sql`date_trunc('milliseconds', clock_timestamp()) + ${offset} * interval '1 microsecond'`
}
