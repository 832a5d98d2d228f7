import { sql } from 'drizzle-orm'
import { boolean, check, pgTable, text } from 'drizzle-orm/pg-core'
import { timestamptz } from '#src/db/columns.server.ts'

/** Has its one row once a live shop is open to shoppers. It never closes again. */
export const shopOpening = pgTable(
  'shop_opening',
  {
    isOpen: boolean('is_open').primaryKey().default(true),
    openedAt: timestamptz('opened_at').notNull().defaultNow(),
    /** Which admin opened it; null for a shop that sold before there was a checklist (migration). */
    openedBy: text('opened_by'),
  },
  (table) => [check('shop_opening_once', sql`${table.isOpen}`)],
)
