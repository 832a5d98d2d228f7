import { count, type SQL, sql } from 'drizzle-orm'
import { getTableConfig, type PgTable } from 'drizzle-orm/pg-core'
import { type Db, onlyRow } from './database.server.ts'

/** More than that nobody is told: see `countUpToAThousand`. */
export const COUNTED = 1000

/**
 * How many rows there are; undefined beyond a thousand. Nobody acts on more, and counting them takes longer with every
 * year of the shop, while the page itself does not.
 */
export async function countUpToAThousand(db: Db, table: PgTable, where: SQL | undefined): Promise<number | undefined> {
  const some = db
    .select({ one: sql<number>`1`.as('one') })
    .from(table)
    .where(where)
    .limit(COUNTED + 1)
    .as('some')
  const { total } = onlyRow(await db.select({ total: count() }).from(some))
  return total > COUNTED ? undefined : total
}

/** How many of the newest are walked through: at first, and at most where those had some. */
const NEAR = 1000
const STILL_NEAR = 8000
const SOME = 5
/** So many can be counted by an index. */
const COUNTABLE = 5000

type Newest = {
  /** Selects `id`, `at` and `is_found` of the first so many, in their order. */
  newest: (howMany: number) => SQL
  oldestFirst?: boolean
  /** So many are a page. */
  enough: number
  howMany?: number
}

/** `ids` are what the walk found, when it met a page or the end soon (`isNear`). `total` is there where it met the end. */
type Walk = { isNear: boolean; ids: string[]; isBeyondCounting: boolean; total?: number }

/**
 * Walks through the newest until a page is found, so that a page of a frequent word is found without the index of words:
 * that reads all that the word ever found before it gives the first, and takes every beginning of a word for equally rare.
 */
export async function walkNewest(db: Db, table: PgTable, wanted: Newest): Promise<Walk> {
  const { newest, oldestFirst = false, enough, howMany = NEAR } = wanted
  const order = oldestFirst ? sql`at, id` : sql`at desc, id desc`
  // Where the walk was broken off its last step is told besides, found or not.
  const { rows } = await db.execute<{ id: string; is_found: boolean; step: number; size: number }>(sql`
    select id, is_found, step, (select reltuples::float8 from pg_class where oid = ${getTableConfig(table).name}::regclass) as size
    from (select id, at, is_found, (row_number() over (order by ${order}))::int as step from (${newest(howMany)}) newest) walked
    where is_found or step = ${howMany} order by ${order} limit ${enough}`)
  const ids = rows.filter(({ is_found }) => is_found).map(({ id }) => id)
  const last = rows.at(-1)
  if (last && ids.length >= enough)
    return { isNear: true, ids, isBeyondCounting: (ids.length / last.step) * last.size > COUNTABLE }
  if (last?.step !== howMany) return { isNear: true, ids, isBeyondCounting: false, total: ids.length }
  const further = Math.ceil((1.5 * enough * howMany) / ids.length)
  const isWorthIt = ids.length >= SOME && howMany === NEAR && further <= STILL_NEAR
  return isWorthIt
    ? walkNewest(db, table, { ...wanted, howMany: further })
    : { isNear: false, ids: [], isBeyondCounting: false }
}
