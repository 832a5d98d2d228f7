import { SAMPLE_GSTIN } from '#src/core/shop-contact.ts'
import type { Settings } from '#src/features/settings/settings.contract.ts'
import { DEFAULT_SETTINGS } from '#src/features/settings/settings.defaults.ts'
import { changeSection, sectionOnDesk } from '#src/features/settings/settings.server.ts'
import type { Db } from '#src/platform/database.server.ts'
import { MAKER } from './custom-orders.ts'

/** The maker has registered the shop like this, and has written down under which numbers. */
export async function register(db: Db, mode: Settings['tax']['mode'], fssai = '12345678901234'): Promise<void> {
  const contact = { ...DEFAULT_SETTINGS.contact, gstin: SAMPLE_GSTIN, fssai }
  const tax = { ...DEFAULT_SETTINGS.tax, mode, legalName: 'Golconda Cacao' }
  await changeSection(db, 'contact', { ...(await sectionOnDesk(db, 'contact')), value: contact, by: MAKER })
  await changeSection(db, 'tax', { ...(await sectionOnDesk(db, 'tax')), value: tax, by: MAKER })
}
