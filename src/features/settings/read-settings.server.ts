import { eq, type SQL, sql } from 'drizzle-orm'
import { type Db, prepareOnce } from '#src/db/database.server.ts'
import { DEFAULT_SETTINGS } from './default-settings.ts'
import type { Section, Settings, VersionedSection } from './settings.contract.ts'
import { settings } from './settings.table.server.ts'

const selectSettings = prepareOnce((db) =>
  db.select({ section: settings.section, value: settings.value }).from(settings).prepare('all_settings'),
)

/** Reads all settings with defaults. Not cached: several processes share the database. */
export async function readSettings(db: Db): Promise<Settings> {
  const rows = await selectSettings(db).execute()
  const set = Object.fromEntries(
    rows.map(({ section, value }) => [section, withDefaults(DEFAULT_SETTINGS[section], value)]),
  )
  return { ...DEFAULT_SETTINGS, ...set }
}

/** Reads one section; inside an order's transaction it is the one that prices the order. */
export async function readSection<S extends Section>(db: Db, section: S): Promise<Settings[S]> {
  return (await readVersionedSection(db, section)).value
}

export async function readVersionedSection<S extends Section>(db: Db, section: S): Promise<VersionedSection<S>> {
  const [row] = await db.select().from(settings).where(eq(settings.section, section))
  // Safe cast: `changeSection` wrote the value of this section.
  const stored = row?.value as Settings[S] | undefined
  return { version: row?.version ?? 0, value: withDefaults(DEFAULT_SETTINGS[section], stored) }
}

type NumberField<S extends Section> = {
  [Field in keyof Settings[S]]: Settings[S][Field] extends number ? Field : never
}[keyof Settings[S]] &
  string

/** A number of the settings, to compare rows with. */
export function numberSetting<S extends Section>(section: S, field: NumberField<S>): SQL {
  const stored = sql`select (${settings.value} ->> ${field}::text)::numeric from ${settings} where ${settings.section} = ${section}`
  return sql`coalesce((${stored}), ${DEFAULT_SETTINGS[section][field]}::numeric)`
}

/** Adds the defaults of fields that are newer than the stored value, also one level down. */
function withDefaults<T extends object>(defaults: T, stored: Partial<T> = {}): T {
  const isGroup = (value: unknown): value is object =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
  const parts = Object.entries(stored).map(([key, value]) => {
    const before: unknown = defaults[key as keyof T]
    return [key, isGroup(before) && isGroup(value) ? { ...before, ...value } : value]
  })
  return { ...defaults, ...Object.fromEntries(parts) }
}

/** For the insert of an order: the current version of the policies. */
export const POLICIES_VERSION = sql<number>`coalesce((select version from ${settings} where section = 'policies'), 0)`
