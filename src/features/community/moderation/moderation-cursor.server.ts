import { and, asc, desc, eq, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { countCapped } from '#src/db/capped-count.server.ts'
import type { Db } from '#src/db/database.server.ts'
import { stories } from '#src/features/community/stories/stories.table.server.ts'
import type { StoryStatus } from '#src/features/community/stories/story.ts'

/** A place in a line that more than one table makes: when something was written, to the microsecond, and its id. */
export type ModerationCursor = { at: string; id: string }
/** A part of the line: as many as `limit` of one status from after a place. */
export type ModerationSlice = { status: StoryStatus; after: ModerationCursor | undefined; limit: number }

type Timed = { id: PgColumn; createdAt: PgColumn }

/** What waits is read the oldest first; what is decided, the newest first. */
export const sortsOldestFirst = (status: StoryStatus) => status === 'pending'

/** The conditions of a part: what comes after the place, and in which order. */
export function cursorCondition(
  { id, createdAt }: Timed,
  { status, after }: Pick<ModerationSlice, 'status' | 'after'>,
) {
  const order = sortsOldestFirst(status) ? asc : desc
  const sign = sql.raw(sortsOldestFirst(status) ? '>' : '<')
  const isAfter: SQL | undefined =
    after && sql`(${createdAt}, ${id}) ${sign} (${after.at}::timestamptz, ${after.id}::uuid)`
  return { isAfter, order: [order(createdAt), order(id)] }
}

/** A moment as text that sorts like the moment: a Date would lose the microseconds by which the table is sorted. */
export const formatMicroseconds = (moment: PgColumn) =>
  sql<string>`to_char(${moment} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`

/** The stories of a part of the line, with all that the maker may know. */
export async function listStoriesToModerate(db: Db, part: ModerationSlice) {
  const { isAfter, order } = cursorCondition(stories, part)
  return db
    .select({ at: formatMicroseconds(stories.createdAt), story: stories })
    .from(stories)
    .where(and(eq(stories.status, part.status), isAfter))
    .orderBy(...order)
    .limit(part.limit)
}

export function countStoriesToModerate(db: Db, status: StoryStatus): Promise<number | undefined> {
  return countCapped(db, stories, eq(stories.status, status))
}
