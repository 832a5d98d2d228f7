import { and, desc, eq, gt, inArray, isNotNull, isNull, lt, lte, min, ne, or, type SQL, sql } from 'drizzle-orm'
import { addMinutes } from '#src/core/dates.ts'
import { RETENTION } from '#src/core/retention.ts'
import { monotonicNow } from '#src/db/columns.server.ts'
import { type Db, runInBatches } from '#src/db/database.server.ts'
import type { RenderedSms } from '#src/features/notifications/channels/sms-templates.ts'
import { type Mail, type MailBody, toPlainText } from '#src/features/notifications/mail/mail.ts'
import { type MailboxMessage, SECRET_SUBJECT } from '#src/features/notifications/notifications.contract.ts'
import { outboxMessages, type PushDetails } from '#src/features/notifications/outbox/outbox.table.server.ts'
import { decryptMessage, encryptedColumns } from './message-encryption.server.ts'
import { MESSAGE_PRIORITY, PRIORITY } from './message-priority.ts'

export type QueuedEmail = Mail & {
  channel: 'email'
  to: string
  /** Contains a code or a link that signs in: admins cannot read it, and its text is purged early. */
  isSensitive?: boolean
  unsubscribeUrl?: string
}

/** Without `body` it was queued by an older version, and is sent as plain text. */
export type EmailMessage = { channel: 'email'; to: string; subject: string; text: string } & {
  body: MailBody | null
  unsubscribeUrl?: string | null
}
/** WhatsApp sends the text of an SMS by the template that Meta approved. */
export type TextMessage = RenderedSms & { channel: 'sms' | 'whatsapp'; to: string }
export type SmsMessage = TextMessage & { channel: 'sms' }
export type WhatsAppMessage = TextMessage & { channel: 'whatsapp' }
/** `to` is the e-mail address of the admin whose device it is. A lock screen shows it: no names, no addresses. */
export type PushMessage = { channel: 'push'; to: string; title: string; text: string; push: PushDetails }
type Secrets = {
  /** Secret parts of the text, such as the token of a link; stored encrypted. */
  secrets?: string[]
}
type Event = { idempotencyKey: string; notBefore?: Date | undefined; expiresAt?: Date }
export type OutgoingMessage = EmailMessage | SmsMessage | WhatsAppMessage | PushMessage

/** `stored`: the outbox itself is the mailbox. `providerId`: the name of the message in later reports of the provider. */
export type Delivered = 'stored' | { providerId: string | undefined } | undefined

/**
 * Sends a message and throws when that fails: `Undeliverable` when no retry can help, `ChannelNotConfigured` when the
 * channel is missing.
 */
export type DeliverMessage = (message: OutgoingMessage & { id: string }) => Promise<Delivered>

/**
 * Queues a message in the transaction of its event. `idempotencyKey` names the event (a second message for it is dropped)
 * and contains the ids by which erasure finds it. Until `notBefore` it can be cancelled; from `expiresAt` on it is not sent.
 */
export async function queueMessage(
  db: Db,
  {
    idempotencyKey,
    notBefore,
    expiresAt,
    secrets = [],
    ...message
  }: (QueuedEmail | TextMessage | PushMessage) & Secrets & Event,
): Promise<void> {
  await db
    .insert(outboxMessages)
    .values({
      ...encryptedColumns(columnsOf(message), { secrets, of: idempotencyKey }),
      idempotencyKey,
      dueAt: notBefore,
      expiresAt,
      createdAt: monotonicNow(),
    })
    .onConflictDoNothing({ target: outboxMessages.idempotencyKey })
}

function columnsOf(message: QueuedEmail | TextMessage | PushMessage) {
  if (message.channel === 'push') {
    const { title, ...push } = message
    return { ...push, subject: title, body: null, priority: PRIORITY.admin }
  }
  const priority = MESSAGE_PRIORITY[message.kind]
  if (message.channel !== 'email') {
    const { channel, to, text, kind, values } = message
    return { channel, to, text, priority, subject: '', body: null, smsKind: kind, smsValues: values }
  }
  const { kind: _, ...email } = message
  return { ...email, priority, text: toPlainText(email.body) }
}

const { sentAt, failedAt, suppressedAt, lockedUntil, dueAt } = outboxMessages

export const isUnfinished = and(isNull(sentAt), isNull(failedAt), isNull(suppressedAt))

/** No process is sending it, by the clock of the database: those of two processes may differ. */
export const isClaimable = or(isNull(lockedUntil), lte(lockedUntil, sql`clock_timestamp()`))

/** When the next message is due; one that is being sent, when its claim ends. */
export function nextMessageDue(db: Db, now: Date): SQL {
  const first = (time: SQL | typeof dueAt, where: SQL | undefined) =>
    db.select({ time }).from(outboxMessages).where(and(isUnfinished, where))
  const due = first(dueAt, and(lte(dueAt, now), isClaimable)).limit(1)
  const later = first(sql`${min(dueAt)}`, gt(dueAt, now))
  const claimed = first(
    sql`${now.toISOString()}::timestamptz + (${min(lockedUntil)} - clock_timestamp())`,
    lte(dueAt, now),
  )
  return sql`coalesce((${due}), least((${later}), (${claimed})))`
}

/** Cancels a message that is not being sent yet. */
export async function cancelMessage(db: Db, idempotencyKey: string): Promise<void> {
  const isBeingSent = gt(outboxMessages.lockedUntil, sql`clock_timestamp()`)
  await db
    .delete(outboxMessages)
    .where(
      and(
        eq(outboxMessages.idempotencyKey, idempotencyKey),
        isNull(outboxMessages.sentAt),
        sql`(${isBeingSent}) is not true`,
      ),
    )
}

const MAILBOX_LIMIT = 500

/** Without pushes, which are really sent. */
export async function listMailboxMessages(db: Db, to?: string): Promise<MailboxMessage[]> {
  const rows = await db
    .select()
    .from(outboxMessages)
    .where(
      and(ne(outboxMessages.channel, 'push'), to ? eq(sql`lower(${outboxMessages.to})`, to.toLowerCase()) : undefined),
    )
    .orderBy(desc(outboxMessages.createdAt), desc(outboxMessages.id))
    .limit(MAILBOX_LIMIT)
  return rows.map((row) => {
    const { id, channel, to, createdAt } = row
    const { subject, text } = decryptMessage(row) ?? row
    return { id, channel, to, subject, text, createdAt: createdAt.toISOString() }
  })
}

/** Erases the messages to an address. */
export async function eraseMessagesTo(db: Db, to: string): Promise<void> {
  await db.delete(outboxMessages).where(eq(sql`lower(${outboxMessages.to})`, to.toLowerCase()))
}

/** Erases messages, to any recipient, whose event names one of these ids. */
export async function eraseMessagesMentioning(db: Db, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  // A join: array overlap compares each id with each message, which takes minutes in a large shop.
  await db.delete(outboxMessages).where(sql`${outboxMessages.id} in (
    select m.id from ${outboxMessages} m, unnest(string_to_array(m.idempotency_key, ':')) part
    where part in (select unnest(${sql.param([...ids])}::text[])))`)
}

export async function eraseMessagesForEvents(db: Db, idempotencyKeys: readonly string[]): Promise<void> {
  if (idempotencyKeys.length > 0)
    await db.delete(outboxMessages).where(inArray(outboxMessages.idempotencyKey, [...idempotencyKeys]))
}

/** Purges old messages: the text of codes after a day, other texts later, whole rows after a year. */
export async function purgeOldMessages(db: Db, now: Date): Promise<void> {
  const daysAgo = (days: number) => addMinutes(now, -days * 24 * 60)
  const batchOf = (which: SQL | undefined, limit: number) =>
    inArray(outboxMessages.id, db.select({ id: outboxMessages.id }).from(outboxMessages).where(which).limit(limit))
  const isExpired = lt(outboxMessages.createdAt, daysAgo(RETENTION.messages.days))
  await runInBatches((limit) =>
    db.delete(outboxMessages).where(batchOf(isExpired, limit)).returning({ id: outboxMessages.id }),
  )
  const purgeText = (which: SQL | undefined, change: { subject?: string }) => {
    const hasText = and(or(ne(outboxMessages.text, ''), isNotNull(outboxMessages.encryptedText)), which)
    const purged = { text: '', body: null, smsValues: null, encryptedText: null, unsubscribeUrl: null, ...change }
    return runInBatches((limit) =>
      db.update(outboxMessages).set(purged).where(batchOf(hasText, limit)).returning({ id: outboxMessages.id }),
    )
  }
  await purgeText(lt(outboxMessages.createdAt, daysAgo(RETENTION.messageWords.days)), {})
  const isOldSecret = and(outboxMessages.isSensitive, lt(outboxMessages.createdAt, daysAgo(RETENTION.codeWords.days)))
  await purgeText(isOldSecret, { subject: SECRET_SUBJECT })
}

/** Permanent failure: no retry can help. */
export class Undeliverable extends Error {}

/** Permanent failure because the recipient's address is wrong. */
export class NoSuchAddress extends Undeliverable {}

/** The server or provider of the channel takes no message at all, so the failure is not one of the message. */
export class ChannelUnavailable extends Error {}

/** The channel is not configured: the message is held, not retried. */
export class ChannelNotConfigured extends Error {}

/** The device takes no push any more: the message is held, not retried. */
export class DeviceGone extends Error {}

/** The limit of SMS or WhatsApp is reached: the message is held, not retried. */
export class ChannelLimitReached extends Error {}
