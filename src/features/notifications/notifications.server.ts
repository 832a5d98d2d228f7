import { and, desc, eq, gt, inArray, isNotNull, isNull, lt, lte, ne, or, type SQL, sql } from 'drizzle-orm'
import { minutesLater } from '#src/core/dates.ts'
import { RETENTION } from '#src/core/retention.ts'
import type { Db } from '#src/platform/database.server.ts'
import { inBatches } from '#src/platform/in-batches.server.ts'
import { seal, unseal } from '#src/platform/keys.server.ts'
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
  /** The words let somebody in: no admin may read them, and they are soon forgotten. */
  isSecret?: boolean
}
export type Sms = FilledSms & { channel: 'sms'; to: string }
type Secrets = {
  /** Parts of the words that open something, as the token of a link: the database keeps them encrypted. */
  secrets?: string[]
}
export type OutgoingMessage = Email | Sms

/**
 * Hands a message to the world and throws when the world did not take it: `Undeliverable` when it never will,
 * `NotSetUp` when the shop has no such way out of the house. `'kept'` when the outbox itself is where people read it.
 */
export type Deliver = (message: OutgoingMessage & { id: string }) => Promise<unknown>

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
    .insert(messages)
    .values({
      ...sealedColumns(columnsOf(message), { secrets, of: dedupeKey }),
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
  const sealed = seal(JSON.stringify({ subject, text, smsValues } satisfies Words), { purpose: PURPOSE, of })
  if (row.isSecret) return { ...row, subject: SECRET_SUBJECT, text: '', sealed }
  const without = (words: string) => secrets.reduce((said, secret) => said.replaceAll(secret, HIDDEN), words)
  const values =
    smsValues && Object.fromEntries(Object.entries(smsValues).map(([name, value]) => [name, without(value)]))
  return { ...row, subject: without(subject), text: without(text), ...(values && { smsValues: values }), sealed }
}

/** The words with their secrets; undefined where the shop's secret has changed since they were written. */
export function wordsOf({
  sealed,
  dedupeKey,
  ...row
}: Words & { sealed: string | null; dedupeKey: string }): Words | undefined {
  if (sealed === null) return row
  const words = unseal(sealed, { purpose: PURPOSE, of: dedupeKey })
  return words === undefined ? undefined : JSON.parse(words)
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
  const change = await handOver(message, deliver).then(
    (taken) => ({ sentAt: now, ...(taken === 'kept' ? {} : { sealed: null }) }),
    (error: unknown) => afterFailure(message, error, now),
  )
  await db
    .update(messages)
    .set({ ...change, lockedUntil: null })
    .where(eq(messages.id, message.id))
  return 'sentAt' in change
}

async function handOver(row: Claimed, deliver: Deliver) {
  const words = wordsOf(row)
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
  if (error instanceof NotSetUp || error instanceof OverBudget) return { lastError, heldAt: now }
  const wait = error instanceof Undeliverable ? undefined : WAITS_IN_MINUTES[attempts - 1]
  if (wait !== undefined) return { lastError, dueAt: minutesLater(now, wait) }
  // Nobody can send a secret one again; what else was given up may still be.
  return { lastError, failedAt: now, ...(isSecret && { sealed: null }) }
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
  return rows.map((row) => {
    const { id, channel, to, createdAt } = row
    const { subject, text } = wordsOf(row) ?? row
    return { id, channel, to, subject, text, createdAt: createdAt.toISOString() }
  })
}

/** For a person who leaves: nothing that was sent to them, or waits for them, remains. */
export async function forgetMessagesTo(db: Db, to: string): Promise<void> {
  await db.delete(messages).where(eq(messages.to, to))
}

/** For what a person leaves behind with others: the messages whose events name one of these ids, whoever they went to. */
export async function forgetMessagesNaming(db: Db, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  // A join, because comparing arrays takes each id with each message: minutes in a shop of some years.
  await db.delete(messages).where(sql`${messages.id} in (
    select m.id from ${messages} m, unnest(string_to_array(m.dedupe_key, ':')) part
    where part in (select unnest(${sql.param([...ids])}::text[])))`)
}

/** The same by the whole names of the events. */
export async function forgetMessagesAbout(db: Db, dedupeKeys: readonly string[]): Promise<void> {
  if (dedupeKeys.length > 0) await db.delete(messages).where(inArray(messages.dedupeKey, [...dedupeKeys]))
}

/** For the clock: old messages lose their words first, those that let somebody in after a day, and are gone after a year. */
export async function forgetOldMessages(db: Db, now: Date): Promise<void> {
  const daysAgo = (days: number) => minutesLater(now, -days * 24 * 60)
  const some = (which: SQL | undefined, limit: number) =>
    inArray(messages.id, db.select({ id: messages.id }).from(messages).where(which).limit(limit))
  const isOver = lt(messages.createdAt, daysAgo(RETENTION.messages.days))
  await inBatches((limit) => db.delete(messages).where(some(isOver, limit)).returning({ id: messages.id }))
  const silence = (which: SQL | undefined, change: { subject?: string }) => {
    const speaks = and(or(ne(messages.text, ''), isNotNull(messages.sealed)), which)
    const silent = { text: '', smsValues: null, sealed: null, ...change }
    return inBatches((limit) =>
      db.update(messages).set(silent).where(some(speaks, limit)).returning({ id: messages.id }),
    )
  }
  await silence(lt(messages.createdAt, daysAgo(RETENTION.messageWords.days)), {})
  const isOldSecret = and(messages.isSecret, lt(messages.createdAt, daysAgo(RETENTION.codeWords.days)))
  await silence(isOldSecret, { subject: SECRET_SUBJECT })
}
