import { and, eq } from 'drizzle-orm'
import { productNames } from '#src/features/catalog/product-names.server.ts'
import { flagsOf } from '#src/features/stories/moderation.rules.ts'
import {
  countStories,
  exactly,
  isForwards,
  type Part,
  type Place,
  partOf,
  storiesInLine,
} from '#src/features/stories/moderation-line.server.ts'
import { countUpToAThousand } from '#src/platform/bounded-count.server.ts'
import type { Db } from '#src/platform/database.server.ts'
import type { ModerationItem, ModerationPage } from './moderation.contract.ts'
import { MODERATED_KINDS, type ModeratedKind } from './moderation.rules.ts'
import type { ReviewStatus } from './reviews.rules.ts'
import { reviews } from './reviews.table.server.ts'

type Placed = { at: string; item: ModerationItem }

/**
 * Stories and reviews of one status in one line: what waits, the longest waiting first; what is decided, the newest first.
 */
export async function listToModerate(
  db: Db,
  { kind, status, limit, cursor }: ModerationPage,
): Promise<{ items: ModerationItem[]; nextCursor?: string }> {
  const part = { status, after: cursor ? placeOf(cursor) : undefined, limit: limit + 1 }
  const found: Placed[] = []
  for (const one of kindsOf(kind)) found.push(...(await LINES[one](db, part)))
  const way = isForwards(status) ? 1 : -1
  const line = found.sort((one, other) => way * (sortKey(one) < sortKey(other) ? -1 : 1))
  const shown = line.slice(0, limit)
  const last = shown.at(-1)
  return {
    items: shown.map(({ item }) => item),
    nextCursor: line.length > limit && last ? sortKey(last) : undefined,
  }
}

/** How many stories and reviews have a status. */
export async function countToModerate(
  db: Db,
  { kind, status }: Pick<ModerationPage, 'kind' | 'status'>,
): Promise<number | undefined> {
  let total = 0
  for (const one of kindsOf(kind)) {
    const counted = await COUNTS[one](db, status)
    if (counted === undefined) return undefined
    total += counted
  }
  return total
}

const kindsOf = (kind: ModeratedKind | undefined) => (kind ? [kind] : MODERATED_KINDS)

const LINES: Record<ModeratedKind, (db: Db, part: Part) => Promise<Placed[]>> = {
  story: async (db, part) => (await storiesInLine(db, part)).map(({ at, story }) => ({ at, item: storyItem(story) })),
  review: reviewsInLine,
}

const COUNTS: Record<ModeratedKind, (db: Db, status: ReviewStatus) => Promise<number | undefined>> = {
  story: countStories,
  review: (db, status) => countUpToAThousand(db, reviews, eq(reviews.status, status)),
}

/** A place as the cursor carries it: the id after the moment, so that places sort as text. */
const sortKey = ({ at, item }: Placed) => `${at}_${item.id}`

function placeOf(cursor: string): Place {
  const [at = '', id = ''] = cursor.split('_')
  return { at, id }
}

async function reviewsInLine(db: Db, part: Part): Promise<Placed[]> {
  const { isAfter, order } = partOf(reviews, part)
  const rows = await db
    .select({ at: exactly(reviews.createdAt), review: reviews })
    .from(reviews)
    .where(and(eq(reviews.status, part.status), isAfter))
    .orderBy(...order)
    .limit(part.limit)
  const names = await productNames(
    db,
    rows.map(({ review }) => review.productId),
  )
  return rows.map(({ at, review }) => {
    const product = { id: review.productId, name: names.get(review.productId) ?? '' }
    return { at, item: reviewItem(review, product) }
  })
}

type StoryRow = Awaited<ReturnType<typeof storiesInLine>>[number]['story']

function storyItem(row: StoryRow): ModerationItem {
  const { id, title, content, authorName, location, emotion, chocolateType, isSample, status } = row
  return {
    kind: 'story',
    ...{ id, title, text: content, authorName, location, emotion, chocolateType, isSample, status },
    rating: null,
    product: null,
    flags: flagsOf(title, content, authorName, location ?? ''),
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
    flags: flagsOf(title, text),
    tellsAuthor: row.userId !== null,
    reason: row.rejectionReason,
    createdAt: row.createdAt.toISOString(),
  }
}
