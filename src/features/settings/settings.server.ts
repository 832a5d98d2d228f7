import { eq, sql } from 'drizzle-orm'
import { ShopError } from '#src/core/shop-error.ts'
import { type Maker, recordChange } from '#src/features/audit/audit.server.ts'
import { type Db, inTransaction } from '#src/platform/database.server.ts'
import type { PublicSettings, Section, SectionOnDesk, Settings } from './settings.contract.ts'
import { DEFAULT_SETTINGS } from './settings.defaults.ts'
import { settings } from './settings.table.server.ts'
import { registrationProblem } from './tax-registration.rules.ts'

/** All that the maker has set, the rest as the shop comes. Read anew for every call: several processes share it. */
export async function readSettings(db: Db): Promise<Settings> {
  const rows = await db.select({ section: settings.section, value: settings.value }).from(settings)
  const set = Object.fromEntries(
    rows.map(({ section, value }) => [section, { ...DEFAULT_SETTINGS[section], ...value }]),
  )
  return { ...DEFAULT_SETTINGS, ...set }
}

/** One section as it counts now; within an order's transaction, the one that prices it. */
export async function readSection<S extends Section>(db: Db, section: S): Promise<Settings[S]> {
  return (await sectionOnDesk(db, section)).value
}

/** One section with the number of its changes, which whoever changes it must know. */
export async function sectionOnDesk<S extends Section>(db: Db, section: S): Promise<SectionOnDesk<S>> {
  const [row] = await db.select().from(settings).where(eq(settings.section, section))
  // A column of many sections: the row of this one holds a value of this one, because `changeSection` wrote it.
  const kept = row?.value as Settings[S] | undefined
  return { version: row?.version ?? 0, value: { ...DEFAULT_SETTINGS[section], ...kept } }
}

/**
 * Sets a section to a value of its shape. Refuses when somebody else has changed it since `version`: then the maker is
 * told, and nothing is written over.
 */
export async function changeSection(
  db: Db,
  section: Section,
  { version, value, by }: SectionOnDesk & { by: Maker },
): Promise<SectionOnDesk> {
  return inTransaction(db, async (tx) => {
    await refuseUnfitRegistration(tx, section, value)
    const before = await sectionOnDesk(tx, section)
    const written = await tx
      .insert(settings)
      .values({ section, version: 1, value })
      .onConflictDoUpdate({
        target: settings.section,
        set: { version: sql`${settings.version} + 1`, value, updatedAt: sql`now()` },
        setWhere: eq(settings.version, version),
      })
      .returning({ version: settings.version })
    const [row] = written
    if (row?.version !== version + 1)
      throw new ShopError('conflict', 'Somebody else has just changed this. Please look at it again.', {
        current: await sectionOnDesk(tx, section),
      })
    await recordChange(tx, {
      by,
      entity: 'settings',
      entityId: section,
      action: 'update',
      before: before.value,
      after: value,
    })
    return { version: row.version, value }
  })
}

/** The number stands in one section and what needs it in another, so neither may change while the other is looked at. */
async function refuseUnfitRegistration(tx: Db, section: Section, value: Settings[Section]): Promise<void> {
  if (section !== 'tax' && section !== 'contact') return
  await tx.execute(sql`lock table ${settings} in share row exclusive mode`)
  const message = registrationProblem({ ...(await readSettings(tx)), [section]: value })
  const path = section === 'tax' ? 'value.mode' : 'value.gstin'
  if (message) throw new ShopError('invalid', message, { issues: [{ path, message }] })
}

/** What visitors may see: claims that are shown, links that are set, and nothing of the maker's own notes. */
export async function publicSettings(db: Db): Promise<PublicSettings> {
  const { claims, social, hours, contact, shipping, delivery, tax } = await readSettings(db)
  const shown = Object.entries(claims).filter(([, { isShown }]) => isShown)
  return {
    claims: Object.fromEntries(shown.map(([name, { figure, of }]) => [name, { figure, of }])),
    social: Object.fromEntries(Object.entries(social).filter(([, address]) => address !== '')),
    hours,
    // Whoever is not registered, or not any more, names no number.
    contact: tax.mode === 'unregistered' ? { ...contact, gstin: '' } : contact,
    shipping,
    delivery,
    tax: { mode: tax.mode, legalName: tax.legalName, homeState: tax.homeState },
  }
}
