import { type Column, getTableColumns, type InferInsertModel, type InferSelectModel, is, SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { type Db, onlyRow, prepareOnce } from './database.server.ts'

/** Prepares the insert of one row, which returns it. The database computes `expressions`, and a default `now()` for null, too. */
export function prepareInsert<Table extends PgTable, Computed extends string = never>(
  table: Table,
  name: string,
  expressions?: Record<Computed, SQL>,
) {
  const computed: Record<string, SQL> = expressions ?? {}
  const columns = Object.entries(getTableColumns(table)).filter(([key, { generated }]) => !generated && !computed[key])
  const placeholders = columns.map(([key, column]) => [key, placeholderOf(key, column)])
  const values = { ...Object.fromEntries(placeholders), ...computed }
  const prepared = prepareOnce((db) =>
    db
      .insert(table)
      .values(values as InferInsertModel<Table>)
      .returning()
      .prepare(name),
  )
  type Row = Omit<InferInsertModel<Table>, Computed>
  return async (db: Db, row: Row): Promise<InferSelectModel<Table>> => {
    const given: Record<string, unknown> = row
    const encoded = columns.map(([key, column]) => [key, encode(given[key], column)])
    return onlyRow((await prepared(db).execute(Object.fromEntries(encoded))) as InferSelectModel<Table>[])
  }
}

/** A placeholder that Drizzle takes in the place of a value. It is not encoded. */
export const bareValue = (key: string): SQL => sql`${sql.placeholder(key)}`

function placeholderOf(key: string, { default: expression, defaultFn, hasDefault, onUpdateFn }: Column): SQL {
  if (is(expression, SQL)) return sql`coalesce(${bareValue(key)}, ${expression})`
  if ((hasDefault && expression === undefined && !defaultFn) || (onUpdateFn && !hasDefault))
    throw new Error(`A prepared insert cannot give ${key} its default`)
  return bareValue(key)
}

/** Drizzle's placeholders encode null, too: as the JSON `null`, or with an error. */
function encode(given: unknown, column: Column): unknown {
  const fallback = is(column.default, SQL) ? null : column.default
  const value = given === undefined ? (column.defaultFn?.() ?? fallback ?? null) : given
  return value === null ? null : column.mapToDriverValue(value)
}
