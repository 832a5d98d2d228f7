import { and, desc, eq, isNotNull } from 'drizzle-orm'
import { SHOP_NAME } from '#src/core/shop-policy.ts'
import type { Db } from '#src/db/database.server.ts'
import type { Actor } from '#src/features/audit/record-change.server.ts'
import { composeMail } from '#src/features/notifications/mail/mail.ts'
import { queueMessage } from './outbox.server.ts'
import { outboxMessages } from './outbox.table.server.ts'

/** Explains that no e-mail was ever sent, with the answer of the mail server if it has failed; null once one was. */
export async function findMailProblem(db: Db): Promise<string | null> {
  const { id, channel, sentAt, lastError, unavailableSince, createdAt } = outboxMessages
  const isEmail = eq(channel, 'email')
  const sent = await db
    .select({ id })
    .from(outboxMessages)
    .where(and(isEmail, isNotNull(sentAt)))
    .limit(1)
  if (sent.length > 0) return null
  const [failed] = await db
    .select({ lastError })
    .from(outboxMessages)
    .where(and(isEmail, isNotNull(unavailableSince)))
    .orderBy(desc(createdAt))
    .limit(1)
  if (failed) return `The mail server does not take e-mail: ${failed.lastError}`
  return 'No e-mail has been sent yet. Send yourself a test e-mail.'
}

/** Queues an e-mail to the admin who asks, to try the mail server. */
export async function sendTestEmail(db: Db, { by, now }: { by: Actor; now: Date }): Promise<void> {
  await queueMessage(db, {
    channel: 'email',
    to: by.email,
    ...testEmailMail(),
    idempotencyKey: `test-email:${by.id}:${now.toISOString()}`,
  })
}

export function testEmailMail() {
  return composeMail('test-email', `${SHOP_NAME}: test e-mail`, [
    `This is a test e-mail from ${SHOP_NAME}. Your shop can send e-mail.`,
  ])
}
