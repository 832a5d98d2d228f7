import { and, asc, count, desc, eq, getTableColumns, inArray, isNotNull, type SQL, sql } from 'drizzle-orm'
import { DomainError } from '#src/core/domain-error.ts'
import { type Db, inTransaction, onlyRow } from '#src/db/database.server.ts'
import { isAfterCursor, toPage } from '#src/db/pages.server.ts'
import { hasWords, isAddress, isAddressLike, splitWords } from '#src/db/search.server.ts'
import { type Actor, recordChange } from '#src/features/audit/record-change.server.ts'
import {
  type MessageStatus,
  type OutboxListParams,
  type OutboxMessage,
  SECRET_SUBJECT,
} from '#src/features/notifications/notifications.contract.ts'
import { decryptMessage } from '#src/features/notifications/outbox/message-encryption.server.ts'
import { isUnfinished } from '#src/features/notifications/outbox/outbox.server.ts'
import { outboxMessages } from '#src/features/notifications/outbox/outbox.table.server.ts'

const { searchText: _, ...SHOWN } = getTableColumns(outboxMessages)
type MessageRow = Omit<typeof outboxMessages.$inferSelect, 'searchText'>

/** Lists messages, newest first. */
export async function listOutbox(db: Db, { status, q, limit, cursor }: OutboxListParams) {
  const rows = await db
    .select(SHOWN)
    .from(outboxMessages)
    .where(
      and(
        inStatus(status),
        q ? matches(q) : undefined,
        isAfterCursor(cursor, { table: outboxMessages, by: outboxMessages.createdAt }),
      ),
    )
    .orderBy(desc(outboxMessages.createdAt), desc(outboxMessages.id))
    .limit(limit + 1)
  return toPage(rows.map(toOutboxMessage), limit)
}

/** Counts the matches; sent messages are not counted, since their number grows with the shop. */
export async function countOutbox(db: Db, { status, q }: OutboxListParams): Promise<number | undefined> {
  if (status === undefined || status === 'sent') return undefined
  const counted = db
    .select({ total: count() })
    .from(outboxMessages)
    .where(and(inStatus(status), q ? matches(q) : undefined))
  return onlyRow(await counted).total
}

/** Queues a failed or held message again with all its attempts; does nothing for other messages or purged text. */
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
      .set({ ...AS_NEW, dueAt: sql`clock_timestamp()` })
      .where(eq(outboxMessages.id, id))
    const resent = onlyRow(await changed.returning())
    const change = { by, entity: 'message', entityId: id, action: 'update' } as const
    await recordChange(tx, { ...change, before: { status }, after: { status: 'waiting' } })
    return toOutboxMessage(resent)
  })
}

/** Reports about an earlier attempt no longer apply. */
const AS_NEW = {
  failedAt: null,
  unreportedFailure: null,
  suppressedAt: null,
  providerId: null,
  attempts: 0,
  unavailableSince: null,
}

const { sentAt, failedAt, suppressedAt } = outboxMessages
const IN_STATUS: Record<MessageStatus, SQL | undefined> = {
  sent: isNotNull(sentAt),
  failed: isNotNull(failedAt),
  held: isNotNull(suppressedAt),
  waiting: isUnfinished,
}

const inStatus = (status: MessageStatus | undefined) => (status ? IN_STATUS[status] : undefined)

/** Matches the beginning of the recipient's address, or of words of the recipient or the subject. */
const matches = (q: string) =>
  isAddress(q) ? isAddressLike(outboxMessages.to, q) : hasWords(outboxMessages.searchText, splitWords(q))

function statusOf(row: Pick<MessageRow, 'sentAt' | 'failedAt' | 'suppressedAt'>): MessageStatus {
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
    text: isSensitive || row.text === '' ? null : textOf(row, status),
    isSensitive,
    status,
    attempts,
    lastError,
    createdAt: row.createdAt.toISOString(),
    at: (row.sentAt ?? row.failedAt ?? row.suppressedAt ?? row.dueAt).toISOString(),
    deliveredAt: row.deliveredAt?.toISOString() ?? null,
    readAt: row.readAt?.toISOString() ?? null,
    canResend: isOver && !isSensitive && row.text !== '',
  }
}

/** An admin may pass on an unsent message by hand, so its link is decrypted. */
const textOf = (row: MessageRow, status: MessageStatus) =>
  status === 'sent' ? row.text : (decryptMessage(row)?.text ?? row.text)

/** Lists the messages with these idempotency keys, oldest first. */
export async function listMessagesForEvents(db: Db, idempotencyKeys: readonly string[]) {
  const rows = await db
    .select({
      channel: outboxMessages.channel,
      to: outboxMessages.to,
      subject: outboxMessages.subject,
      text: outboxMessages.text,
      sentAt: outboxMessages.sentAt,
      failedAt: outboxMessages.failedAt,
      suppressedAt: outboxMessages.suppressedAt,
      createdAt: outboxMessages.createdAt,
    })
    .from(outboxMessages)
    .where(inArray(outboxMessages.idempotencyKey, [...idempotencyKeys]))
    .orderBy(asc(outboxMessages.createdAt))
  return rows.map(({ sentAt, failedAt, suppressedAt, ...message }) => ({
    ...message,
    status: statusOf({ sentAt, failedAt, suppressedAt }),
  }))
}
