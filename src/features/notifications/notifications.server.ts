import { and, desc, eq, inArray, isNull, lte, or, sql } from 'drizzle-orm'
import { minutesLater } from '#src/core/dates.ts'
import type { Db } from '#src/platform/database.server.ts'
import { messages } from './messages.table.server.ts'
import type { KeptMessage, MessageChannel } from './notifications.contract.ts'

export type OutgoingMessage = { channel: MessageChannel; to: string; subject: string; text: string }

/** Hands a message to the world and throws when the world did not take it. */
export type Deliver = (message: OutgoingMessage & { id: string }) => Promise<void>

/** How long to wait after the first, second, ... failure. After the last one a person has to look. */
const WAITS_IN_MINUTES = [1, 5, 15, 60, 240, 1440]
/** A process that dies while delivering gives its messages back after this time. */
const LOCKED_MINUTES = 2
const BATCH = 20

/**
 * Writes a message into the outbox, in the transaction that causes it: no event without its message, no message without
 * its event. `dedupeKey` names the event; a second message for it is dropped.
 */
export async function queueMessage(db: Db, message: OutgoingMessage & { dedupeKey: string }): Promise<void> {
  // Not now(): that is when the transaction began, and several messages of one would have no order.
  const createdAt = sql`clock_timestamp()`
  await db
    .insert(messages)
    .values({ ...message, createdAt })
    .onConflictDoNothing({ target: messages.dedupeKey })
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
  const { id, channel, to, subject, text } = message
  const failure = await deliver({ id, channel, to, subject, text }).then(
    () => undefined,
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  )
  await db
    .update(messages)
    .set(failure === undefined ? { sentAt: now, lockedUntil: null } : afterFailure(message.attempts, failure, now))
    .where(eq(messages.id, id))
  return failure === undefined
}

function afterFailure(attempts: number, failure: string, now: Date) {
  const wait = WAITS_IN_MINUTES[attempts - 1]
  const next = wait === undefined ? { failedAt: now } : { dueAt: minutesLater(now, wait) }
  return { ...next, lockedUntil: null, lastError: failure.slice(0, 500) }
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
