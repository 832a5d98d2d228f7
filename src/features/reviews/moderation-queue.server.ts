import { eq, inArray, type SQL, sql } from 'drizzle-orm'
import { products } from '#src/features/catalog/catalog.table.server.ts'
import { flagsOf } from '#src/features/stories/moderation.rules.ts'
import { stories } from '#src/features/stories/stories.table.server.ts'
import type { Db } from '#src/platform/database.server.ts'
import type { ModerationItem, ModerationPage } from './moderation.contract.ts'
import { MODERATED_KINDS, type ModeratedKind } from './moderation.rules.ts'
import type { ReviewStatus } from './reviews.rules.ts'
import { reviews } from './reviews.table.server.ts'

/**
 * Stories and reviews of one status in one line: what waits, the longest waiting first; what is decided, the newest first.
 */
export async function listToModerate(
  db: Db,
  { kind, status, limit, cursor }: ModerationPage,
): Promise<{ items: ModerationItem[]; nextCursor?: string }> {
  const waits = status === 'pending'
  const way = waits ? sql.raw('asc') : sql.raw('desc')
  const after = cursor && sql`and (created_at, id) ${waits ? sql.raw('>') : sql.raw('<')} ${placeOf(cursor)}`
  const part = (one: ModeratedKind) =>
    sql`(select ${one}::text as kind, id, created_at from ${TABLES[one]} where status = ${status} ${after ?? sql``}
      order by created_at ${way}, id ${way} limit ${limit + 1})`
  const parts = sql.join(kindsOf(kind).map(part), sql` union all `)
  const { rows } = await db.execute<{ kind: ModeratedKind; id: string }>(
    sql`select kind, id from (${parts}) as line order by created_at ${way}, id ${way} limit ${limit + 1}`,
  )
  const shown = rows.slice(0, limit)
  const found = await itemsOf(
    db,
    shown.map(({ id }) => id),
  )
  return {
    items: shown.flatMap(({ id }) => found.get(id) ?? []),
    nextCursor: rows.length > limit ? shown.at(-1)?.id : undefined,
  }
}

/** How many stories and reviews have a status. */
export async function countToModerate(db: Db, { kind, status }: Pick<ModerationPage, 'kind' | 'status'>) {
  const counts: Record<ModeratedKind, (status: ReviewStatus) => Promise<number>> = {
    story: (status) => db.$count(stories, eq(stories.status, status)),
    review: (status) => db.$count(reviews, eq(reviews.status, status)),
  }
  let total = 0
  for (const one of kindsOf(kind)) total += await counts[one](status)
  return total
}

const TABLES = { story: stories, review: reviews } as const

const kindsOf = (kind: ModeratedKind | undefined) => (kind ? [kind] : MODERATED_KINDS)

/** Where in the line somebody stopped reading; ids are unique among both. */
function placeOf(cursor: string): SQL {
  return sql`(select created_at, id from (
    select created_at, id from ${stories} where id = ${cursor} union all
    select created_at, id from ${reviews} where id = ${cursor}) as place)`
}

async function itemsOf(db: Db, ids: string[]): Promise<Map<string, ModerationItem>> {
  if (ids.length === 0) return new Map()
  const told = await db.select().from(stories).where(inArray(stories.id, ids))
  const reviewed = await db
    .select({ review: reviews, product: { id: products.id, name: products.name } })
    .from(reviews)
    .innerJoin(products, eq(products.id, reviews.productId))
    .where(inArray(reviews.id, ids))
  return new Map([
    ...told.map((row) => [row.id, storyItem(row)] as const),
    ...reviewed.map(({ review, product }) => [review.id, reviewItem(review, product)] as const),
  ])
}

function storyItem(row: typeof stories.$inferSelect): ModerationItem {
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
