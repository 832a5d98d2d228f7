import { and, asc, desc, eq, sql } from 'drizzle-orm'
import type { Db } from '#src/db/database.server.ts'
import { countCapped } from '#src/db/pages.server.ts'
import { findProductNames } from '#src/features/catalog/products/products.server.ts'
import type { ReviewStatus } from '#src/features/community/reviews/review.ts'
import { reviews } from '#src/features/community/reviews/reviews.table.server.ts'
import { stories } from '#src/features/community/stories/stories.table.server.ts'
import type { ModerationItem, ModerationListParams } from './moderation.contract.ts'
import { findModerationFlags, MODERATION_KINDS, type ModerationKind } from './moderation-flags.ts'

type Placed = { at: string; item: ModerationItem }

/** Lists stories and reviews of one status together, page by page. */
export async function listModerationQueue(
  db: Db,
  { kind, status, limit, cursor }: ModerationListParams,
): Promise<{ items: ModerationItem[]; nextCursor?: string }> {
  const part = { status, after: cursor ? placeOf(cursor) : undefined, limit: limit + 1 }
  const found: Placed[] = []
  for (const one of kindsOf(kind)) found.push(...(await LINES[one](db, part)))
  const way = sortsOldestFirst(status) ? 1 : -1
  const line = found.sort((one, other) => way * (sortKey(one) < sortKey(other) ? -1 : 1))
  const shown = line.slice(0, limit)
  const last = shown.at(-1)
  return {
    items: shown.map(({ item }) => item),
    nextCursor: line.length > limit && last ? sortKey(last) : undefined,
  }
}

export async function countModerationQueue(
  db: Db,
  { kind, status }: Pick<ModerationListParams, 'kind' | 'status'>,
): Promise<number | undefined> {
  let total = 0
  for (const one of kindsOf(kind)) {
    const counted = await countCapped(db, TABLES[one], eq(TABLES[one].status, status))
    if (counted === undefined) return undefined
    total += counted
  }
  return total
}

const kindsOf = (kind: ModerationKind | undefined) => (kind ? [kind] : MODERATION_KINDS)

const LINES: Record<ModerationKind, (db: Db, slice: Slice) => Promise<Placed[]>> = {
  story: storiesInLine,
  review: reviewsInLine,
}

const TABLES = { story: stories, review: reviews }

/** The time comes first, so that keys sort as text. */
const sortKey = ({ at, item }: Placed) => `${at}_${item.id}`

function placeOf(cursor: string) {
  const [at = '', id = ''] = cursor.split('_')
  return { at, id }
}

type Slice = { status: ReviewStatus; after: ReturnType<typeof placeOf> | undefined; limit: number }

/** Pending items are sorted oldest first, decided ones newest first. */
const sortsOldestFirst = (status: ReviewStatus) => status === 'pending'

/** Times to the microsecond, by which the tables are sorted: a Date would lose it. */
function clausesOf({ id, createdAt, status }: (typeof TABLES)[ModerationKind], { after, ...slice }: Slice) {
  const isForward = sortsOldestFirst(slice.status)
  const order = isForward ? asc : desc
  const sign = sql.raw(isForward ? '>' : '<')
  return {
    at: sql<string>`to_char(${createdAt} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`,
    where: and(
      eq(status, slice.status),
      after && sql`(${createdAt}, ${id}) ${sign} (${after.at}::timestamptz, ${after.id}::uuid)`,
    ),
    order: [order(createdAt), order(id)],
  }
}

async function storiesInLine(db: Db, slice: Slice): Promise<Placed[]> {
  const { at, where, order } = clausesOf(stories, slice)
  const found = db.select({ at, row: stories }).from(stories).where(where)
  const rows = await found.orderBy(...order).limit(slice.limit)
  return rows.map(({ at, row }) => ({ at, item: storyItem(row) }))
}

async function reviewsInLine(db: Db, slice: Slice): Promise<Placed[]> {
  const { at, where, order } = clausesOf(reviews, slice)
  const found = db.select({ at, row: reviews }).from(reviews).where(where)
  const rows = await found.orderBy(...order).limit(slice.limit)
  const names = await findProductNames(
    db,
    rows.map(({ row }) => row.productId),
  )
  return rows.map(({ at, row }) => {
    const product = { id: row.productId, name: names.get(row.productId) ?? '' }
    return { at, item: reviewItem(row, product) }
  })
}

function storyItem(row: typeof stories.$inferSelect): ModerationItem {
  const { id, title, content, authorName, location, emotion, chocolateType, isSample, status } = row
  return {
    kind: 'story',
    ...{ id, title, text: content, authorName, location, emotion, chocolateType, isSample, status },
    rating: null,
    product: null,
    flags: findModerationFlags(title, content, authorName, location ?? ''),
    tellsAuthor: row.authorEmail !== null,
    reason: row.rejectionReason,
    createdAt: row.createdAt.toISOString(),
  }
}

function reviewItem(row: typeof reviews.$inferSelect, product: { id: number; name: string }): ModerationItem {
  const { id, title, text, authorName, rating, isSample, status } = row
  return {
    kind: 'review',
    ...{ id, title, text, authorName, rating, isSample, status, product },
    location: null,
    emotion: null,
    chocolateType: null,
    flags: findModerationFlags(title, text),
    tellsAuthor: row.userId !== null,
    reason: row.rejectionReason,
    createdAt: row.createdAt.toISOString(),
  }
}
