import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { personalData, timestamptz } from '#src/db/columns.server.ts'
import { users } from '#src/features/auth/auth.table.server.ts'
import { TICKET_STATUSES } from './tickets.ts'

/** Ticket numbers may be sequential: no public page reads a ticket by its number. */
export const contactTickets = pgTable(
  'contact_tickets',
  {
    id: uuid().primaryKey().defaultRandom(),
    number: integer().generatedAlwaysAsIdentity({ startWith: 1001 }).notNull().unique('contact_tickets_number_unique'),
    name: text().notNull(),
    phone: text(),
    email: text().notNull(),
    /** The sender's account. Null for visitors, whose address is unconfirmed. */
    userId: uuid('user_id').references(() => users.id, { onDelete: 'set null' }),
    subject: text().notNull(),
    message: text().notNull(),
    status: text({ enum: TICKET_STATUSES }).notNull().default('open'),
    /** The promised time of the reply; set again when an answered ticket is reopened. */
    replyDueAt: timestamptz('reply_due_at').notNull(),
    answeredAt: timestamptz('answered_at'),
    createdAt: timestamptz('created_at').notNull().defaultNow(),
    searchText: text('search_text').generatedAlwaysAs(
      sql`normalize_text(name || chr(1) || email || chr(1) || coalesce(phone, '') || chr(1) || subject || chr(1) || message)`,
    ),
  },
  (table) => [
    index('contact_tickets_open').on(table.replyDueAt).where(sql`${table.status} = 'open'`),
    index('contact_tickets_newest').on(table.replyDueAt, table.id),
    index('contact_tickets_status').on(table.status, table.replyDueAt, table.id),
    index('contact_tickets_search_text').using('gin', table.searchText.op('gin_trgm_ops')).with({ fastupdate: false }),
    index('contact_tickets_email').on(table.email),
    index('contact_tickets_user').on(table.userId).where(sql`${table.userId} is not null`),
    check('contact_tickets_due_after_creation', sql`${table.replyDueAt} > ${table.createdAt}`),
  ],
)

personalData(contactTickets, { erase: ['name', 'phone', 'email', 'subject', 'message'] })

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

personalData(contactReplies, { erase: ['text', 'byEmail'] })
