import { eq, sql } from 'drizzle-orm'
import { DomainError } from '#src/core/domain-error.ts'
import { shipsWithinStateOnly } from '#src/core/gst.ts'
import { type Db, inTransaction } from '#src/db/database.server.ts'
import { type Actor, recordChange } from '#src/features/audit/record-change.server.ts'
import {
  type SmsMode,
  sendsByWhatsApp,
  sendsGiftSms,
  sendsQuotesBySms,
} from '#src/features/notifications/channels/sms-templates.ts'
import { findLostItems, isRequiredToOpen } from '#src/features/settings/opening/opening-checklist.ts'
import { storePolicyVersion } from './policies/policy-versions.server.ts'
import { readSection, readSettings, readVersionedSection } from './read-settings.server.ts'
import type { PublicFounder, PublicSettings, Section, Settings, VersionedSection } from './settings.contract.ts'
import { settings, shopOpening } from './settings.table.server.ts'
import { usualDeliveryDays } from './settings-rules.ts'
import { findRegistrationProblem } from './tax-registration.ts'

/** Changes a section. Throws `conflict` when it has changed since `version`. */
export async function changeSection(
  db: Db,
  section: Section,
  { version, value, by }: VersionedSection & { by: Actor },
): Promise<VersionedSection> {
  return inTransaction(db, async (tx) => {
    await requireValidRegistration(tx, section, value)
    await requireOpeningItems(tx, section, value)
    const before = await readVersionedSection(tx, section)
    if (section === 'policies') await storePolicyVersion(tx)
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
      throw new DomainError('conflict', 'Someone else has just changed this. Please check it again.', {
        code: 'changed-meanwhile',
        current: await readVersionedSection(tx, section),
      })
    if (section === 'policies') await storePolicyVersion(tx)
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

/** Number and registration are in two sections, so both are locked while one is checked. */
async function requireValidRegistration(tx: Db, section: Section, value: Settings[Section]): Promise<void> {
  if (section !== 'tax' && section !== 'contact') return
  await lockSettings(tx)
  const message = findRegistrationProblem({ ...(await readSettings(tx)), [section]: value })
  const path = section === 'tax' ? 'value.mode' : 'value.gstin'
  if (message) throw new DomainError('invalid', message, { issues: [{ path, message }] })
}

export async function lockSettings(tx: Db): Promise<void> {
  await tx.execute(sql`lock table ${settings} in share row exclusive mode`)
}

/** An open shop may change what it needed to open, but not remove it. */
async function requireOpeningItems(tx: Db, section: Section, value: Settings[Section]): Promise<void> {
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

export type TextModes = { smsMode?: SmsMode; whatsAppMode?: SmsMode }

/** Reads what visitors may see: shown claims, set links, no internal notes. The modes are how the shop sends texts. */
export async function readPublicSettings(
  db: Db,
  { smsMode = 'mailbox', whatsAppMode = 'mailbox' }: TextModes = {},
): Promise<PublicSettings> {
  const { claims, social, hours, contact, shipping, delivery, pickup, sameDay, gift, tax, sms } = await readSettings(db)
  const shown = Object.entries(claims).filter(([, { isShown, source }]) => isShown && source !== '')
  return {
    claims: Object.fromEntries(shown.map(([name, { figure, of }]) => [name, { figure, of }])),
    social: Object.fromEntries(Object.entries(social).filter(([, address]) => address !== '')),
    hours,
    contact: tax.mode === 'unregistered' ? { ...contact, gstin: '' } : contact,
    shipping,
    delivery: {
      ...{ usual: usualDeliveryDays({ delivery, tax }), blocked: delivery.blocked },
      ...(shipsWithinStateOnly(tax) && { onlyIn: tax.homeState }),
      ...(delivery.zones.some(({ fee }) => fee !== null) && { hasZonePrices: true }),
    },
    ...(pickup.isOffered && { pickup: { fee: pickup.fee } }),
    ...(sameDay.isOffered && { sameDay: { fee: sameDay.fee, cutOff: sameDay.cutOff } }),
    ...(gift.isOffered && {
      gift: { wrapFee: gift.wrapFee, text: gift.text, hasSms: sendsGiftSms(smsMode, sms.templates) },
    }),
    tax: { mode: tax.mode, legalName: tax.legalName, homeState: tax.homeState },
    quotesBySms: sendsQuotesBySms(smsMode, sms.templates),
    hasWhatsApp: sendsByWhatsApp(whatsAppMode, sms.whatsApp.names),
  }
}

export async function readPublicFounder(db: Db): Promise<PublicFounder> {
  return readSection(db, 'founder')
}
