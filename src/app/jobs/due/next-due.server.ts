import { type SQL, sql } from 'drizzle-orm'
import { type Db, onlyRow } from '#src/db/database.server.ts'
import type { Job } from '../periodic-job.server.ts'

export type DueJob = Job & {
  /** When it next has work, as an expression; undefined if never. */
  nextDue: (now: Date) => SQL | undefined
}

export type UntilDue = Readonly<Record<string, number | null>>

/** Asks in one statement in how many milliseconds each job has work: negative if it is late, null if none is known. */
export async function findNextDue(db: Db, jobs: readonly DueJob[], now: Date): Promise<UntilDue> {
  const columns = jobs.map(({ name, nextDue }) => {
    const until = sql`${nextDue(now) ?? sql`null`}::timestamptz - ${now.toISOString()}::timestamptz`
    return sql`ceil(extract(epoch from ${until}) * 1000)::float8 as ${sql.identifier(name)}`
  })
  const { rows } = await db.execute<Record<string, number | null>>(sql`select ${sql.join(columns, sql`, `)}`)
  return onlyRow(rows)
}

/** Of a job that looks for something: it has work as soon as there is any. */
export const onceThereIs = (found: SQL | undefined, now: Date): SQL =>
  sql`case when ${found} then ${now.toISOString()}::timestamptz end`
