import { and, eq } from 'drizzle-orm'
import type { Db } from '#src/db/database.server.ts'
import { countCapped } from '#src/db/pages.server.ts'
import { findProductNames } from '#src/features/catalog/products/products.server.ts'
import type { ReviewStatus } from '#src/features/community/reviews/review.ts'
import { reviews } from '#src/features/community/reviews/reviews.table.server.ts'
import type { ModerationItem, ModerationListParams } from './moderation.contract.ts'
import {
  countStoriesToModerate,
  cursorCondition,
  formatMicroseconds,
  listStoriesToModerate,
  type ModerationCursor,
  type ModerationSlice,
  sortsOldestFirst,
} from './moderation-cursor.server.ts'
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
    const counted = await COUNTS[one](db, status)
    if (counted === undefined) return undefined
    total += counted
  }
  return total
}

const kindsOf = (kind: ModerationKind | undefined) => (kind ? [kind] : MODERATION_KINDS)

const LINES: Record<ModerationKind, (db: Db, part: ModerationSlice) => Promise<Placed[]>> = {
  story: async (db, part) =>
    (await listStoriesToModerate(db, part)).map(({ at, story }) => ({ at, item: storyItem(story) })),
  review: reviewsInLine,
}

const COUNTS: Record<ModerationKind, (db: Db, status: ReviewStatus) => Promise<number | undefined>> = {
  story: countStoriesToModerate,
  review: (db, status) => countCapped(db, reviews, eq(reviews.status, status)),
}

/** The time comes first, so that keys sort as text. */
const sortKey = ({ at, item }: Placed) => `${at}_${item.id}`

function placeOf(cursor: string): ModerationCursor {
  const [at = '', id = ''] = cursor.split('_')
  return { at, id }
}

async function reviewsInLine(db: Db, part: ModerationSlice): Promise<Placed[]> {
  const { isAfter, order } = cursorCondition(reviews, part)
  const rows = await db
    .select({ at: formatMicroseconds(reviews.createdAt), review: reviews })
    .from(reviews)
    .where(and(eq(reviews.status, part.status), isAfter))
    .orderBy(...order)
    .limit(part.limit)
  const names = await findProductNames(
    db,
    rows.map(({ review }) => review.productId),
  )
  return rows.map(({ at, review }) => {
    const product = { id: review.productId, name: names.get(review.productId) ?? '' }
    return { at, item: reviewItem(review, product) }
  })
}

type StoryRow = Awaited<ReturnType<typeof listStoriesToModerate>>[number]['story']

function storyItem(row: StoryRow): ModerationItem {
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
