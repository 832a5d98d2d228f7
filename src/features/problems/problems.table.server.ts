import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { bytea, timestamptz } from '#src/db/columns.server.ts'
import { users } from '#src/features/auth/auth.table.server.ts'
import { contactTickets } from '#src/features/contact/contact.table.server.ts'
import { orderLines, orders } from '#src/features/orders/orders.table.server.ts'
import { PROBLEM_KINDS, PROBLEM_WISHES } from './problems.contract.ts'

/** The order that a ticket is about. The ticket has the texts and the deadline, and its erasure erases this row. */
export const problemReports = pgTable(
  'problem_reports',
  {
    ticketId: uuid('ticket_id')
      .primaryKey()
      .references(() => contactTickets.id, { onDelete: 'cascade' }),
    orderId: uuid('order_id')
      .notNull()
      .references(() => orders.id, { onDelete: 'cascade' }),
    kind: text({ enum: PROBLEM_KINDS }).notNull(),
    wish: text({ enum: PROBLEM_WISHES }).notNull(),
    outcome: text({ enum: ['refund', 'replace'] }),
    refundPaise: integer('refund_paise'),
    replacementOrderId: uuid('replacement_order_id').references(() => orders.id),
    settledAt: timestamptz('settled_at'),
  },
  (table) => [
    index('problem_reports_order').on(table.orderId),
    check('problem_reports_settled_once', sql`(${table.outcome} is null) = (${table.settledAt} is null)`),
    check(
      'problem_reports_refund_amount',
      sql`(${table.outcome} = 'refund') is true = (${table.refundPaise} is not null)`,
    ),
  ],
)

export const problemLines = pgTable(
  'problem_lines',
  {
    ticketId: uuid('ticket_id')
      .notNull()
      .references(() => problemReports.ticketId, { onDelete: 'cascade' }),
    orderLineId: uuid('order_line_id')
      .notNull()
      .references(() => orderLines.id, { onDelete: 'cascade' }),
    quantity: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.ticketId, table.orderLineId] }),
    index('problem_lines_order_line').on(table.orderLineId),
    check('problem_lines_quantity_positive', sql`${table.quantity} > 0`),
  ],
)

/** Stored in the database, so that erasure and backups cover them. A photo without a report is deleted after a day. */
export const problemPhotos = pgTable(
  'problem_photos',
  {
    id: uuid().primaryKey().defaultRandom(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    ticketId: uuid('ticket_id').references(() => problemReports.ticketId, { onDelete: 'cascade' }),
    image: bytea().notNull(),
    createdAt: timestamptz('created_at').notNull(),
  },
  (table) => [
    index('problem_photos_user').on(table.userId),
    index('problem_photos_ticket').on(table.ticketId),
    index('problem_photos_created').on(table.createdAt),
    check('problem_photos_size', sql`octet_length(${table.image}) between 1 and 2000000`),
  ],
)
