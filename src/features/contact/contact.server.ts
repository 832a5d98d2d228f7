import { lt, or, type SQL } from 'drizzle-orm'
import { addMinutes } from '#src/core/dates.ts'
import { RETENTION } from '#src/core/retention.ts'
import { REPLY_WITHIN_HOURS } from '#src/core/shop-contact.ts'
import { type Db, inTransaction, onlyRow } from '#src/db/database.server.ts'
import { type AccountOwner, isSentByAccount, isSentWithEmail } from '#src/features/auth/accounts/ownership.server.ts'
import { eraseMessagesForEvents, queueMessage } from '#src/features/notifications/outbox/outbox.server.ts'
import type { NewTicket, TicketReceipt } from './contact.contract.ts'
import { ticketAdminMail, ticketReceivedMail } from './contact.messages.ts'
import { contactTickets } from './contact.table.server.ts'
import { formatTicketNumber } from './tickets.ts'

type Submission = {
  /** The account that sends it, where somebody is signed in. */
  userId?: string
  adminEmail: string
  /** False where its sender gets no mail about it. */
  acknowledges?: boolean
  now?: Date
}

type TicketRow = typeof contactTickets.$inferSelect

/** Keeps a message to the studio, tells its sender the number and the maker that somebody waits. */
export async function submitTicket(
  db: Db,
  { website: _, ...input }: NewTicket,
  { userId, adminEmail, acknowledges = true, now = new Date() }: Submission,
): Promise<TicketReceipt> {
  return inTransaction(db, async (tx) => {
    const replyDueAt = addMinutes(now, REPLY_WITHIN_HOURS * 60)
    const row = onlyRow(
      await tx
        .insert(contactTickets)
        .values({ ...input, userId, phone: input.phone || null, replyDueAt, createdAt: now })
        .returning(),
    )
    if (acknowledges) await acknowledge(tx, row)
    await tellAdmin(tx, row, adminEmail)
    return { ticket: formatTicketNumber(row.number) }
  })
}

async function acknowledge(tx: Db, { id, number, email }: TicketRow) {
  await queueMessage(tx, {
    channel: 'email',
    to: email,
    ...ticketReceivedMail(formatTicketNumber(number)),
    dedupeKey: `contact-ticket:${id}:sender`,
  })
}

async function tellAdmin(tx: Db, row: TicketRow, adminEmail: string) {
  await queueMessage(tx, {
    channel: 'email',
    to: adminEmail,
    ...ticketAdminMail(formatTicketNumber(row.number), row),
    dedupeKey: adminKey(row.id),
  })
}

const adminKey = (ticketId: string) => `contact-ticket:${ticketId}:maker`

/** What a person wrote while signed in. */
export const isTicketOfAccount = (person: AccountOwner): SQL => isSentByAccount(contactTickets, person)

/** What somebody who was not signed in wrote with a person's address. */
export const isTicketWithEmail = (person: AccountOwner): SQL | undefined => isSentWithEmail(contactTickets, person)

/** For a person who leaves: what they wrote is gone, and what came with their address and no account. */
export async function eraseTickets(db: Db, person: AccountOwner): Promise<void> {
  const gone = await db
    .delete(contactTickets)
    .where(or(isTicketOfAccount(person), isTicketWithEmail(person)))
    .returning({ id: contactTickets.id })
  // The maker was sent their words too.
  await eraseMessagesForEvents(
    db,
    gone.map(({ id }) => adminKey(id)),
  )
}

/** For the clock: messages to the studio whose time is over. */
export async function purgeOldTickets(db: Db, now: Date): Promise<void> {
  await db
    .delete(contactTickets)
    .where(lt(contactTickets.createdAt, addMinutes(now, -RETENTION.tickets.days * 24 * 60)))
}
