import { eq, lt } from 'drizzle-orm'
import { formatDayAndTime, minutesLater } from '#src/core/dates.ts'
import { REPLY_WITHIN_HOURS } from '#src/core/shop-contact.ts'
import { SHOP_NAME } from '#src/core/shop-policy.ts'
import { queueMessage } from '#src/features/notifications/notifications.server.ts'
import { type Db, inTransaction, onlyRow } from '#src/platform/database.server.ts'
import type { NewTicket, TakenTicket } from './contact.contract.ts'
import { ticketName } from './contact.rules.ts'
import { contactTickets } from './contact.table.server.ts'

type TicketRow = typeof contactTickets.$inferSelect

/** Keeps a message to the studio, tells its sender the number and the maker that somebody waits. */
export async function submitTicket(
  db: Db,
  { website: _, ...input }: NewTicket,
  { makerEmail, now = new Date() }: { makerEmail: string; now?: Date },
): Promise<TakenTicket> {
  return inTransaction(db, async (tx) => {
    const replyDueAt = minutesLater(now, REPLY_WITHIN_HOURS * 60)
    const row = onlyRow(
      await tx
        .insert(contactTickets)
        .values({ ...input, phone: input.phone || null, replyDueAt, createdAt: now })
        .returning(),
    )
    await acknowledge(tx, row)
    await tellMaker(tx, row, makerEmail)
    return { ticket: ticketName(row.number) }
  })
}

/** Nothing of what was typed goes back out: the address may be a stranger's, and we would carry the text there. */
async function acknowledge(tx: Db, { id, number, email }: TicketRow) {
  const ticket = ticketName(number)
  await queueMessage(tx, {
    channel: 'email',
    to: email,
    subject: `${ticket}: we have your message`,
    text: `Thank you for writing to ${SHOP_NAME}.\n\nYour message has the number ${ticket}. We will get back to you within ${REPLY_WITHIN_HOURS} hours.\n\nIf you did not write to us, somebody gave us your address by mistake, and you need not do anything.`,
    dedupeKey: `contact-ticket:${id}:sender`,
  })
}

async function tellMaker(tx: Db, row: TicketRow, makerEmail: string) {
  const ticket = ticketName(row.number)
  const from = [row.name, row.email, row.phone].filter(Boolean).join(', ')
  await queueMessage(tx, {
    channel: 'email',
    to: makerEmail,
    subject: `${ticket}: ${row.subject}`,
    text: `From ${from}\nReply promised by ${formatDayAndTime(row.replyDueAt.toISOString())}\n\n${row.message}`,
    dedupeKey: `contact-ticket:${row.id}:maker`,
  })
}

/** For a person who leaves: what they wrote from their own address is gone. */
export async function forgetTicketsFrom(db: Db, email: string): Promise<void> {
  await db.delete(contactTickets).where(eq(contactTickets.email, email))
}

const KEPT_DAYS = 365

/** A message to the studio is kept for a year, as the privacy page says. */
export async function forgetOldTickets(db: Db, now: Date): Promise<void> {
  await db.delete(contactTickets).where(lt(contactTickets.createdAt, minutesLater(now, -KEPT_DAYS * 24 * 60)))
}
