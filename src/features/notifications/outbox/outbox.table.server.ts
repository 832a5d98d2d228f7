import { sql } from 'drizzle-orm'
import { boolean, check, customType, index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { timestamptz } from '#src/db/columns.server.ts'
import { SMS_KINDS } from '#src/features/notifications/channels/sms-templates.ts'
import { MESSAGE_CHANNELS } from '#src/features/notifications/message-status.ts'

const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' })

/** Of a secret only whom it goes to. Split at all of ASCII but letters and digits. */
const WORDS = `array_to_tsvector(array_remove(regexp_split_to_array(lower(
  case when is_secret then "to" else "to" || ' ' || subject end
), '[\\x01-\\x2f\\x3a-\\x40\\x5b-\\x60\\x7b-\\x7f]+'), ''))`

/** The outbox: written in the transaction that causes a message, sent afterwards, at least once. */
export const outboxMessages = pgTable(
  'messages',
  {
    id: uuid().primaryKey().defaultRandom(),
    channel: text({ enum: MESSAGE_CHANNELS }).notNull(),
    to: text().notNull(),
    subject: text().notNull(),
    /** Emptied when it is old: what was said is then nobody's business any more. */
    text: text().notNull(),
    /** The words with their secrets, encrypted; the columns beside it have none. Gone when the message has left. */
    sealed: text(),
    /** Of an SMS: which registered template, and what goes into its places. */
    smsKind: text('sms_kind', { enum: SMS_KINDS as [(typeof SMS_KINDS)[number], ...typeof SMS_KINDS] }),
    smsValues: jsonb('sms_values').$type<Record<string, string>>(),
    /** Its words let somebody in: the admin does not see them, and they are forgotten after a day. */
    isSecret: boolean('is_secret').notNull().default(false),
    /** The event that caused the message: a second row for it cannot be written. */
    dedupeKey: text('dedupe_key').notNull().unique('messages_dedupe_key_unique'),
    dueAt: timestamptz('due_at').notNull().defaultNow(),
    attempts: integer().notNull().default(0),
    lockedUntil: timestamptz('locked_until'),
    sentAt: timestamptz('sent_at'),
    /** Given up, after the last attempt or because none can help: a person has to look. */
    failedAt: timestamptz('failed_at'),
    /** Not tried, because its channel is not set up. */
    heldAt: timestamptz('held_at'),
    lastError: text('last_error'),
    createdAt: timestamptz('created_at').notNull().defaultNow(),
    /** The words by which the maker finds the message; outbox.server.ts splits what is typed in the same way. */
    words: tsvector().generatedAlwaysAs(sql.raw(WORDS)),
  },
  (table) => [
    index('messages_due')
      .on(table.dueAt)
      .where(sql`${table.sentAt} is null and ${table.failedAt} is null and ${table.heldAt} is null`),
    index('messages_newest').on(table.createdAt, table.id),
    index('messages_failed').on(table.createdAt, table.id).where(sql`${table.failedAt} is not null`),
    index('messages_held').on(table.createdAt, table.id).where(sql`${table.heldAt} is not null`),
    index('messages_with_words').on(table.createdAt).where(sql`${table.text} <> ''`),
    index('messages_sealed').on(table.createdAt).where(sql`${table.sealed} is not null`),
    index('messages_to').on(table.to),
    index('messages_words').using('gin', table.words).with({ fastupdate: false }),
    check('messages_attempts_not_negative', sql`${table.attempts} >= 0`),
    check('messages_sms_has_kind', sql`(${table.channel} = 'sms') = (${table.smsKind} is not null)`),
    check('messages_one_end', sql`num_nonnulls(${table.sentAt}, ${table.failedAt}, ${table.heldAt}) <= 1`),
  ],
)
