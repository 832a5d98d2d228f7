import { type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'

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
