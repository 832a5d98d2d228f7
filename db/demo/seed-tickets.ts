import { sql } from 'drizzle-orm'
import { addMinutes } from '#src/core/dates.ts'
import { REPLY_WITHIN_HOURS } from '#src/core/shop-contact.ts'
import { type Db, inTransaction, onlyRow } from '#src/db/database.server.ts'
import { contactReplies, contactTickets } from '#src/features/contact/contact.table.server.ts'

const HOUR = 60

/** One open and one answered message to the studio. */
const OPEN = {
  hoursAgo: 3,
  name: 'Leela Thomas',
  email: 'leela.thomas@sample.example',
  phone: '+919000000031',
  subject: 'Chocolates for sixty guests',
  message:
    'Our wedding is in the second week of next month. Could you make sixty small boxes with two pieces each? We would come by to taste.',
}
const ANSWERED = {
  hoursAgo: 52,
  name: 'Nikhil Varma',
  email: 'nikhil.varma@sample.example',
  phone: null,
  subject: 'Does the 85% contain milk?',
  message: 'My mother cannot have any. Is it made on the same machines as the milk bars?',
}
const ANSWER =
  'Midnight Bitter has no milk in its recipe, but it is made in the same room as our milk bars, so we cannot promise that there is no trace of it.'

/** Seeds sample messages, unless there are any. */
export async function seedDemoTickets(db: Db, { now, adminEmail }: { now: Date; adminEmail: string }): Promise<void> {
  await inTransaction(db, async (tx) => {
    // Serializes processes that start together.
    await tx.execute(sql`lock table ${contactTickets} in share row exclusive mode`)
    if ((await tx.$count(contactTickets)) > 0) return
    const answeredAt = addMinutes(now, -(ANSWERED.hoursAgo - 5) * HOUR)
    const { id } = onlyRow(
      await tx
        .insert(contactTickets)
        .values({ ...toRow(ANSWERED, now), status: 'answered', answeredAt })
        .returning({ id: contactTickets.id }),
    )
    await tx.insert(contactReplies).values({ ticketId: id, text: ANSWER, byEmail: adminEmail, createdAt: answeredAt })
    await tx.insert(contactTickets).values(toRow(OPEN, now))
  })
}

function toRow({ hoursAgo, ...letter }: typeof OPEN | typeof ANSWERED, now: Date) {
  const createdAt = addMinutes(now, -hoursAgo * HOUR)
  return { ...letter, createdAt, replyDueAt: addMinutes(createdAt, REPLY_WITHIN_HOURS * HOUR) }
}
