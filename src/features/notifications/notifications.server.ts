import { and, desc, eq, gt, inArray, isNull, lt, lte, ne, or, type SQL, sql } from 'drizzle-orm'
import { minutesLater } from '#src/core/dates.ts'
import type { Db } from '#src/platform/database.server.ts'
import { thisMoment } from '#src/platform/moment.server.ts'
import { NotSetUp, OverBudget, Undeliverable } from './delivery-failures.server.ts'
import { messages } from './messages.table.server.ts'
import type { KeptMessage } from './notifications.contract.ts'
import { SECRET_SUBJECT } from './notifications.rules.ts'
import type { FilledSms } from './sms.rules.ts'

export type Email = {
  channel: 'email'
  to: string
  subject: string
  text: string
  /** The words let somebody in: nobody at the maker's desk may read them, and they are soon forgotten. */
  isSecret?: boolean
}
export type Sms = FilledSms & { channel: 'sms'; to: string }
export type OutgoingMessage = Email | Sms

/**
 * Hands a message to the world and throws when the world did not take it: `Undeliverable` when it never will,
 * `NotSetUp` when the shop has no such way out of the house.
 */
export type Deliver = (message: OutgoingMessage & { id: string }) => Promise<void>

/** How long to wait after the first, second, ... failure. After the last one a person has to look. */
const WAITS_IN_MINUTES = [1, 5, 15, 60, 240, 1440]
/** A process that dies while delivering gives its messages back after this time. */
const LOCKED_MINUTES = 2
const BATCH = 20

/**
 * Writes a message into the outbox, in the transaction that causes it: no event without its message, no message without
 * its event. `dedupeKey` names the event; a second message for it is dropped. With `notBefore` it can still be withdrawn.
 */
export async function queueMessage(
  db: Db,
  { dedupeKey, notBefore, ...message }: OutgoingMessage & { dedupeKey: string; notBefore?: Date },
): Promise<void> {
  await db
    .insert(messages)
    .values({
      ...columnsOf(message),
      dedupeKey,
      dueAt: notBefore,
      createdAt: thisMoment(),
    })
    .onConflictDoNothing({ target: messages.dedupeKey })
}

function columnsOf(message: OutgoingMessage) {
  if (message.channel === 'email') return message
  const { channel, to, text, kind, values } = message
  return { channel, to, text, subject: '', smsKind: kind, smsValues: values }
}

/** Takes a message back that has not left yet. */
export async function withdrawMessage(db: Db, dedupeKey: string): Promise<void> {
  const isOnItsWay = gt(messages.lockedUntil, sql`clock_timestamp()`)
  await db
    .delete(messages)
    .where(and(eq(messages.dedupeKey, dedupeKey), isNull(messages.sentAt), sql`(${isOnItsWay}) is not true`))
}

/** Delivers what is due, one message after the other, and says how many were taken. Several processes share the work. */
export async function deliverDueMessages(db: Db, deliver: Deliver, now = new Date()): Promise<number> {
  const due = await claimDueMessages(db, now)
  let delivered = 0
  for (const message of due) if (await deliverOne(db, { message, deliver, now })) delivered += 1
  return delivered
}

async function claimDueMessages(db: Db, now: Date) {
  const due = db
    .select({ id: messages.id })
    .from(messages)
    .where(
      and(
        isNull(messages.sentAt),
        isNull(messages.failedAt),
        isNull(messages.heldAt),
        lte(messages.dueAt, now),
        or(isNull(messages.lockedUntil), lte(messages.lockedUntil, now)),
      ),
    )
    .orderBy(messages.dueAt)
    .limit(BATCH)
    .for('update', { skipLocked: true })
  return db
    .update(messages)
    .set({ lockedUntil: minutesLater(now, LOCKED_MINUTES), attempts: sql`${messages.attempts} + 1` })
    .where(sql`${messages.id} = any(array(${due}))`)
    .returning()
}

type Claimed = Awaited<ReturnType<typeof claimDueMessages>>[number]

async function deliverOne(db: Db, { message, deliver, now }: { message: Claimed; deliver: Deliver; now: Date }) {
  const change = await deliver(outgoing(message)).then(
    () => ({ sentAt: now }),
    (error: unknown) => afterFailure(message.attempts, error, now),
  )
  await db
    .update(messages)
    .set({ ...change, lockedUntil: null })
    .where(eq(messages.id, message.id))
  return 'sentAt' in change
}

function outgoing(row: Claimed): OutgoingMessage & { id: string } {
  const { id, to, subject, text, smsKind, smsValues } = row
  if (smsKind === null) return { id, channel: 'email', to, subject, text }
  return { id, channel: 'sms', to, text, kind: smsKind, values: smsValues ?? {} }
}

function afterFailure(attempts: number, error: unknown, now: Date) {
  const lastError = (error instanceof Error ? error.message : String(error)).slice(0, 500)
  if (error instanceof NotSetUp || error instanceof OverBudget) return { lastError, heldAt: now }
  const wait = error instanceof Undeliverable ? undefined : WAITS_IN_MINUTES[attempts - 1]
  return { lastError, ...(wait === undefined ? { failedAt: now } : { dueAt: minutesLater(now, wait) }) }
}

const KEPT_AT_MOST = 500

/** The demo's mailbox, newest first: all of it, or what went to one address or number. */
export async function listKeptMessages(db: Db, to?: string): Promise<KeptMessage[]> {
  const rows = await db
    .select()
    .from(messages)
    .where(to ? eq(sql`lower(${messages.to})`, to.toLowerCase()) : undefined)
    .orderBy(desc(messages.createdAt), desc(messages.id))
    .limit(KEPT_AT_MOST)
  return rows.map(({ id, channel, to, subject, text, createdAt }) => ({
    id,
    channel,
    to,
    subject,
    text,
    createdAt: createdAt.toISOString(),
  }))
}

/** For a person who leaves: nothing that was sent to them, or waits for them, remains. */
export async function forgetMessagesTo(db: Db, to: string): Promise<void> {
  await db.delete(messages).where(eq(messages.to, to))
}

/** For what a person leaves behind with others: the messages about these events, whoever they went to. */
export async function forgetMessagesAbout(db: Db, dedupeKeys: readonly string[]): Promise<void> {
  if (dedupeKeys.length > 0) await db.delete(messages).where(inArray(messages.dedupeKey, [...dedupeKeys]))
}

const WORDS_KEPT_DAYS = 30
const SECRETS_KEPT_DAYS = 1
const MESSAGES_KEPT_DAYS = 365

/** For the clock: old messages lose their words first, those that let somebody in after a day, and are gone after a year. */
export async function forgetOldMessages(db: Db, now: Date): Promise<void> {
  const daysAgo = (days: number) => minutesLater(now, -days * 24 * 60)
  await db.delete(messages).where(lt(messages.createdAt, daysAgo(MESSAGES_KEPT_DAYS)))
  const silence = (which: SQL | undefined, change: { subject?: string }) =>
    db
      .update(messages)
      .set({ text: '', smsValues: null, ...change })
      .where(and(ne(messages.text, ''), which))
  await silence(lt(messages.createdAt, daysAgo(WORDS_KEPT_DAYS)), {})
  const isOldSecret = and(messages.isSecret, lt(messages.createdAt, daysAgo(SECRETS_KEPT_DAYS)))
  await silence(isOldSecret, { subject: SECRET_SUBJECT })
}
