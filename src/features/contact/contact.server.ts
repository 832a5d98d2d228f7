import { lt, or, type SQL } from 'drizzle-orm'
import { minutesLater } from '#src/core/dates.ts'
import { RETENTION } from '#src/core/retention.ts'
import { REPLY_WITHIN_HOURS } from '#src/core/shop-contact.ts'
import { type Person, sentByAccount, sentWithAddress } from '#src/features/account/ownership.server.ts'
import { forgetMessagesAbout, queueMessage } from '#src/features/notifications/notifications.server.ts'
import { type Db, inTransaction, onlyRow } from '#src/platform/database.server.ts'
import type { NewTicket, TakenTicket } from './contact.contract.ts'
import { ticketForMakerMail, ticketTakenMail } from './contact.messages.ts'
import { ticketName } from './contact.rules.ts'
import { contactTickets } from './contact.table.server.ts'

type Submission = {
  /** The account that sends it, where somebody is signed in. */
  userId?: string
  makerEmail: string
  /** False where its sender gets no mail about it. */
  acknowledges?: boolean
  now?: Date
}

type TicketRow = typeof contactTickets.$inferSelect

/** Keeps a message to the studio, tells its sender the number and the maker that somebody waits. */
export async function submitTicket(
  db: Db,
  { website: _, ...input }: NewTicket,
  { userId, makerEmail, acknowledges = true, now = new Date() }: Submission,
): Promise<TakenTicket> {
  return inTransaction(db, async (tx) => {
    const replyDueAt = minutesLater(now, REPLY_WITHIN_HOURS * 60)
    const row = onlyRow(
      await tx
        .insert(contactTickets)
        .values({ ...input, userId, phone: input.phone || null, replyDueAt, createdAt: now })
        .returning(),
    )
    if (acknowledges) await acknowledge(tx, row)
    await tellMaker(tx, row, makerEmail)
    return { ticket: ticketName(row.number) }
  })
}

async function acknowledge(tx: Db, { id, number, email }: TicketRow) {
  await queueMessage(tx, {
    channel: 'email',
    to: email,
    ...ticketTakenMail(ticketName(number)),
    dedupeKey: `contact-ticket:${id}:sender`,
  })
}

async function tellMaker(tx: Db, row: TicketRow, makerEmail: string) {
  await queueMessage(tx, {
    channel: 'email',
    to: makerEmail,
    ...ticketForMakerMail(ticketName(row.number), row),
    dedupeKey: makerKey(row.id),
  })
}

const makerKey = (ticketId: string) => `contact-ticket:${ticketId}:maker`

/** What a person wrote while signed in. */
export const ticketsOf = (person: Person): SQL => sentByAccount(contactTickets, person)

/** What somebody who was not signed in wrote with a person's address. */
export const ticketsWithAddressOf = (person: Person): SQL | undefined => sentWithAddress(contactTickets, person)

/** For a person who leaves: what they wrote is gone, and what came with their address and no account. */
export async function forgetTicketsFrom(db: Db, person: Person): Promise<void> {
  const gone = await db
    .delete(contactTickets)
    .where(or(ticketsOf(person), ticketsWithAddressOf(person)))
    .returning({ id: contactTickets.id })
  // The maker was sent their words too.
  await forgetMessagesAbout(
    db,
    gone.map(({ id }) => makerKey(id)),
  )
}

/** For the clock: messages to the studio whose time is over. */
export async function forgetOldTickets(db: Db, now: Date): Promise<void> {
  await db
    .delete(contactTickets)
    .where(lt(contactTickets.createdAt, minutesLater(now, -RETENTION.tickets.days * 24 * 60)))
}
