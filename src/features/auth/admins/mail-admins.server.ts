import { randomUUID } from 'node:crypto'
import type { Db } from '#src/db/database.server.ts'
import type { Actor } from '#src/features/audit/record-change.server.ts'
import type { Mail } from '#src/features/notifications/mail/mail.ts'
import { queueMessage } from '#src/features/notifications/outbox/outbox.server.ts'
import { type AdminEvent, adminChangeMail } from './admins.messages.ts'
import { listAdminEmails } from './admins.server.ts'

type AdminMail = Mail & {
  /** Names the event: each admin gets one e-mail about it. */
  idempotencyKey: string
}

/** Mails every admin in the transaction of the cause. No customer text: that has its own retention. */
export async function mailAdmins(tx: Db, { idempotencyKey, ...mail }: AdminMail): Promise<void> {
  for (const to of await listAdminEmails(tx))
    await queueMessage(tx, { channel: 'email', to, ...mail, idempotencyKey: `${idempotencyKey}:${to}` })
}

/** Notifies every admin of the change, its author (a thief would not tell) and its subject too. */
export async function notifyAdminChange(
  tx: Db,
  { event, email, by, alsoTo = [] }: { event: AdminEvent; email: string; by: Actor; alsoTo?: readonly string[] },
): Promise<void> {
  const mail = adminChangeMail({ event, email, by: by.email })
  for (const to of new Set([...(await listAdminEmails(tx)), ...alsoTo]))
    await queueMessage(tx, { channel: 'email', to, ...mail, idempotencyKey: `admins:${randomUUID()}` })
}
