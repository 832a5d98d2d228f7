import { type SQL, sql } from 'drizzle-orm'
import { timestamp } from 'drizzle-orm/pg-core'

export const timestamptz = (name: string) => timestamp(name, { withTimezone: true })

/** After this time the next value is later in any case. */
const QUIET_MS = 1000
let offset = 0
let lastValueAt = 0

/** The time, strictly increasing within the process: now() stops in transactions, PGlite has milliseconds only. */
export function monotonicNow(): SQL {
  const calledAt = performance.now()
  offset = calledAt - lastValueAt > QUIET_MS ? 0 : offset + 1
  lastValueAt = calledAt
  return sql`date_trunc('milliseconds', clock_timestamp()) + ${offset} * interval '1 microsecond'`
}
