import { getTableColumns } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'

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

type AppendOnly = {
  /** Columns that erasure may empty. */
  erasable: readonly string[]
  /** Rows go with their parent's. Otherwise they can never be deleted. */
  deletedWithParent: boolean
}

const appendOnlyTables = new Map<PgTable, AppendOnly>()

/** Says that rows are never changed; a trigger of the database refuses it. */
export function appendOnly<T extends PgTable>(
  table: T,
  options: { erasable?: readonly (keyof Columns<T> & string)[]; deletedWithParent?: boolean } = {},
): void {
  const { erasable = [], deletedWithParent = false } = options
  const columns = getTableColumns(table)
  appendOnlyTables.set(table, { erasable: erasable.map((name) => columns[name]?.name ?? name), deletedWithParent })
}

export const appendOnlyOf = (table: PgTable): AppendOnly | undefined => appendOnlyTables.get(table)
