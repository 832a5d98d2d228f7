import { hash } from 'node:crypto'
import { type SQL, sql } from 'drizzle-orm'
import { PgDialect, type PreparedQueryConfig } from 'drizzle-orm/pg-core'
import { type Db, onlyRow } from '#src/db/database.server.ts'
import type { Job } from '../periodic-job.server.ts'

export type DueJob = Job & {
  /** When it next has work, as an expression; undefined if never. */
  nextDue: (now: Date) => SQL | undefined
}

export type UntilDue = Readonly<Record<string, number | null>>

type Answer = PreparedQueryConfig & { execute: { rows: Record<string, number | null>[] } }

const dialect = new PgDialect()

/** Asks in one prepared statement in how many milliseconds each job has work: negative if it is late, null if none. */
export async function findNextDue(db: Db, jobs: readonly DueJob[], now: Date): Promise<UntilDue> {
  const columns = jobs.map(({ name, nextDue }) => {
    const until = sql`${nextDue(now) ?? sql`null`}::timestamptz - ${now.toISOString()}::timestamptz`
    return sql`ceil(extract(epoch from ${until}) * 1000)::float8 as ${sql.identifier(name)}`
  })
  const query = dialect.sqlToQuery(sql`select ${sql.join(columns, sql`, `)}`)
  const name = `next_due_${hash('sha1', query.sql)}`
  const prepared = db._.session.prepareQuery<Answer>(query, undefined, name, false)
  return onlyRow((await prepared.execute()).rows)
}

/** Of a job that looks for something: it has work as soon as there is any. */
export const onceThereIs = (found: SQL | undefined, now: Date): SQL =>
  sql`case when ${found} then ${now.toISOString()}::timestamptz end`
