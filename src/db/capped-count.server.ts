import { type SQL, sql } from 'drizzle-orm'
import { getTableConfig, type PgTable } from 'drizzle-orm/pg-core'
import { type Db, onlyRow } from './database.server.ts'

const COUNTED = 1000
/** Above this estimate a table surely has more than a thousand rows. */
const SURELY_MORE = 10_000

/** A count, or undefined beyond a thousand. */
export const capCount = (total: number) => (total > COUNTED ? undefined : total)

/** Counts rows up to a thousand, undefined beyond: the cost must not grow with the shop. */
export async function countCapped(db: Db, table: PgTable, where: SQL | undefined): Promise<number | undefined> {
  const some = db
    .select({ one: sql<number>`1`.as('one') })
    .from(table)
    .where(where)
    .limit(COUNTED + 1)
    .as('some')
  const counted = sql`(select count(*)::int from ${some})`
  const total = where
    ? counted
    : sql`case when ${sizeOf(table)} > ${SURELY_MORE} then ${COUNTED + 1} else ${counted} end`
  const { rows } = await db.execute<{ total: number }>(sql`select ${total} as total`)
  return capCount(onlyRow(rows).total)
}

/** Estimated rows of a table, from its statistics. */
const sizeOf = (table: PgTable) =>
  sql`(select reltuples::float8 from pg_class where oid = ${getTableConfig(table).name}::regclass)`

/** How many rows are scanned, first and at most. */
const NEAR = 1000
const STILL_NEAR = 8000
const SOME = 5
/** Up to this number an index count is cheap. */
const COUNTABLE = 5000

type Walk = {
  /** Selects `id`, `at` and `is_found` of the first rows in order. */
  first: (howMany: number) => SQL
  oldestFirst: boolean
  /** Rows of a page. */
  enough: number
  howMany?: number
}

/**
 * Finds the first page of a frequent term by scanning the list; undefined if matches are rare or countable. The index
 * would read all matches first.
 */
export async function findFrequentMatches(db: Db, table: PgTable, walk: Walk): Promise<string[] | undefined> {
  const { first, oldestFirst, enough, howMany = NEAR } = walk
  const order = oldestFirst ? sql`at, id` : sql`at desc, id desc`
  // The last row of an interrupted scan is included, found or not.
  const { rows } = await db.execute<{ id: string; is_found: boolean; step: number; size: number }>(sql`
    select id, is_found, step, ${sizeOf(table)} as size
    from (select id, at, is_found, (row_number() over (order by ${order}))::int as step from (${first(howMany)}) listed) walked
    where is_found or step = ${howMany} order by ${order} limit ${enough}`)
  const ids = rows.filter(({ is_found }) => is_found).map(({ id }) => id)
  const last = rows.at(-1)
  if (!last) return undefined
  if (ids.length >= enough) return (ids.length / last.step) * last.size > COUNTABLE ? ids : undefined
  const further = Math.ceil((1.5 * enough * howMany) / ids.length)
  const isWorthIt = last.step === howMany && ids.length >= SOME && howMany === NEAR && further <= STILL_NEAR
  return isWorthIt ? findFrequentMatches(db, table, { ...walk, howMany: further }) : undefined
}
