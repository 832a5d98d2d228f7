import type { Db } from '#src/db/database.server.ts'
import { queueMessage } from '#src/features/notifications/outbox/outbox.server.ts'
import { listAdminEmails } from './admins.server.ts'

type AdminMail = {
  subject: string
  text: string
  /** Names the event: each admin gets one e-mail about it. */
  idempotencyKey: string
}

/**
 * Queues an e-mail to every admin in the transaction of its cause. It must contain no customer text, which has its own
 * retention.
 */
export async function mailAdmins(tx: Db, { idempotencyKey, ...mail }: AdminMail): Promise<void> {
  for (const to of await listAdminEmails(tx))
    await queueMessage(tx, { channel: 'email', to, ...mail, idempotencyKey: `${idempotencyKey}:${to}` })
}
