import { and, asc, desc, eq, getTableColumns, gt, or, type SQL } from 'drizzle-orm'
import { addMinutes } from '#src/core/dates.ts'
import { DomainError } from '#src/core/domain-error.ts'
import { REPLY_WITHIN_HOURS } from '#src/core/shop-contact.ts'
import { type Db, inTransaction, onlyRow } from '#src/db/database.server.ts'
import { countCapped, isAfterCursor, toPage } from '#src/db/pages.server.ts'
import { containsText } from '#src/db/search.server.ts'
import { type Actor, recordChange } from '#src/features/audit/record-change.server.ts'
import type {
  InboxTicket,
  TicketChange,
  TicketDetails,
  TicketListParams,
} from '#src/features/contact/contact.contract.ts'
import { ticketReplyMail } from '#src/features/contact/contact.messages.ts'
import { contactReplies, contactTickets } from '#src/features/contact/contact.table.server.ts'
import { formatTicketNumber } from '#src/features/contact/tickets.ts'
import { queueMessage } from '#src/features/notifications/outbox/outbox.server.ts'

const { searchText: _, ...SHOWN } = getTableColumns(contactTickets)
type TicketRow = Omit<typeof contactTickets.$inferSelect, 'searchText'>

/** Lists the tickets of one status, or all: open ones by due date, all others latest first. */
export async function listTickets(db: Db, { status, q, limit, cursor }: TicketListParams) {
  const { replyDueAt, id } = contactTickets
  const condition = and(status && eq(contactTickets.status, status), q ? matchesTicket(q) : undefined)
  const isWork = status === 'open'
  const order = isWork ? asc : desc
  const rows = await db
    .select(SHOWN)
    .from(contactTickets)
    .where(and(condition, isAfterCursor(cursor, { table: contactTickets, by: replyDueAt, ascending: isWork })))
    .orderBy(order(replyDueAt), order(id))
    .limit(limit + 1)
  const page = toPage(rows.map(toInboxTicket), limit)
  const isAll = cursor === undefined && page.nextCursor === undefined
  return { ...page, total: isAll ? rows.length : await countCapped(db, contactTickets, condition) }
}

export async function getTicketDetails(db: Db, id: string): Promise<TicketDetails> {
  const [row] = await db.select(SHOWN).from(contactTickets).where(eq(contactTickets.id, id))
  if (!row) throw ticketNotFound()
  const replies = await db
    .select()
    .from(contactReplies)
    .where(eq(contactReplies.ticketId, id))
    .orderBy(asc(contactReplies.createdAt))
  const { beginning: _beginning, ...ticket } = toInboxTicket(row)
  return {
    ...ticket,
    email: row.email,
    phone: row.phone,
    message: row.message,
    replies: replies.map(({ id, text, byEmail, createdAt }) => ({
      id,
      text,
      byEmail,
      createdAt: createdAt.toISOString(),
    })),
  }
}

type AuditedChange = TicketChange & { id: string; by: Actor; about?: string; now?: Date }

/** Replies to, closes or reopens a ticket. A repeated reply within minutes is a double tap. */
export async function changeTicket(db: Db, change: AuditedChange): Promise<TicketDetails> {
  const { id, status, reply, by, about, now = new Date() } = change
  return inTransaction(db, async (tx) => {
    const [row] = await tx.select(SHOWN).from(contactTickets).where(eq(contactTickets.id, id)).for('update')
    if (!row) throw ticketNotFound()
    const isNew = reply !== undefined && !(await isRepeated(tx, { id, reply, now }))
    if (status === 'answered' && !isNew && !row.answeredAt) throw new DomainError('conflict', 'Please write a reply.')
    const replyId = isNew ? await sendReply(tx, { row, reply, by, about, now }) : undefined
    await tx
      .update(contactTickets)
      .set({
        status,
        ...(isNew && !row.answeredAt && { answeredAt: now }),
        ...(isOpenedAgain(row, status) && { replyDueAt: addMinutes(now, REPLY_WITHIN_HOURS * 60) }),
      })
      .where(eq(contactTickets.id, id))
    await recordChange(tx, {
      by,
      entity: 'ticket',
      entityId: id,
      action: 'update',
      before: { status: row.status },
      // The audit log outlives the ticket, so it holds no message text.
      after: { status, ...(replyId && { replyId }) },
    })
    return getTicketDetails(tx, id)
  })
}

const SECOND_TAP_MINUTES = 10

async function isRepeated(tx: Db, { id, reply, now }: { id: string; reply: string; now: Date }): Promise<boolean> {
  const isRecent = gt(contactReplies.createdAt, addMinutes(now, -SECOND_TAP_MINUTES))
  const [latest] = await tx
    .select({ text: contactReplies.text })
    .from(contactReplies)
    .where(and(eq(contactReplies.ticketId, id), isRecent))
    .orderBy(desc(contactReplies.createdAt))
    .limit(1)
  return latest?.text === reply
}

type NewReply = { row: TicketRow; reply: string; by: Actor; about: string | undefined; now: Date }

async function sendReply(tx: Db, { row, reply, by, about, now }: NewReply): Promise<string> {
  const values = { ticketId: row.id, text: reply, byEmail: by.email, createdAt: now }
  const { id } = onlyRow(await tx.insert(contactReplies).values(values).returning({ id: contactReplies.id }))
  await queueMessage(tx, {
    channel: 'email',
    to: row.email,
    ...ticketReplyMail(formatTicketNumber(row.number), reply, about),
    idempotencyKey: `contact-reply:${id}`,
  })
  return id
}

/** A ticket that was closed by mistake keeps its deadline; one that was answered gets a new one. */
function isOpenedAgain(row: TicketRow, status: TicketChange['status']): boolean {
  return status === 'open' && row.status !== 'open' && row.answeredAt !== null
}

/** Matches a ticket number (SC-1001 or 1001) or a part of the text. */
function matchesTicket(q: string): SQL | undefined {
  const [, digits] = /^(?:sc-?)?(\d{1,9})$/i.exec(q) ?? []
  const { searchText, number } = contactTickets
  return or(digits === undefined ? undefined : eq(number, Number(digits)), containsText(searchText, q))
}

const BEGINNING = 160

function toInboxTicket(row: TicketRow): InboxTicket {
  const { id, number, name, subject, message, status } = row
  const beginning = message.replace(/\s+/g, ' ')
  return {
    id,
    ticket: formatTicketNumber(number),
    name,
    subject,
    beginning: beginning.length > BEGINNING ? `${beginning.slice(0, BEGINNING).replace(/\s+\S*$/, '')}…` : beginning,
    status,
    replyDueAt: row.replyDueAt.toISOString(),
    answeredAt: row.answeredAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
  }
}

const ticketNotFound = () => new DomainError('not-found', 'Ticket not found.')
