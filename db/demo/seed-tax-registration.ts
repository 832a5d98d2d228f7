import { eq, sql } from 'drizzle-orm'
import { SAMPLE_FSSAI, SAMPLE_GSTIN, SAMPLE_LEGAL_NAME } from '#src/core/shop-contact.ts'
import { type Db, inTransaction } from '#src/db/database.server.ts'
import { DEFAULT_SETTINGS } from '#src/features/settings/default-settings.ts'
import { readSection } from '#src/features/settings/read-settings.server.ts'
import { settings } from '#src/features/settings/settings.table.server.ts'

/**
 * Registers the demo for GST with sample numbers, so that it can deliver to all of India, unless the admin chose
 * otherwise.
 */
export async function seedDemoTaxRegistration(db: Db): Promise<void> {
  await inTransaction(db, async (tx) => {
    // Serializes processes that start together.
    await tx.execute(sql`lock table ${settings} in share row exclusive mode`)
    if ((await tx.$count(settings, eq(settings.section, 'tax'))) > 0) return
    const contact = await readSection(tx, 'contact')
    const { gstin, fssai } = contact
    const rows = [
      {
        section: 'contact' as const,
        value: { ...contact, gstin: gstin || SAMPLE_GSTIN, fssai: fssai || SAMPLE_FSSAI },
      },
      {
        section: 'tax' as const,
        value: { ...DEFAULT_SETTINGS.tax, mode: 'regular' as const, legalName: SAMPLE_LEGAL_NAME },
      },
    ]
    await tx
      .insert(settings)
      .values(rows.map((row) => ({ ...row, version: 1 })))
      .onConflictDoUpdate({
        target: settings.section,
        set: { value: sql`excluded.value`, version: sql`${settings.version} + 1` },
      })
  })
}
