import { hash } from 'node:crypto'
import { type SQL, sql } from 'drizzle-orm'
import { type Db, onlyRow } from '#src/db/database.server.ts'
import type { Job } from '../periodic-job.server.ts'

export type DueJob = Job & {
  /** When it next has work, as an expression; undefined if never. */
  nextDue: (now: Date) => SQL | undefined
}

export type UntilDue = Readonly<Record<string, number | null>>

/** Asks in one prepared statement in how many milliseconds each job has work: negative if it is late, null if none. */
export async function findNextDue(db: Db, jobs: readonly DueJob[], now: Date): Promise<UntilDue> {
  const columns = jobs.map(({ name, nextDue }) => {
    const until = sql`${nextDue(now) ?? sql`null`}::timestamptz - ${now.toISOString()}::timestamptz`
    return [name, sql<number | null>`ceil(extract(epoch from ${until}) * 1000)::float8`] as const
  })
  const question = db.select(Object.fromEntries(columns)).from(sql`(values (1)) as one`)
  return onlyRow(await question.prepare(`next_due_${hash('sha1', question.toSQL().sql)}`).execute())
}

/** Of a job that looks for something: it has work as soon as there is any. */
export const onceThereIs = (found: SQL | undefined, now: Date): SQL =>
  sql`case when ${found} then ${now.toISOString()}::timestamptz end`
