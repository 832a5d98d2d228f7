import { eq, sql } from 'drizzle-orm'
import { DomainError } from '#src/core/domain-error.ts'
import { type Db, inTransaction } from '#src/db/database.server.ts'
import { type Actor, recordChange } from '#src/features/audit/record-change.server.ts'
import { type SmsMode, sendsQuotesBySms } from '#src/features/notifications/channels/sms-templates.ts'
import { shopOpening } from '#src/features/settings/opening/opening.table.server.ts'
import { findLostItems, isRequiredToOpen } from '#src/features/settings/opening/opening-checklist.ts'
import { DEFAULT_SETTINGS } from './default-settings.ts'
import type { PolicyName } from './setting-names.ts'
import type {
  PublicFounder,
  PublicPolicy,
  PublicSettings,
  Section,
  Settings,
  VersionedSection,
} from './settings.contract.ts'
import { settings } from './settings.table.server.ts'
import { findRegistrationProblem } from './tax-registration.ts'

/** All that the maker has set, the rest as the shop comes. Read anew for every call: several processes share it. */
export async function readSettings(db: Db): Promise<Settings> {
  const rows = await db.select({ section: settings.section, value: settings.value }).from(settings)
  const set = Object.fromEntries(
    rows.map(({ section, value }) => [section, withDefaults(DEFAULT_SETTINGS[section], value)]),
  )
  return { ...DEFAULT_SETTINGS, ...set }
}

/** One section as it counts now; within an order's transaction, the one that prices it. */
export async function readSection<S extends Section>(db: Db, section: S): Promise<Settings[S]> {
  return (await readVersionedSection(db, section)).value
}

/** One section with the number of its changes, which whoever changes it must know. */
export async function readVersionedSection<S extends Section>(db: Db, section: S): Promise<VersionedSection<S>> {
  const [row] = await db.select().from(settings).where(eq(settings.section, section))
  // A column of many sections: the row of this one holds a value of this one, because `changeSection` wrote it.
  const kept = row?.value as Settings[S] | undefined
  return { version: row?.version ?? 0, value: withDefaults(DEFAULT_SETTINGS[section], kept) }
}

/** A section that was kept before a field of it was known has that field as the shop comes, also one level down. */
function withDefaults<T extends object>(usual: T, kept: Partial<T> = {}): T {
  const isGroup = (value: unknown): value is object =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
  const parts = Object.entries(kept).map(([key, value]) => {
    const before: unknown = usual[key as keyof T]
    return [key, isGroup(before) && isGroup(value) ? { ...before, ...value } : value]
  })
  return { ...usual, ...Object.fromEntries(parts) }
}

/**
 * Sets a section to a value of its shape. Refuses when somebody else has changed it since `version`: then the maker is
 * told, and nothing is written over.
 */
export async function changeSection(
  db: Db,
  section: Section,
  { version, value, by }: VersionedSection & { by: Actor },
): Promise<VersionedSection> {
  return inTransaction(db, async (tx) => {
    await refuseUnfitRegistration(tx, section, value)
    await refuseLossWhileOpen(tx, section, value)
    const before = await readVersionedSection(tx, section)
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
      throw new DomainError('conflict', 'Somebody else has just changed this. Please look at it again.', {
        current: await readVersionedSection(tx, section),
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
  await lockSettings(tx)
  const message = findRegistrationProblem({ ...(await readSettings(tx)), [section]: value })
  const path = section === 'tax' ? 'value.mode' : 'value.gstin'
  if (message) throw new DomainError('invalid', message, { issues: [{ path, message }] })
}

/** Until the transaction ends nobody else changes a setting. */
export async function lockSettings(tx: Db): Promise<void> {
  await tx.execute(sql`lock table ${settings} in share row exclusive mode`)
}

/** An open shop keeps what it needed to open: what the law makes it say may be changed, not taken away. */
async function refuseLossWhileOpen(tx: Db, section: Section, value: Settings[Section]): Promise<void> {
  if (!isRequiredToOpen(section)) return
  await lockSettings(tx)
  if ((await tx.$count(shopOpening)) === 0) return
  const before = await readSettings(tx)
  const lost = findLostItems(before, { ...before, [section]: value })
  if (lost.length === 0) return
  const issues = lost.map(({ field, missing }) => ({ path: `value.${field}`, message: missing ?? '' }))
  const titles = lost.map(({ title }) => title).join(', ')
  throw new DomainError('invalid', `The shop is open, and needs this: ${titles}. Please change it, do not clear it.`, {
    issues,
  })
}

/**
 * What visitors may see: claims that are shown, links that are set, and nothing of the maker's own notes. `smsWay` is how
 * an SMS leaves the shop; a demo's by default.
 */
export async function readPublicSettings(db: Db, smsWay: SmsMode = 'mailbox'): Promise<PublicSettings> {
  const { claims, social, hours, contact, shipping, delivery, tax, sms } = await readSettings(db)
  const shown = Object.entries(claims).filter(([, { isShown, source }]) => isShown && source !== '')
  return {
    claims: Object.fromEntries(shown.map(([name, { figure, of }]) => [name, { figure, of }])),
    social: Object.fromEntries(Object.entries(social).filter(([, address]) => address !== '')),
    hours,
    // Whoever is not registered, or not any more, names no number.
    contact: tax.mode === 'unregistered' ? { ...contact, gstin: '' } : contact,
    shipping,
    delivery,
    tax: { mode: tax.mode, legalName: tax.legalName, homeState: tax.homeState },
    quotesBySms: sendsQuotesBySms(smsWay, sms.templates),
  }
}

/** For a statement that writes an order: the version of the policies that counts at that moment. */
export const POLICIES_VERSION = sql<number>`coalesce((select version from ${settings} where section = 'policies'), 0)`

/** A policy as it counts now. */
export async function readPublicPolicy(db: Db, name: PolicyName): Promise<PublicPolicy> {
  const { version, value } = await readVersionedSection(db, 'policies')
  const [row] = await db.select({ at: settings.updatedAt }).from(settings).where(eq(settings.section, 'policies'))
  return { name, text: value[name].text, version, changedAt: row?.at.toISOString() ?? null }
}

/** Who founded the house, as the admin has written it; both texts are empty where they have not. */
export async function readPublicFounder(db: Db): Promise<PublicFounder> {
  return readSection(db, 'founder')
}
