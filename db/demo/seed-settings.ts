import { eq, sql } from 'drizzle-orm'
import { SAMPLE_SOURCE, SHOP_EMAILS, SHOP_PHONES } from '#src/core/shop-contact.ts'
import { type Db, inTransaction } from '#src/db/database.server.ts'
import { DEFAULT_SETTINGS } from '#src/features/settings/default-settings.ts'
import { readSection } from '#src/features/settings/read-settings.server.ts'
import type { Settings } from '#src/features/settings/settings.contract.ts'
import { settings } from '#src/features/settings/settings.table.server.ts'

/** Seeds sample claims, contacts and an invented founder; existing settings stay. */
export async function seedDemoSettings(db: Db): Promise<void> {
  await inTransaction(db, async (tx) => {
    // Serializes processes that start together.
    await tx.execute(sql`lock table ${settings} in share row exclusive mode`)
    const sections = (['claims', 'contact', 'founder'] as const).map((section) => ({
      section,
      version: 1,
      value: SAMPLES[section],
    }))
    await tx.insert(settings).values(sections).onConflictDoNothing()
    await nameSourceOfOldClaims(tx)
  })
}

const { claims, contact } = DEFAULT_SETTINGS

const asShown = (all: Settings['claims']) =>
  Object.fromEntries(
    Object.entries(all).map(([name, claim]) => [name, { ...claim, source: SAMPLE_SOURCE, isShown: true }]),
  ) as Settings['claims']

const SAMPLES: Pick<Settings, 'claims' | 'contact' | 'founder'> = {
  claims: asShown(claims),
  contact: { ...contact, phones: [...SHOP_PHONES], emails: SHOP_EMAILS.map((address) => ({ ...address })) },
  founder: {
    name: 'Ananya Rao',
    text: 'I grew up in the old city of Hyderabad, between a stone cutter and a sweet shop, and never quite chose between the two. After years in other kitchens I came home, rented one room near Charminar, and cut the first mould with eight facets. I still temper every batch myself. (Ananya is invented for this demonstration.)',
  },
}

/** Older demos have claims without a source. */
async function nameSourceOfOldClaims(tx: Db): Promise<void> {
  const kept = await readSection(tx, 'claims')
  const isLacking = Object.values(kept).some(({ source, isShown }) => isShown && source === '')
  if (!isLacking) return
  const named = Object.fromEntries(
    Object.entries(kept).map(([name, claim]) => [name, { ...claim, source: claim.source || SAMPLE_SOURCE }]),
  ) as Settings['claims']
  await tx
    .update(settings)
    .set({ value: named, version: sql`${settings.version} + 1` })
    .where(eq(settings.section, 'claims'))
}
