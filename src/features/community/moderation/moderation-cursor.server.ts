import { and, asc, desc, eq, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Db } from '#src/db/database.server.ts'
import { countCapped } from '#src/db/pages.server.ts'
import { stories } from '#src/features/community/stories/stories.table.server.ts'
import type { StoryStatus } from '#src/features/community/stories/story.ts'

/** Position in the merged list: creation time to the microsecond, and id. */
export type ModerationCursor = { at: string; id: string }
export type ModerationSlice = { status: StoryStatus; after: ModerationCursor | undefined; limit: number }

type Timed = { id: PgColumn; createdAt: PgColumn }

/** Pending items are sorted oldest first, decided ones newest first. */
export const sortsOldestFirst = (status: StoryStatus) => status === 'pending'

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

/** A Date would lose the microseconds by which the table is sorted. */
export const formatMicroseconds = (column: PgColumn) =>
  sql<string>`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`

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
