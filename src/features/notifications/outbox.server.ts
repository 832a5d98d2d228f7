import { and, count, desc, eq, getTableColumns, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import { ShopError } from '#src/core/shop-error.ts'
import { type Maker, recordChange } from '#src/features/audit/audit.server.ts'
import { type Db, inTransaction, onlyRow } from '#src/platform/database.server.ts'
import { messages } from './messages.table.server.ts'
import type { OutboxMessage, OutboxPage } from './notifications.contract.ts'
import { type MessageStatus, SECRET_SUBJECT } from './notifications.rules.ts'
import { wordsOf } from './notifications.server.ts'

const { words: _, ...SHOWN } = getTableColumns(messages)
type MessageRow = Omit<typeof messages.$inferSelect, 'words'>

/** What the shop has said and tried to say, newest first. */
export async function listOutbox(
  db: Db,
  { status, q, limit, cursor }: OutboxPage,
): Promise<{ items: OutboxMessage[]; nextCursor?: string }> {
  const after = cursor
    ? sql`(${messages.createdAt}, ${messages.id}) < (select seen.created_at, seen.id from messages seen where seen.id = ${cursor})`
    : undefined
  // The database cannot know how many a word begins: adding nothing keeps it from walking through all messages for few.
  const age = q && (await isFew(db, { status, q })) ? sql`${messages.createdAt} + interval '0'` : messages.createdAt
  const rows = await db
    .select(SHOWN)
    .from(messages)
    .where(and(inStatus(status), about(q), after))
    .orderBy(desc(age), desc(messages.id))
    .limit(limit + 1)
  const shown = rows.slice(0, limit)
  return { items: shown.map(toOutboxMessage), nextCursor: rows.length > limit ? shown.at(-1)?.id : undefined }
}

const FEW = 1000

/** Whether there are so few that sorting them takes less than walking through the newest until enough are found. */
async function isFew(db: Db, { status, q }: Pick<OutboxPage, 'status' | 'q'>): Promise<boolean> {
  const some = db
    .select({ id: messages.id })
    .from(messages)
    .where(and(inStatus(status), about(q)))
    .limit(FEW + 1)
    .as('some')
  return onlyRow(await db.select({ total: count() }).from(some)).total <= FEW
}

/** How many there are of those that are few: what is sent is not counted, it grows with the shop. */
export async function countOutbox(db: Db, { status, q }: OutboxPage): Promise<number | undefined> {
  if (status === undefined || status === 'sent') return undefined
  const counted = db
    .select({ total: count() })
    .from(messages)
    .where(and(inStatus(status), about(q)))
  return onlyRow(await counted).total
}

/**
 * The maker sends once more what was given up: its tries begin anew. What waits already or has gone since stays as it
 * is, so that a second press does nothing. A code that has run out helps nobody, and what was forgotten cannot be said.
 */
export async function resendMessage(db: Db, { id, by }: { id: string; by: Maker }): Promise<OutboxMessage> {
  return inTransaction(db, async (tx) => {
    const [row] = await tx.select().from(messages).where(eq(messages.id, id)).for('update')
    if (!row) throw new ShopError('not-found', 'There is no such message.')
    const status = statusOf(row)
    if (status === 'waiting' || status === 'sent') return toOutboxMessage(row)
    if (row.isSecret)
      throw new ShopError('conflict', 'This code has run out. Whoever asked for it can ask for a new one.')
    if (row.text === '') throw new ShopError('conflict', 'This message is so old that its words are forgotten.')
    const changed = tx
      .update(messages)
      .set({ failedAt: null, heldAt: null, attempts: 0, dueAt: sql`clock_timestamp()` })
      .where(eq(messages.id, id))
    const resent = onlyRow(await changed.returning())
    const change = { by, entity: 'message', entityId: id, action: 'update' } as const
    await recordChange(tx, { ...change, before: { status }, after: { status: 'waiting' } })
    return toOutboxMessage(resent)
  })
}

const { sentAt, failedAt, heldAt } = messages
const IN_STATUS: Record<MessageStatus, SQL | undefined> = {
  sent: isNotNull(sentAt),
  failed: isNotNull(failedAt),
  held: isNotNull(heldAt),
  waiting: and(isNull(sentAt), isNull(failedAt), isNull(heldAt)),
}

const inStatus = (status: MessageStatus | undefined) => (status ? IN_STATUS[status] : undefined)

/** The same characters at which the generated column splits. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: what separates words is what is neither letter nor digit.
const BETWEEN_WORDS = /[\x00-\x2f\x3a-\x40\x5b-\x60\x7b-\x7f]+/
const MAX_WORDS = 8

/** Every word that was typed begins a word of the address, the number or the subject; of a secret, of the address only. */
function about(q: string | undefined): SQL | undefined {
  const typed = (q ?? '').split(BETWEEN_WORDS).filter(Boolean).slice(0, MAX_WORDS)
  // Nothing is left in a word that would end its quotes.
  const query = typed.map((word) => `'${word}':*`).join(' & ')
  return typed.length === 0 ? undefined : sql`${messages.words} @@ lower(${query})::tsquery`
}

function statusOf(row: MessageRow): MessageStatus {
  if (row.sentAt) return 'sent'
  if (row.failedAt) return 'failed'
  return row.heldAt ? 'held' : 'waiting'
}

function toOutboxMessage(row: MessageRow): OutboxMessage {
  const { id, channel, to, isSecret, attempts, lastError } = row
  const status = statusOf(row)
  const isOver = status === 'failed' || status === 'held'
  return {
    id,
    channel,
    to,
    subject: isSecret ? SECRET_SUBJECT : row.subject,
    // What waits may be passed on by hand: then its link has to be there.
    text: isSecret || row.text === '' ? null : (wordsOf(row)?.text ?? row.text),
    isSecret,
    status,
    attempts,
    lastError,
    createdAt: row.createdAt.toISOString(),
    at: (row.sentAt ?? row.failedAt ?? row.heldAt ?? row.dueAt).toISOString(),
    canResend: isOver && !isSecret && row.text !== '',
  }
}
