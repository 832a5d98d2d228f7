import { and, asc, eq, gt, isNotNull, lte, type SQL, sql } from 'drizzle-orm'
import { addMinutes } from '#src/core/dates.ts'
import { type Db, isDatabaseUnavailable } from '#src/db/database.server.ts'
import type { Database } from '#src/db/open-database.server.ts'
import { MESSAGE_CHANNELS, type MessageChannel } from '#src/features/notifications/notifications.contract.ts'
import { outboxMessages } from '#src/features/notifications/outbox/outbox.table.server.ts'
import {
  type ChannelOutages,
  findTryInOutage,
  WAITS_IN_MINUTES,
  watchChannelOutages,
} from './channel-outages.server.ts'
import { decryptMessage } from './message-encryption.server.ts'
import {
  ChannelLimitReached,
  ChannelNotConfigured,
  ChannelUnavailable,
  type Delivered,
  type DeliverMessage,
  DeviceGone,
  isClaimable,
  isUnfinished,
  NoSuchAddress,
  type OutgoingMessage,
  Undeliverable,
} from './outbox.server.ts'

/** Messages of a process that died are claimed again after this time. */
const LOCKED_SECONDS = 60
export const BATCH = 10
/** Of a batch, how many messages are chosen because they have waited longest. */
const LONGEST_WAITING = 1
const LONG_WAIT_MINUTES = 60
/** Parallel sends of a channel, so a killed process sends at most as many twice. Mail servers allow this number. */
export const SEND_SLOTS = 5
const RUN_MS = 10_000
/** Longer than sending takes. A message whose claim ends sooner is not sent: another process may claim it meanwhile. */
const SEND_SECONDS = 25

type Change = Partial<typeof outboxMessages.$inferInsert>
type Unstored = Map<string, Change>
type Batch = {
  now: () => Date
  channel?: MessageChannel
  slots?: number
  unstored?: Unstored
  outages?: ChannelOutages
}

/**
 * Sends a batch of due messages, the most important first, and answers how many were sent. At least once: a process that
 * is killed before it stores the answer of the mail server sends the message again, with the same Message-ID.
 */
export async function deliverDueMessages(db: Db, deliver: DeliverMessage, now = new Date()): Promise<number> {
  return (await deliverBatch(db, deliver, { now: () => now })).delivered
}

/** The job of the scheduler: sends all due messages. A slow channel delays no other. */
export function createOutboxJob(
  { db, kind }: Pick<Database, 'db' | 'kind'>,
  { deliver, now, signal }: { deliver: DeliverMessage; now: () => Date; signal: AbortSignal },
): () => Promise<void> {
  // The embedded database has one process, so what is claimed when it starts belonged to a dead one.
  let mayHoldOldClaims = kind === 'embedded'
  const unstored: Unstored = new Map()
  const outages = watchChannelOutages()
  return async () => {
    // Before their claims end: without a stored outcome they would be sent again.
    for (const [id, change] of unstored) await storeOutcome(db, { id, change, unstored })
    if (mayHoldOldClaims) await releaseClaims(db)
    mayHoldOldClaims = false
    const until = performance.now() + RUN_MS
    const drain = async (channel: MessageChannel) => {
      let claimed = BATCH
      while (claimed > 0 && !signal.aborted && performance.now() < until)
        claimed = (await deliverBatch(db, deliver, { now, channel, slots: SEND_SLOTS, unstored, outages })).claimed
    }
    await allOf(MESSAGE_CHANNELS.map(drain))
  }
}

/** Throws only after all work has ended, or the next run would send in parallel. */
async function allOf(work: Promise<void>[]): Promise<void> {
  for (const ended of await Promise.allSettled(work)) if (ended.status === 'rejected') throw ended.reason
}

async function releaseClaims(db: Db): Promise<void> {
  await db
    .update(outboxMessages)
    .set({ lockedUntil: null })
    .where(and(isUnfinished, isNotNull(outboxMessages.lockedUntil)))
}

async function deliverBatch(db: Db, deliver: DeliverMessage, batch: Batch) {
  const { now, channel, slots = 1, unstored = new Map(), outages = watchChannelOutages() } = batch
  if (!channel || channel === 'push') await mergeDuePushes(db, now())
  const claimedAt = performance.now()
  const isStillClaimed = () => performance.now() - claimedAt < (LOCKED_SECONDS - SEND_SECONDS) * 1000
  const waiting = await claimDueMessages(db, now(), channel)
  const claimed = waiting.length
  let delivered = 0
  const work = async () => {
    for (let message = waiting.shift(); message; message = waiting.shift())
      if (isStillClaimed() && (await deliverOne(db, { message, deliver, now, unstored, outages }))) delivered += 1
  }
  await allOf(Array.from({ length: slots }, work))
  return { claimed, delivered }
}

/** Of due pushes with the same device and title keeps only the newest, with their count. */
async function mergeDuePushes(db: Db, now: Date): Promise<void> {
  const { id, channel, subject, push, createdAt, dueAt } = outboxMessages
  const isDue = and(isUnfinished, eq(channel, 'push'), lte(dueAt, now), isClaimable)
  const alike = sql`partition by ${push} ->> 'device', ${subject}`
  const due = db.$with('due').as(
    db
      .select({
        id,
        nth: sql<number>`row_number() over (${alike} order by ${createdAt} desc, ${id} desc)`.as('nth'),
        rows: sql<number>`count(*) over (${alike})`.as('alike'),
        total: sql<number>`sum(coalesce((${push} ->> 'count')::int, 1)) over (${alike})`.as('total'),
      })
      .from(outboxMessages)
      .where(isDue),
  )
  const isEarlier = sql`${due.nth} > 1`
  await db
    .with(due)
    .update(outboxMessages)
    .set({
      suppressedAt: sql`case when ${isEarlier} then ${now.toISOString()}::timestamptz end`,
      lastError: sql`case when ${isEarlier} then 'A later notification stands for it.' end`,
      push: sql`jsonb_set(${push}, '{count}', to_jsonb(${due.total}))`,
    })
    .from(due)
    .where(and(eq(id, due.id), gt(due.rows, 1), isDue))
}

async function claimDueMessages(db: Db, now: Date, channel: MessageChannel | undefined) {
  const { id, priority, dueAt } = outboxMessages
  const pick = (by: SQL[], limit: number, waitedSince?: Date) =>
    db
      .select({ id })
      .from(outboxMessages)
      .where(
        and(isUnfinished, channel && eq(outboxMessages.channel, channel), lte(dueAt, waitedSince ?? now), isClaimable),
      )
      .orderBy(...by)
      .limit(limit)
      .for('update', { skipLocked: true })
  const first = pick([asc(priority), asc(dueAt)], BATCH - LONGEST_WAITING)
  const longest = pick([asc(dueAt)], LONGEST_WAITING, addMinutes(now, -LONG_WAIT_MINUTES))
  const claimed = await db
    .update(outboxMessages)
    .set({
      lockedUntil: sql`clock_timestamp() + make_interval(secs => ${LOCKED_SECONDS})`,
      attempts: sql`${outboxMessages.attempts} + 1`,
    })
    .where(sql`${id} = any(array(${first}) || array(${longest}))`)
    .returning()
  return claimed.sort((one, other) => one.priority - other.priority || one.dueAt.getTime() - other.dueAt.getTime())
}

type Claimed = Awaited<ReturnType<typeof claimDueMessages>>[number]

type Delivery = Required<Pick<Batch, 'now' | 'unstored' | 'outages'>> & { message: Claimed; deliver: DeliverMessage }

async function deliverOne(db: Db, { message, deliver, now, unstored, outages }: Delivery): Promise<boolean> {
  const change: Change = isExpired(message, now())
    ? {
        lastError: ['Expired before it could be sent.', message.lastError].filter(Boolean).join(' '),
        ...failed(message, now()),
      }
    : await decryptAndDeliver(message, deliver).then(
        (taken) => afterDelivery(taken, now()),
        (error: unknown) => {
          outages.noteFailure(message.channel, error)
          return afterFailure(message, error, now())
        },
      )
  await storeOutcome(db, { id: message.id, change, unstored })
  const isSent = 'sentAt' in change
  if (isSent) outages.noteDelivery(message.channel)
  return isSent
}

/** A message that may still fail keeps its text, so that an admin can resend it. */
function afterDelivery(taken: Delivered, now: Date): Change {
  if (taken === 'stored') return { sentAt: now }
  if (taken?.providerId) return { sentAt: now, providerId: taken.providerId }
  return { sentAt: now, encryptedText: null, body: null }
}

type Outcome = { id: string; change: Change; unstored: Unstored }

/** While the database is unavailable the outcome is remembered, and the next run stores it before it claims messages. */
async function storeOutcome(db: Db, { id, change, unstored }: Outcome): Promise<void> {
  try {
    await db
      .update(outboxMessages)
      .set({ ...change, lockedUntil: null })
      .where(eq(outboxMessages.id, id))
    unstored.delete(id)
  } catch (error) {
    if (isDatabaseUnavailable(error)) unstored.set(id, change)
    else unstored.delete(id)
    throw error
  }
}

const isExpired = ({ expiresAt }: Claimed, now: Date) => expiresAt !== null && expiresAt <= now

async function decryptAndDeliver(row: Claimed, deliver: DeliverMessage) {
  const decrypted = decryptMessage(row)
  if (!decrypted) throw new Undeliverable('SESSION_SECRET has changed since this was written.')
  return deliver(toOutgoing({ ...row, ...decrypted }))
}

function toOutgoing(row: Claimed): OutgoingMessage & { id: string } {
  const { id, channel, to, subject, text, body, unsubscribeUrl, smsKind, smsValues, push } = row
  if (push !== null) return { id, channel: 'push', to, title: subject, text, push }
  if (smsKind === null) return { id, channel: 'email', to, subject, text, body, unsubscribeUrl }
  return { id, channel: channel === 'whatsapp' ? channel : 'sms', to, text, kind: smsKind, values: smsValues ?? {} }
}

function findNextTry(message: Claimed, error: unknown, now: Date): Change | undefined {
  if (error instanceof Undeliverable) return undefined
  if (error instanceof ChannelUnavailable) return findTryInOutage(message, now)
  const wait = WAITS_IN_MINUTES[message.attempts - 1]
  return wait === undefined ? undefined : { dueAt: addMinutes(now, wait), unavailableSince: null }
}

function afterFailure(message: Claimed, error: unknown, now: Date) {
  const lastError = (error instanceof Error ? error.message : String(error)).slice(0, 500)
  if (error instanceof ChannelNotConfigured || error instanceof ChannelLimitReached || error instanceof DeviceGone)
    return { lastError, suppressedAt: now }
  const next = findNextTry(message, error, now)
  if (next) return { lastError, ...next }
  const unreportedFailure = error instanceof NoSuchAddress ? ('address' as const) : ('other' as const)
  return { lastError, ...failed(message, now), ...(message.channel !== 'push' && { unreportedFailure }) }
}

/** A sensitive message cannot be resent, so its text is dropped; other failed messages can. */
const failed = ({ isSensitive }: Claimed, now: Date) => ({
  failedAt: now,
  ...(isSensitive && { encryptedText: null }),
})
