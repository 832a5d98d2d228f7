import { and, count, desc, eq, getTableColumns, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import { DomainError } from '#src/core/domain-error.ts'
import { type Db, inTransaction, onlyRow } from '#src/db/database.server.ts'
import { type Actor, recordChange } from '#src/features/audit/record-change.server.ts'
import { type MessageStatus, SECRET_SUBJECT } from '#src/features/notifications/message-status.ts'
import type { OutboxListParams, OutboxMessage } from '#src/features/notifications/notifications.contract.ts'
import { decryptMessageText } from '#src/features/notifications/outbox/outbox.server.ts'
import { outboxMessages } from '#src/features/notifications/outbox/outbox.table.server.ts'

const { words: _, ...SHOWN } = getTableColumns(outboxMessages)
type MessageRow = Omit<typeof outboxMessages.$inferSelect, 'words'>

/** Lists a page of the outbox, newest first. */
export async function listOutbox(
  db: Db,
  { status, q, limit, cursor }: OutboxListParams,
): Promise<{ items: OutboxMessage[]; nextCursor?: string }> {
  const after = cursor
    ? sql`(${outboxMessages.createdAt}, ${outboxMessages.id}) < (select seen.created_at, seen.id from outbox seen where seen.id = ${cursor})`
    : undefined
  // The planner cannot estimate a prefix search; `+ 0` keeps it from scanning the newest-first index for rare matches.
  const age =
    q && (await isRare(db, { status, q })) ? sql`${outboxMessages.createdAt} + interval '0'` : outboxMessages.createdAt
  const rows = await db
    .select(SHOWN)
    .from(outboxMessages)
    .where(and(inStatus(status), matches(q), after))
    .orderBy(desc(age), desc(outboxMessages.id))
    .limit(limit + 1)
  const shown = rows.slice(0, limit)
  return { items: shown.map(toOutboxMessage), nextCursor: rows.length > limit ? shown.at(-1)?.id : undefined }
}

const FEW = 1000

/** Whether the matches are so few that sorting them beats scanning the newest messages. */
async function isRare(db: Db, { status, q }: Pick<OutboxListParams, 'status' | 'q'>): Promise<boolean> {
  const some = db
    .select({ id: outboxMessages.id })
    .from(outboxMessages)
    .where(and(inStatus(status), matches(q)))
    .limit(FEW + 1)
    .as('some')
  return onlyRow(await db.select({ total: count() }).from(some)).total <= FEW
}

/** Counts the matches; sent messages are not counted, since their number grows with the shop. */
export async function countOutbox(db: Db, { status, q }: OutboxListParams): Promise<number | undefined> {
  if (status === undefined || status === 'sent') return undefined
  const counted = db
    .select({ total: count() })
    .from(outboxMessages)
    .where(and(inStatus(status), matches(q)))
  return onlyRow(await counted).total
}

/**
 * Queues a failed or held message again with all its attempts. Does nothing for other messages, expired codes or purged
 * text, so a repeated request is harmless.
 */
export async function resendMessage(db: Db, { id, by }: { id: string; by: Actor }): Promise<OutboxMessage> {
  return inTransaction(db, async (tx) => {
    const [row] = await tx.select().from(outboxMessages).where(eq(outboxMessages.id, id)).for('update')
    if (!row) throw new DomainError('not-found', 'Message not found.')
    const status = statusOf(row)
    if (status === 'waiting' || status === 'sent') return toOutboxMessage(row)
    if (row.isSensitive) throw new DomainError('conflict', 'This code has expired. The customer can request a new one.')
    if (row.text === '') throw new DomainError('conflict', 'The text of this message was deleted because it is old.')
    const changed = tx
      .update(outboxMessages)
      .set({ failedAt: null, suppressedAt: null, attempts: 0, dueAt: sql`clock_timestamp()` })
      .where(eq(outboxMessages.id, id))
    const resent = onlyRow(await changed.returning())
    const change = { by, entity: 'message', entityId: id, action: 'update' } as const
    await recordChange(tx, { ...change, before: { status }, after: { status: 'waiting' } })
    return toOutboxMessage(resent)
  })
}

const { sentAt, failedAt, suppressedAt } = outboxMessages
const IN_STATUS: Record<MessageStatus, SQL | undefined> = {
  sent: isNotNull(sentAt),
  failed: isNotNull(failedAt),
  held: isNotNull(suppressedAt),
  waiting: and(isNull(sentAt), isNull(failedAt), isNull(suppressedAt)),
}

const inStatus = (status: MessageStatus | undefined) => (status ? IN_STATUS[status] : undefined)

// biome-ignore lint/suspicious/noControlCharactersInRegex: what separates words is what is neither letter nor digit.
const BETWEEN_WORDS = /[\x00-\x2f\x3a-\x40\x5b-\x60\x7b-\x7f]+/
const MAX_WORDS = 8

/**
 * Each typed word must be a prefix of a word of the recipient or the subject; for sensitive messages of the recipient
 * only.
 */
function matches(q: string | undefined): SQL | undefined {
  const typed = (q ?? '').split(BETWEEN_WORDS).filter(Boolean).slice(0, MAX_WORDS)
  // No quotes are left in the words, so this query is safe.
  const query = typed.map((word) => `'${word}':*`).join(' & ')
  return typed.length === 0 ? undefined : sql`${outboxMessages.words} @@ lower(${query})::tsquery`
}

function statusOf(row: MessageRow): MessageStatus {
  if (row.sentAt) return 'sent'
  if (row.failedAt) return 'failed'
  return row.suppressedAt ? 'held' : 'waiting'
}

function toOutboxMessage(row: MessageRow): OutboxMessage {
  const { id, channel, to, isSensitive, attempts, lastError } = row
  const status = statusOf(row)
  const isOver = status === 'failed' || status === 'held'
  return {
    id,
    channel,
    to,
    subject: isSensitive ? SECRET_SUBJECT : row.subject,
    // An admin may pass on a waiting message by hand, so its link is decrypted.
    text: isSensitive || row.text === '' ? null : (decryptMessageText(row)?.text ?? row.text),
    isSensitive,
    status,
    attempts,
    lastError,
    createdAt: row.createdAt.toISOString(),
    at: (row.sentAt ?? row.failedAt ?? row.suppressedAt ?? row.dueAt).toISOString(),
    canResend: isOver && !isSensitive && row.text !== '',
  }
}
