import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { MESSAGE_CHANNELS } from './notifications.contract.ts'

const moment = (name: string) => timestamp(name, { withTimezone: true })

/** The outbox: written in the transaction that causes a message, sent afterwards, at least once. */
export const messages = pgTable(
  'messages',
  {
    id: uuid().primaryKey().defaultRandom(),
    channel: text({ enum: MESSAGE_CHANNELS }).notNull(),
    to: text().notNull(),
    subject: text().notNull(),
    text: text().notNull(),
    /** The event that caused the message: a second row for it cannot be written. */
    dedupeKey: text('dedupe_key').notNull().unique('messages_dedupe_key_unique'),
    dueAt: moment('due_at').notNull().defaultNow(),
    attempts: integer().notNull().default(0),
    lockedUntil: moment('locked_until'),
    sentAt: moment('sent_at'),
    /** Given up after the last attempt: a person has to look. */
    failedAt: moment('failed_at'),
    lastError: text('last_error'),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [
    index('messages_due').on(table.dueAt).where(sql`${table.sentAt} is null and ${table.failedAt} is null`),
    index('messages_newest').on(table.createdAt),
    check('messages_attempts_not_negative', sql`${table.attempts} >= 0`),
  ],
)
