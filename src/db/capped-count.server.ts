import { type SQL, sql } from 'drizzle-orm'
import { getTableConfig, type PgTable } from 'drizzle-orm/pg-core'
import { type Db, onlyRow } from './database.server.ts'

const COUNTED = 1000
/** By so many rows, as the database keeps their number, nobody needs to count whether they are a thousand. */
const SURELY_MORE = 10_000

/** What is told of a count; undefined beyond a thousand. */
export const capCount = (total: number) => (total > COUNTED ? undefined : total)

/**
 * How many rows there are; undefined beyond a thousand. Nobody acts on more, and counting them takes longer with every
 * year of the shop, while the page itself does not.
 */
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

/** How many rows a table has, as the database knew it when it last cleaned it up. */
const sizeOf = (table: PgTable) =>
  sql`(select reltuples::float8 from pg_class where oid = ${getTableConfig(table).name}::regclass)`

/** How many of the first are walked through: at first, and at most where those had some. */
const NEAR = 1000
const STILL_NEAR = 8000
const SOME = 5
/** So many can be counted by an index. */
const COUNTABLE = 5000

type Walk = {
  /** Selects `id`, `at` and `is_found` of the first so many, in their order. */
  first: (howMany: number) => SQL
  oldestFirst: boolean
  /** So many are a page. */
  enough: number
  howMany?: number
}

/**
 * The first page of what a frequent word finds, met on a walk through the first of a list; undefined where none is met
 * soon, or where all of it can be counted. Such a page needs no index of words: that reads all that the word ever found
 * before it gives the first, and takes every beginning of a word for equally rare.
 */
export async function findFrequentMatches(db: Db, table: PgTable, walk: Walk): Promise<string[] | undefined> {
  const { first, oldestFirst, enough, howMany = NEAR } = walk
  const order = oldestFirst ? sql`at, id` : sql`at desc, id desc`
  // Where the walk was broken off its last step is told besides, found or not.
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
