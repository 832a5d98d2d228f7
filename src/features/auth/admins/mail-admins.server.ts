import type { Db } from '#src/db/database.server.ts'
import { queueMessage } from '#src/features/notifications/outbox/outbox.server.ts'
import { listAdminEmails } from './admins.server.ts'

type AdminMail = {
  subject: string
  text: string
  /** Names the event: each admin hears of it once. */
  dedupeKey: string
}

/** Writes to every admin of the shop, in the transaction that causes it. No words of customers: they are kept elsewhere. */
export async function mailAdmins(tx: Db, { dedupeKey, ...mail }: AdminMail): Promise<void> {
  for (const to of await listAdminEmails(tx))
    await queueMessage(tx, { channel: 'email', to, ...mail, dedupeKey: `${dedupeKey}:${to}` })
}
