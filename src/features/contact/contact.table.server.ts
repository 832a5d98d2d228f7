import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'

const moment = (name: string) => timestamp(name, { withTimezone: true })

const TICKET_STATUSES = ['open', 'answered', 'closed'] as const

/** What people wrote to the studio. The number is counted, not guessed at: nothing reads a ticket in public. */
export const contactTickets = pgTable(
  'contact_tickets',
  {
    id: uuid().primaryKey().defaultRandom(),
    number: integer().generatedAlwaysAsIdentity({ startWith: 1001 }).notNull().unique('contact_tickets_number_unique'),
    name: text().notNull(),
    phone: text(),
    email: text().notNull(),
    subject: text().notNull(),
    message: text().notNull(),
    status: text({ enum: TICKET_STATUSES }).notNull().default('open'),
    replyDueAt: moment('reply_due_at').notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [
    index('contact_tickets_open').on(table.replyDueAt).where(sql`${table.status} = 'open'`),
    index('contact_tickets_email').on(table.email),
    check('contact_tickets_due_after_creation', sql`${table.replyDueAt} > ${table.createdAt}`),
  ],
)
