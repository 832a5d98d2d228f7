import { desc, eq, inArray, lt, or, type SQL } from 'drizzle-orm'
import { addMinutes } from '#src/core/dates.ts'
import { RETENTION } from '#src/core/retention.ts'
import { REPLY_WITHIN_HOURS } from '#src/core/shop-contact.ts'
import { type Db, inTransaction, onlyRow } from '#src/db/database.server.ts'
import { type AccountOwner, isSentByAccount, isSentWithEmail } from '#src/features/auth/accounts/users.server.ts'
import { alertAdmins } from '#src/features/auth/alerts/alert-admins.server.ts'
import type { AlertMailKind } from '#src/features/auth/alerts/alert-kinds.ts'
import type { Mail } from '#src/features/notifications/mail/mail.ts'
import { eraseMessagesMentioning, queueMessage } from '#src/features/notifications/outbox/outbox.server.ts'
import { absoluteUrl } from '#src/server/config/process-settings.server.ts'
import type { NewTicket, TicketReceipt } from './contact.contract.ts'
import { ticketAdminMail, ticketReceivedMail } from './contact.messages.ts'
import { contactReplies, contactTickets } from './contact.table.server.ts'
import { formatTicketNumber } from './tickets.ts'

type Submission = {
  userId?: string
  adminEmail: string
  /** False if the sender gets no mail about it. */
  acknowledges?: boolean
  /** The mail to the admin, instead of the one about any ticket. `link` opens the ticket. */
  describe?: (row: TicketRow, link: string) => Mail<AlertMailKind>
  now?: Date
}

type TicketRow = typeof contactTickets.$inferSelect

export async function submitTicket(
  db: Db,
  { website: _, ...input }: NewTicket,
  submission: Submission,
): Promise<TicketReceipt> {
  const { number } = await inTransaction(db, (tx) => createTicket(tx, input, submission))
  return { ticket: formatTicketNumber(number) }
}

/** Opens a ticket, acknowledges it to its sender, and notifies the admin. */
export async function createTicket(
  tx: Db,
  input: Omit<NewTicket, 'website'>,
  { userId, adminEmail, acknowledges = true, describe = describeTicket, now = new Date() }: Submission,
): Promise<TicketRow> {
  const replyDueAt = addMinutes(now, REPLY_WITHIN_HOURS * 60)
  const row = onlyRow(
    await tx
      .insert(contactTickets)
      .values({ ...input, userId, phone: input.phone || null, replyDueAt, createdAt: now })
      .returning(),
  )
  if (acknowledges) await acknowledge(tx, row)
  await notifyAdmin(tx, describe(row, absoluteUrl(`/admin?view=inbox&id=${row.id}`)), { row, adminEmail })
  return row
}

/** Locks a ticket against other changes. */
export async function lockTicket(tx: Db, id: string): Promise<void> {
  await tx.select({ id: contactTickets.id }).from(contactTickets).where(eq(contactTickets.id, id)).for('update')
}

export type TicketThread = Pick<TicketRow, 'id' | 'number' | 'status' | 'message' | 'createdAt' | 'replyDueAt'> & {
  replies: { text: string; createdAt: Date }[]
}

/** Finds tickets with their replies, newest first; skips unknown ids. */
export async function listTicketThreads(db: Db, ids: readonly string[]): Promise<TicketThread[]> {
  const tickets = await db
    .select()
    .from(contactTickets)
    .where(inArray(contactTickets.id, [...ids]))
    .orderBy(desc(contactTickets.createdAt))
  const { ticketId, text, createdAt } = contactReplies
  const replies = await db
    .select({ ticketId, text, createdAt })
    .from(contactReplies)
    .where(inArray(ticketId, [...ids]))
    .orderBy(createdAt)
  return tickets.map((ticket) => ({ ...ticket, replies: replies.filter((reply) => reply.ticketId === ticket.id) }))
}

async function acknowledge(tx: Db, { id, number, email }: TicketRow) {
  await queueMessage(tx, {
    channel: 'email',
    to: email,
    ...ticketReceivedMail(formatTicketNumber(number)),
    idempotencyKey: `contact-ticket:${id}:sender`,
  })
}

const describeTicket = (row: TicketRow, link: string): Mail<AlertMailKind> =>
  ticketAdminMail(formatTicketNumber(row.number), { ...row, link })

type TicketAlert = { row: TicketRow; adminEmail: string }

async function notifyAdmin(tx: Db, mail: Mail<AlertMailKind>, { row, adminEmail }: TicketAlert) {
  await alertAdmins(tx, {
    mail,
    idempotencyKey: `contact-ticket:${row.id}:admin`,
    pushText: `${formatTicketNumber(row.number)} needs a reply within ${REPLY_WITHIN_HOURS} hours`,
    fallback: adminEmail,
  })
}

export const isTicketOfAccount = (owner: AccountOwner): SQL => isSentByAccount(contactTickets, owner)

export const isTicketWithEmail = (owner: AccountOwner): SQL | undefined => isSentWithEmail(contactTickets, owner)

/** Erases a customer's tickets, including those sent with their address and no account. */
export async function eraseTickets(db: Db, owner: AccountOwner): Promise<void> {
  const erased = await db
    .delete(contactTickets)
    .where(or(isTicketOfAccount(owner), isTicketWithEmail(owner)))
    .returning({ id: contactTickets.id })
  // The mails to the admins hold their message too.
  await eraseMessagesMentioning(
    db,
    erased.map(({ id }) => id),
  )
}

export async function purgeOldTickets(db: Db, now: Date): Promise<void> {
  await db
    .delete(contactTickets)
    .where(lt(contactTickets.createdAt, addMinutes(now, -RETENTION.tickets.days * 24 * 60)))
}
