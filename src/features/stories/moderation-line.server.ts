import { and, asc, desc, eq, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { countUpToAThousand } from '#src/platform/bounded-count.server.ts'
import type { Db } from '#src/platform/database.server.ts'
import type { StoryStatus } from './stories.rules.ts'
import { stories } from './stories.table.server.ts'

/** A place in a line that more than one table makes: when something was written, to the microsecond, and its id. */
export type Place = { at: string; id: string }
/** A part of the line: as many as `limit` of one status from after a place. */
export type Part = { status: StoryStatus; after: Place | undefined; limit: number }

type Timed = { id: PgColumn; createdAt: PgColumn }

/** What waits is read the oldest first; what is decided, the newest first. */
export const isForwards = (status: StoryStatus) => status === 'pending'

/** The conditions of a part: what comes after the place, and in which order. */
export function partOf({ id, createdAt }: Timed, { status, after }: Pick<Part, 'status' | 'after'>) {
  const order = isForwards(status) ? asc : desc
  const sign = sql.raw(isForwards(status) ? '>' : '<')
  const isAfter: SQL | undefined =
    after && sql`(${createdAt}, ${id}) ${sign} (${after.at}::timestamptz, ${after.id}::uuid)`
  return { isAfter, order: [order(createdAt), order(id)] }
}

/** A moment as text that sorts like the moment: a Date would lose the microseconds by which the table is sorted. */
export const exactly = (moment: PgColumn) =>
  sql<string>`to_char(${moment} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`

/** The stories of a part of the line, with all that the maker may know. */
export async function storiesInLine(db: Db, part: Part) {
  const { isAfter, order } = partOf(stories, part)
  return db
    .select({ at: exactly(stories.createdAt), story: stories })
    .from(stories)
    .where(and(eq(stories.status, part.status), isAfter))
    .orderBy(...order)
    .limit(part.limit)
}

export function countStories(db: Db, status: StoryStatus): Promise<number | undefined> {
  return countUpToAThousand(db, stories, eq(stories.status, status))
}
