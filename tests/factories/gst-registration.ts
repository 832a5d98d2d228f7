import { SAMPLE_GSTIN } from '#src/core/shop-contact.ts'
import type { Db } from '#src/db/database.server.ts'
import { DEFAULT_SETTINGS } from '#src/features/settings/default-settings.ts'
import { readVersionedSection } from '#src/features/settings/read-settings.server.ts'
import type { Settings } from '#src/features/settings/settings.contract.ts'
import { changeSection } from '#src/features/settings/settings.server.ts'
import { TEST_ADMIN } from './custom-orders.ts'

export async function registerForGst(db: Db, mode: Settings['tax']['mode'], fssai = '12345678901234'): Promise<void> {
  const contact = { ...DEFAULT_SETTINGS.contact, gstin: SAMPLE_GSTIN, fssai }
  const tax = { ...DEFAULT_SETTINGS.tax, mode, legalName: 'Golconda Cacao' }
  await changeSection(db, 'contact', { ...(await readVersionedSection(db, 'contact')), value: contact, by: TEST_ADMIN })
  await changeSection(db, 'tax', { ...(await readVersionedSection(db, 'tax')), value: tax, by: TEST_ADMIN })
}
