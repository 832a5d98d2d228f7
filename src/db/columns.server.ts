import { getTableColumns, type SQL, sql } from 'drizzle-orm'
import { customType, type PgColumn, type PgTable, type PgUpdateSetSource, timestamp } from 'drizzle-orm/pg-core'
import type { Db } from '#src/db/database.server.ts'

export const timestamptz = (name: string) => timestamp(name, { withTimezone: true })

export const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' })

/** After this time the next value is later in any case. */
const QUIET_MS = 1000
let offset = 0
let lastValueAt = 0

/** The time, strictly increasing within the process: now() stops in transactions, PGlite has milliseconds only. */
export function monotonicNow(): SQL {
  const calledAt = performance.now()
  offset = calledAt - lastValueAt > QUIET_MS ? 0 : offset + 1
  lastValueAt = calledAt
  return sql`date_trunc('milliseconds', clock_timestamp()) + ${offset} * interval '1 microsecond'`
}

type Columns<T extends PgTable> = T['_']['columns']

/** JSON, and text without a fixed list of values. Generated columns follow the columns that they are made of. */
type IsFreeText<C extends PgColumn> = C['_'] extends { generated: object }
  ? false
  : C['_'] extends { columnType: 'PgJsonb' }
    ? true
    : C['_'] extends { columnType: 'PgText'; enumValues: infer Values extends string[] }
      ? string extends Values[number]
        ? true
        : false
      : false

type FreeText<T extends PgTable> = {
  [Name in keyof Columns<T>]: IsFreeText<Columns<T>[Name]> extends true ? Name : never
}[keyof Columns<T>] &
  string

type PersonalData = { erase: readonly string[]; keep: Readonly<Record<string, readonly string[]>> }

const personal = new Map<PgTable, PersonalData>()

/** Says which free texts are erased with a person and why the others stay. The compiler asks for every one. */
export function personalData<
  T extends PgTable,
  const Erased extends FreeText<T> = never,
  const Retained extends FreeText<T> = never,
>(
  table: T,
  data: { erase?: readonly Erased[]; keep?: Readonly<Record<string, readonly Retained[]>> } & ([
    Exclude<FreeText<T>, Erased | Retained>,
  ] extends [never]
    ? unknown
    : { undecided: Exclude<FreeText<T>, Erased | Retained> }),
): void {
  personal.set(table, { erase: data.erase ?? [], keep: data.keep ?? {} })
}

export const personalDataOf = (table: PgTable): PersonalData | undefined => personal.get(table)

/** Returns the erased columns, emptied. The names come from `personalData`, so they are columns of the table. */
export function emptied<T extends PgTable>(table: T): PgUpdateSetSource<T> {
  const columns: Record<string, PgColumn | undefined> = getTableColumns(table)
  const names = personalDataOf(table)?.erase ?? []
  return Object.fromEntries(names.map((name) => [name, columns[name]?.notNull ? '' : null])) as PgUpdateSetSource<T>
}

export async function emptyPersonalData(db: Db, table: PgTable, where: SQL | undefined): Promise<void> {
  const values = emptied(table)
  if (Object.keys(values).length > 0) await db.update(table).set(values).where(where)
}

type AppendOnly = {
  erasable: readonly string[]
  /** Rows go with their parent's. Otherwise they can never be deleted. */
  deletedWithParent: boolean
}

const appendOnlyTables = new Map<PgTable, AppendOnly>()

/** A trigger refuses changes, except that erasure empties personal data and `erasable`. */
export function appendOnly<T extends PgTable>(
  table: T,
  options: { erasable?: readonly (keyof Columns<T> & string)[]; deletedWithParent?: boolean } = {},
): void {
  const { erasable = [], deletedWithParent = false } = options
  const columns: Record<string, PgColumn | undefined> = getTableColumns(table)
  const names = [...(personalDataOf(table)?.erase ?? []), ...erasable]
  appendOnlyTables.set(table, { erasable: names.map((name) => columns[name]?.name ?? name), deletedWithParent })
}

export const appendOnlyOf = (table: PgTable): AppendOnly | undefined => appendOnlyTables.get(table)
