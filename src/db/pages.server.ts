import { type SQL, sql } from 'drizzle-orm'
import { getTableConfig, type PgColumn, type PgTable } from 'drizzle-orm/pg-core'
import { type Db, onlyRow } from './database.server.ts'

type Page<Row extends { id: string | number }> = { items: Row[]; nextCursor: Row['id'] | undefined }

/** Cuts a page from rows that were read with one more than `limit`. */
export function toPage<Row extends { id: string | number }>(rows: readonly Row[], limit: number): Page<Row> {
  const items = rows.slice(0, limit)
  return { items, nextCursor: rows.length > limit ? items.at(-1)?.id : undefined }
}

type ListOrder = { table: PgTable & { id: PgColumn }; by: SQL | PgColumn; ascending?: boolean }

/** Matches what follows the row of `cursor`. Compared in the database: a JavaScript date loses the microseconds. */
export function isAfterCursor(cursor: string | number | undefined, { table, by, ascending = false }: ListOrder) {
  if (cursor === undefined) return undefined
  const { id } = table
  const sign = sql.raw(ascending ? '>' : '<')
  return sql`(${by}, ${id}) ${sign} (select ${by}, ${id} from ${table} where ${id} = ${cursor})`
}

const COUNTED = 1000
const SURELY_MORE = 10_000

/** Counts rows up to a thousand, undefined beyond: the cost must not grow with the shop. */
export async function countCapped(db: Db, table: PgTable, where: SQL | undefined): Promise<number | undefined> {
  const some = db
    .select({ one: sql<number>`1`.as('one') })
    .from(table)
    .where(where)
    .limit(COUNTED + 1)
    .as('some')
  const exact = sql`(select count(*)::int from ${some})`
  const total = where ? exact : sql`case when ${sizeOf(table)} > ${SURELY_MORE} then ${COUNTED + 1} else ${exact} end`
  const { rows } = await db.execute<{ total: number }>(sql`select ${total} as total`)
  const counted = onlyRow(rows).total
  return counted > COUNTED ? undefined : counted
}

const sizeOf = (table: PgTable) =>
  sql`(select reltuples::float8 from pg_class where oid = ${getTableConfig(table).name}::regclass)`
