import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { timestamptz } from '#src/db/columns.server.ts'
import { users } from '#src/features/auth/auth.table.server.ts'
import { TICKET_STATUSES } from './tickets.ts'

/** What people wrote to the studio. The number is counted, not guessed at: nothing reads a ticket in public. */
export const contactTickets = pgTable(
  'contact_tickets',
  {
    id: uuid().primaryKey().defaultRandom(),
    number: integer().generatedAlwaysAsIdentity({ startWith: 1001 }).notNull().unique('contact_tickets_number_unique'),
    name: text().notNull(),
    phone: text(),
    email: text().notNull(),
    /** The account that sent it. Null where nobody was signed in: then the address is only what somebody typed. */
    userId: uuid('user_id').references(() => users.id, { onDelete: 'set null' }),
    subject: text().notNull(),
    message: text().notNull(),
    status: text({ enum: TICKET_STATUSES }).notNull().default('open'),
    /** What the page promised; anew when a ticket is opened again after an answer. */
    replyDueAt: timestamptz('reply_due_at').notNull(),
    /** The first answer in words. */
    answeredAt: timestamptz('answered_at'),
    createdAt: timestamptz('created_at').notNull().defaultNow(),
    /** All that a ticket can be found by, in small letters: making them small takes longer than finding a part. */
    searched: text().generatedAlwaysAs(
      sql`lower(name || chr(10) || email || chr(10) || coalesce(phone, '') || chr(10) || subject || chr(10) || message)`,
    ),
  },
  (table) => [
    index('contact_tickets_open').on(table.replyDueAt).where(sql`${table.status} = 'open'`),
    index('contact_tickets_newest').on(table.replyDueAt, table.id),
    index('contact_tickets_status').on(table.status, table.replyDueAt, table.id),
    index('contact_tickets_parts').using('gin', sql`parts_of(${table.searched})`).with({ fastupdate: false }),
    index('contact_tickets_email').on(table.email),
    index('contact_tickets_user').on(table.userId).where(sql`${table.userId} is not null`),
    check('contact_tickets_due_after_creation', sql`${table.replyDueAt} > ${table.createdAt}`),
  ],
)

/** What the maker answered, word for word as it was sent. Gone with its ticket. */
export const contactReplies = pgTable(
  'contact_replies',
  {
    id: uuid().primaryKey().defaultRandom(),
    ticketId: uuid('ticket_id')
      .notNull()
      .references(() => contactTickets.id, { onDelete: 'cascade' }),
    text: text().notNull(),
    byEmail: text('by_email').notNull(),
    createdAt: timestamptz('created_at').notNull(),
  },
  (table) => [index('contact_replies_ticket').on(table.ticketId, table.createdAt)],
)
