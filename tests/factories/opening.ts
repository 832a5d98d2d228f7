import { eq } from 'drizzle-orm'
import type { Db } from '#src/db/database.server.ts'
import { composeMail } from '#src/features/notifications/mail/mail.ts'
import { queueMessage } from '#src/features/notifications/outbox/outbox.server.ts'
import { outboxMessages } from '#src/features/notifications/outbox/outbox.table.server.ts'
import { DEFAULT_SETTINGS } from '#src/features/settings/default-settings.ts'
import { readSection, readVersionedSection } from '#src/features/settings/read-settings.server.ts'
import { POLICY_NAMES } from '#src/features/settings/setting-names.ts'
import type { Section, Settings } from '#src/features/settings/settings.contract.ts'
import { changeSection } from '#src/features/settings/settings.server.ts'
import { TEST_ADMIN } from './custom-orders.ts'

export const COMPLETE_CONTACT: Settings['contact'] = {
  ...DEFAULT_SETTINGS.contact,
  address: '3-6-291 Basheerbagh Road, Hyderabad, Telangana 500029',
  phones: ['+91 40 2355 1234'],
  emails: [{ of: 'All questions', email: 'hello@golconda-cacao.in' }],
  fssai: '13625001000123',
  grievanceOfficer: {
    name: 'Asha Rao',
    designation: 'Founder and grievance officer',
    email: 'grievance@golconda-cacao.in',
    phone: '',
  },
}

/** A message that the checklist takes as sent; no mail server received it. */
export const SENT_MESSAGE_KEY = 'first-mail'

/** Completes the opening checklist of a live shop. */
export async function completeOpeningChecklist(db: Db): Promise<void> {
  const { policies } = DEFAULT_SETTINGS
  const confirmed = Object.fromEntries(POLICY_NAMES.map((name) => [name, { ...policies[name], isConfirmed: true }]))
  await set(db, 'contact', COMPLETE_CONTACT)
  await set(db, 'tax', { ...(await readSection(db, 'tax')), legalName: 'Golconda Cacao Private Limited' })
  await set(db, 'policies', { ...policies, ...confirmed, privacy: { isConfirmed: true } })
  const mail = composeMail('sign-in-code', 'Your code', ['123456'])
  await queueMessage(db, { channel: 'email', to: 'asha@example.com', ...mail, idempotencyKey: SENT_MESSAGE_KEY })
  await db.update(outboxMessages).set({ sentAt: new Date() }).where(eq(outboxMessages.idempotencyKey, SENT_MESSAGE_KEY))
}

async function set<S extends Section>(db: Db, section: S, value: Settings[S]): Promise<void> {
  const { version } = await readVersionedSection(db, section)
  await changeSection(db, section, { version, value, by: TEST_ADMIN })
}
