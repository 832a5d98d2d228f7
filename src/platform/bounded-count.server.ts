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

/** How many of the newest are looked at one by one: at first, and at most where those had some. */
const NEAR = 1000
const STILL_NEAR = 8000
const SOME = 5
/** So many can be counted by an index. */
const COUNTABLE = 5000

type Newest = {
  /** Selects `is_found` of each of so many of the newest. */
  newest: (howMany: number) => SQL
  /** So many are a page. */
  enough: number
  howMany?: number
}

/** `isNear`: a walk through the newest meets a page, or their end, soon. `total` is there where the walk met their end. */
type Look = { isNear: boolean; isBeyondCounting: boolean; total?: number }

/**
 * What the newest tell of a word, so that a page of a frequent one is found without the index of words: that reads all
 * that the word ever found before it gives the first, and takes every beginning of a word for equally rare.
 */
export async function lookAtNewest(db: Db, table: PgTable, wanted: Newest): Promise<Look> {
  const { newest, enough, howMany = NEAR } = wanted
  const { rows } = await db.execute<{ seen: number; found: number; size: number }>(sql`
    select count(*)::int as seen, (count(*) filter (where is_found))::int as found,
      (select reltuples::float8 from pg_class where oid = ${getTableConfig(table).name}::regclass) as size
    from (${newest(howMany)}) newest`)
  const { seen, found, size } = onlyRow(rows)
  if (seen < howMany) return { isNear: true, isBeyondCounting: false, total: found }
  if (found >= enough) return { isNear: true, isBeyondCounting: (found / seen) * size > COUNTABLE }
  const further = Math.ceil((1.5 * enough * seen) / found)
  const isWorthIt = found >= SOME && howMany === NEAR && further <= STILL_NEAR
  return isWorthIt
    ? lookAtNewest(db, table, { ...wanted, howMany: further })
    : { isNear: false, isBeyondCounting: false }
}
