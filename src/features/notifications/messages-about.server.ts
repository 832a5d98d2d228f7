import { asc, inArray } from 'drizzle-orm'
import type { Db } from '#src/platform/database.server.ts'
import { messages } from './messages.table.server.ts'

/** What was written to people because of these events, oldest first, and how it fared. */
export async function listMessagesAbout(db: Db, dedupeKeys: readonly string[]) {
  return db
    .select({
      channel: messages.channel,
      to: messages.to,
      subject: messages.subject,
      text: messages.text,
      sentAt: messages.sentAt,
      failedAt: messages.failedAt,
      createdAt: messages.createdAt,
    })
    .from(messages)
    .where(inArray(messages.dedupeKey, [...dedupeKeys]))
    .orderBy(asc(messages.createdAt))
}
