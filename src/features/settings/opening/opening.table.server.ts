import { sql } from 'drizzle-orm'
import { boolean, check, pgTable, text } from 'drizzle-orm/pg-core'
import { timestamptz } from '#src/db/columns.server.ts'
import { personalData } from '#src/db/data-policy.server.ts'

/** Its one row exists once a live shop is open. */
export const shopOpening = pgTable(
  'shop_opening',
  {
    isOpen: boolean('is_open').primaryKey().default(true),
    openedAt: timestamptz('opened_at').notNull().defaultNow(),
    /** Null for a shop that sold before the checklist existed (migration). */
    openedBy: text('opened_by'),
  },
  (table) => [check('shop_opening_once', sql`${table.isOpen}`)],
)

personalData(shopOpening, { keep: { 'what an admin did': ['openedBy'] } })
