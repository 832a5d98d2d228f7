import { and, desc, eq, gt, inArray, isNotNull, isNull, lt, lte, ne, or, type SQL, sql } from 'drizzle-orm'
import { addMinutes } from '#src/core/dates.ts'
import { RETENTION } from '#src/core/retention.ts'
import { runInBatches } from '#src/db/batches.server.ts'
import { monotonicNow } from '#src/db/columns.server.ts'
import type { Db } from '#src/db/database.server.ts'
import type { RenderedSms } from '#src/features/notifications/channels/sms-templates.ts'
import { SECRET_SUBJECT } from '#src/features/notifications/message-status.ts'
import type { MailboxMessage } from '#src/features/notifications/notifications.contract.ts'
import { decryptText, encryptText } from '#src/server/config/encryption.server.ts'
import { ChannelNotConfigured, SmsLimitReached, Undeliverable } from './delivery-errors.server.ts'
import { outboxMessages } from './outbox.table.server.ts'

export type EmailMessage = {
  channel: 'email'
  to: string
  subject: string
  text: string
  /** The words let somebody in: no admin may read them, and they are soon forgotten. */
  isSecret?: boolean
}
export type SmsMessage = RenderedSms & { channel: 'sms'; to: string }
type Secrets = {
  /** Parts of the words that open something, as the token of a link: the database keeps them encrypted. */
  secrets?: string[]
}
export type OutgoingMessage = EmailMessage | SmsMessage

/**
 * Hands a message to the world and throws when the world did not take it: `Undeliverable` when it never will,
 * `NotSetUp` when the shop has no such way out of the house. `'kept'` when the outbox itself is where people read it.
 */
export type DeliverMessage = (message: OutgoingMessage & { id: string }) => Promise<unknown>

/** How long to wait after the first, second, ... failure. After the last one a person has to look. */
const WAITS_IN_MINUTES = [1, 5, 15, 60, 240, 1440]
/** A process that dies while delivering gives its messages back after this time. */
const LOCKED_MINUTES = 2
const BATCH = 20

/**
 * Writes a message into the outbox, in the transaction that causes it: no event without its message, no message without
 * its event. `dedupeKey` names the event, and between its colons what it is about: erasure finds it by the id of an order
 * or a payment. A second message for it is dropped. With `notBefore` it can still be withdrawn.
 */
export async function queueMessage(
  db: Db,
  {
    dedupeKey,
    notBefore,
    secrets = [],
    ...message
  }: OutgoingMessage & Secrets & { dedupeKey: string; notBefore?: Date },
): Promise<void> {
  await db
    .insert(outboxMessages)
    .values({
      ...sealedColumns(columnsOf(message), { secrets, of: dedupeKey }),
      dedupeKey,
      dueAt: notBefore,
      createdAt: monotonicNow(),
    })
    .onConflictDoNothing({ target: outboxMessages.dedupeKey })
}

function columnsOf(message: OutgoingMessage) {
  if (message.channel === 'email') return message
  const { channel, to, text, kind, values } = message
  return { channel, to, text, subject: '', smsKind: kind, smsValues: values }
}

const PURPOSE = 'secrets of messages'
const HIDDEN = '••••••'

type Words = { subject: string; text: string; smsValues?: Record<string, string> | null }

/** What the database may hold of a message: a secret one is encrypted as a whole, of others the parts that are secret. */
export function sealedColumns<Row extends Words & { isSecret?: boolean }>(
  row: Row,
  { secrets, of }: { secrets: string[]; of: string },
): Row & { sealed?: string } {
  if (!row.isSecret && secrets.length === 0) return row
  const { subject, text, smsValues = null } = row
  const sealed = encryptText(JSON.stringify({ subject, text, smsValues } satisfies Words), { purpose: PURPOSE, of })
  if (row.isSecret) return { ...row, subject: SECRET_SUBJECT, text: '', sealed }
  const without = (words: string) => secrets.reduce((said, secret) => said.replaceAll(secret, HIDDEN), words)
  const values =
    smsValues && Object.fromEntries(Object.entries(smsValues).map(([name, value]) => [name, without(value)]))
  return { ...row, subject: without(subject), text: without(text), ...(values && { smsValues: values }), sealed }
}

/** The words with their secrets; undefined where the shop's secret has changed since they were written. */
export function decryptMessageText({
  sealed,
  dedupeKey,
  ...row
}: Words & { sealed: string | null; dedupeKey: string }): Words | undefined {
  if (sealed === null) return row
  const words = decryptText(sealed, { purpose: PURPOSE, of: dedupeKey })
  return words === undefined ? undefined : JSON.parse(words)
}

/** Takes a message back that has not left yet. */
export async function cancelMessage(db: Db, dedupeKey: string): Promise<void> {
  const isOnItsWay = gt(outboxMessages.lockedUntil, sql`clock_timestamp()`)
  await db
    .delete(outboxMessages)
    .where(
      and(eq(outboxMessages.dedupeKey, dedupeKey), isNull(outboxMessages.sentAt), sql`(${isOnItsWay}) is not true`),
    )
}

/** Delivers what is due, one message after the other, and says how many were taken. Several processes share the work. */
export async function deliverDueMessages(db: Db, deliver: DeliverMessage, now = new Date()): Promise<number> {
  const due = await claimDueMessages(db, now)
  let delivered = 0
  for (const message of due) if (await deliverOne(db, { message, deliver, now })) delivered += 1
  return delivered
}

async function claimDueMessages(db: Db, now: Date) {
  const due = db
    .select({ id: outboxMessages.id })
    .from(outboxMessages)
    .where(
      and(
        isNull(outboxMessages.sentAt),
        isNull(outboxMessages.failedAt),
        isNull(outboxMessages.heldAt),
        lte(outboxMessages.dueAt, now),
        or(isNull(outboxMessages.lockedUntil), lte(outboxMessages.lockedUntil, now)),
      ),
    )
    .orderBy(outboxMessages.dueAt)
    .limit(BATCH)
    .for('update', { skipLocked: true })
  return db
    .update(outboxMessages)
    .set({ lockedUntil: addMinutes(now, LOCKED_MINUTES), attempts: sql`${outboxMessages.attempts} + 1` })
    .where(sql`${outboxMessages.id} = any(array(${due}))`)
    .returning()
}

type Claimed = Awaited<ReturnType<typeof claimDueMessages>>[number]

async function deliverOne(db: Db, { message, deliver, now }: { message: Claimed; deliver: DeliverMessage; now: Date }) {
  const change = await handOver(message, deliver).then(
    (taken) => ({ sentAt: now, ...(taken === 'kept' ? {} : { sealed: null }) }),
    (error: unknown) => afterFailure(message, error, now),
  )
  await db
    .update(outboxMessages)
    .set({ ...change, lockedUntil: null })
    .where(eq(outboxMessages.id, message.id))
  return 'sentAt' in change
}

async function handOver(row: Claimed, deliver: DeliverMessage) {
  const words = decryptMessageText(row)
  if (!words) throw new Undeliverable('SESSION_SECRET has changed since this was written.')
  return deliver(outgoing({ ...row, ...words }))
}

function outgoing(row: Claimed): OutgoingMessage & { id: string } {
  const { id, to, subject, text, smsKind, smsValues } = row
  if (smsKind === null) return { id, channel: 'email', to, subject, text }
  return { id, channel: 'sms', to, text, kind: smsKind, values: smsValues ?? {} }
}

function afterFailure({ attempts, isSecret }: Claimed, error: unknown, now: Date) {
  const lastError = (error instanceof Error ? error.message : String(error)).slice(0, 500)
  if (error instanceof ChannelNotConfigured || error instanceof SmsLimitReached) return { lastError, heldAt: now }
  const wait = error instanceof Undeliverable ? undefined : WAITS_IN_MINUTES[attempts - 1]
  if (wait !== undefined) return { lastError, dueAt: addMinutes(now, wait) }
  // Nobody can send a secret one again; what else was given up may still be.
  return { lastError, failedAt: now, ...(isSecret && { sealed: null }) }
}

const KEPT_AT_MOST = 500

/** The demo's mailbox, newest first: all of it, or what went to one address or number. */
export async function listMailboxMessages(db: Db, to?: string): Promise<MailboxMessage[]> {
  const rows = await db
    .select()
    .from(outboxMessages)
    .where(to ? eq(sql`lower(${outboxMessages.to})`, to.toLowerCase()) : undefined)
    .orderBy(desc(outboxMessages.createdAt), desc(outboxMessages.id))
    .limit(KEPT_AT_MOST)
  return rows.map((row) => {
    const { id, channel, to, createdAt } = row
    const { subject, text } = decryptMessageText(row) ?? row
    return { id, channel, to, subject, text, createdAt: createdAt.toISOString() }
  })
}

/** For a person who leaves: nothing that was sent to them, or waits for them, remains. */
export async function eraseMessagesTo(db: Db, to: string): Promise<void> {
  await db.delete(outboxMessages).where(eq(outboxMessages.to, to))
}

/** For what a person leaves behind with others: the messages whose events name one of these ids, whoever they went to. */
export async function eraseMessagesMentioning(db: Db, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  // A join, because comparing arrays takes each id with each message: minutes in a shop of some years.
  await db.delete(outboxMessages).where(sql`${outboxMessages.id} in (
    select m.id from ${outboxMessages} m, unnest(string_to_array(m.dedupe_key, ':')) part
    where part in (select unnest(${sql.param([...ids])}::text[])))`)
}

/** The same by the whole names of the events. */
export async function eraseMessagesForEvents(db: Db, dedupeKeys: readonly string[]): Promise<void> {
  if (dedupeKeys.length > 0) await db.delete(outboxMessages).where(inArray(outboxMessages.dedupeKey, [...dedupeKeys]))
}

/** For the clock: old messages lose their words first, those that let somebody in after a day, and are gone after a year. */
export async function purgeOldMessages(db: Db, now: Date): Promise<void> {
  const daysAgo = (days: number) => addMinutes(now, -days * 24 * 60)
  const some = (which: SQL | undefined, limit: number) =>
    inArray(outboxMessages.id, db.select({ id: outboxMessages.id }).from(outboxMessages).where(which).limit(limit))
  const isOver = lt(outboxMessages.createdAt, daysAgo(RETENTION.messages.days))
  await runInBatches((limit) =>
    db.delete(outboxMessages).where(some(isOver, limit)).returning({ id: outboxMessages.id }),
  )
  const silence = (which: SQL | undefined, change: { subject?: string }) => {
    const speaks = and(or(ne(outboxMessages.text, ''), isNotNull(outboxMessages.sealed)), which)
    const silent = { text: '', smsValues: null, sealed: null, ...change }
    return runInBatches((limit) =>
      db.update(outboxMessages).set(silent).where(some(speaks, limit)).returning({ id: outboxMessages.id }),
    )
  }
  await silence(lt(outboxMessages.createdAt, daysAgo(RETENTION.messageWords.days)), {})
  const isOldSecret = and(outboxMessages.isSecret, lt(outboxMessages.createdAt, daysAgo(RETENTION.codeWords.days)))
  await silence(isOldSecret, { subject: SECRET_SUBJECT })
}
