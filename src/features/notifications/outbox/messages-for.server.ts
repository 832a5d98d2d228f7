import { asc, inArray } from 'drizzle-orm'
import type { Db } from '#src/db/database.server.ts'
import { outboxMessages } from './outbox.table.server.ts'

export async function listMessagesForEvents(db: Db, idempotencyKeys: readonly string[]) {
  return db
    .select({
      channel: outboxMessages.channel,
      to: outboxMessages.to,
      subject: outboxMessages.subject,
      text: outboxMessages.text,
      sentAt: outboxMessages.sentAt,
      failedAt: outboxMessages.failedAt,
      createdAt: outboxMessages.createdAt,
    })
    .from(outboxMessages)
    .where(inArray(outboxMessages.idempotencyKey, [...idempotencyKeys]))
    .orderBy(asc(outboxMessages.createdAt))
}
