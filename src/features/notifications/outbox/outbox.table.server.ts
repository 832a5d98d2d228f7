import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, jsonb, pgTable, smallint, text, uuid } from 'drizzle-orm/pg-core'
import { personalData, timestamptz } from '#src/db/columns.server.ts'
import { SMS_KINDS } from '#src/features/notifications/channels/sms-templates.ts'
import type { MailBody } from '#src/features/notifications/mail/mail.ts'
import { MESSAGE_CHANNELS } from '#src/features/notifications/notifications.contract.ts'
import { type MessagePriority, PRIORITY } from './message-priority.ts'

/** Sensitive messages are found by their recipient only. */
const SEARCH_TEXT = `search_words(case when sensitive then "to" else "to" || ' ' || subject end)`

export type PushDetails = {
  device: string
  path: string
  /** A later push with the same tag replaces it. */
  tag: string
  /** How many due alerts with the same title it replaces, itself included. */
  count?: number
  /** How long the push service keeps it for a phone that is off. */
  ttlSeconds: number
  isUrgent: boolean
}

/** The outbox: written in the transaction of the event, delivered afterwards at least once. */
export const outboxMessages = pgTable(
  'outbox',
  {
    id: uuid().primaryKey().defaultRandom(),
    channel: text({ enum: MESSAGE_CHANNELS }).notNull(),
    to: text().notNull(),
    subject: text().notNull(),
    /** Emptied at the end of its retention. */
    text: text().notNull(),
    /** The content of an e-mail, rendered as HTML when it is sent. Null if it is encrypted, and once sent. */
    body: jsonb().$type<MailBody>(),
    /** The encrypted text with its secrets; the other columns hold none. Cleared once sent, or delivered if that is reported. */
    encryptedText: text('encrypted_text'),
    /** Stops e-mails like this with one click (RFC 8058). */
    unsubscribeUrl: text('unsubscribe_url'),
    smsKind: text('sms_kind', { enum: SMS_KINDS as [(typeof SMS_KINDS)[number], ...typeof SMS_KINDS] }),
    smsValues: jsonb('sms_values').$type<Record<string, string>>(),
    push: jsonb().$type<PushDetails>(),
    /** Admins cannot read it, and its text is purged after a day. */
    isSensitive: boolean('sensitive').notNull().default(false),
    idempotencyKey: text('idempotency_key').notNull().unique('outbox_idempotency_key_unique'),
    /** `MESSAGE_PRIORITY` of its kind. */
    priority: smallint().$type<MessagePriority>().notNull().default(PRIORITY.order),
    dueAt: timestamptz('due_at').notNull().defaultNow(),
    attempts: integer().notNull().default(0),
    /** When its channel first took no message at all. Such tries are not counted as attempts. */
    unavailableSince: timestamptz('unavailable_since'),
    lockedUntil: timestamptz('locked_until'),
    sentAt: timestamptz('sent_at'),
    /** Failed for good: after the last attempt, or because no attempt can help. */
    failedAt: timestamptz('failed_at'),
    /** Not attempted: the channel is not configured or its limit is reached. */
    suppressedAt: timestamptz('suppressed_at'),
    lastError: text('last_error'),
    /** The provider's reports name the message by it. WhatsApp's contains the phone number. */
    providerId: text('provider_id'),
    deliveredAt: timestamptz('delivered_at'),
    readAt: timestamptz('read_at'),
    /** A failure that no alert has reported yet. Wrong addresses are separate, because no admin can correct them. */
    unreportedFailure: text('unreported_failure', { enum: ['address', 'other'] }),
    /** After this time it is not sent, because its content is out of date. */
    expiresAt: timestamptz('expires_at'),
    createdAt: timestamptz('created_at').notNull().defaultNow(),
    searchText: text('search_text').generatedAlwaysAs(sql.raw(SEARCH_TEXT)),
  },
  (table) => [
    index('outbox_due')
      .on(table.dueAt)
      .where(sql`${table.sentAt} is null and ${table.failedAt} is null and ${table.suppressedAt} is null`),
    index('outbox_due_by_priority')
      .on(table.channel, table.priority, table.dueAt)
      .where(sql`${table.sentAt} is null and ${table.failedAt} is null and ${table.suppressedAt} is null`),
    index('outbox_newest').on(table.createdAt, table.id),
    index('outbox_failed').on(table.createdAt, table.id).where(sql`${table.failedAt} is not null`),
    index('outbox_unreported_failure').on(table.unreportedFailure).where(sql`${table.unreportedFailure} is not null`),
    index('outbox_suppressed').on(table.createdAt, table.id).where(sql`${table.suppressedAt} is not null`),
    index('outbox_with_text').on(table.createdAt).where(sql`${table.text} <> ''`),
    index('outbox_encrypted').on(table.createdAt).where(sql`${table.encryptedText} is not null`),
    index('outbox_provider_id').on(table.providerId).where(sql`${table.providerId} is not null`),
    index('outbox_address').on(sql`lower(${table.to}) text_pattern_ops`),
    index('outbox_search_text').using('gin', table.searchText.op('gin_trgm_ops')).with({ fastupdate: false }),
    check('outbox_attempts_not_negative', sql`${table.attempts} >= 0`),
    check('outbox_sms_has_kind', sql`(${table.channel} in ('sms', 'whatsapp')) = (${table.smsKind} is not null)`),
    check('outbox_push_has_device', sql`(${table.channel} = 'push') = (${table.push} is not null)`),
    check('outbox_one_outcome', sql`num_nonnulls(${table.sentAt}, ${table.failedAt}, ${table.suppressedAt}) <= 1`),
  ],
)

personalData(outboxMessages, {
  erase: [
    'to',
    'subject',
    'text',
    'body',
    'encryptedText',
    'unsubscribeUrl',
    'smsValues',
    'idempotencyKey',
    'lastError',
    'providerId',
  ],
  keep: { 'names a device of an admin and a page of the shop': ['push'] },
})
