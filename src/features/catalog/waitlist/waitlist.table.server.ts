import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core'
import { personalData, timestamptz } from '#src/db/columns.server.ts'
import { products } from '#src/features/catalog/products/products.table.server.ts'

/** A product that someone waits or waited for. Its row is the lock of its entries. */
export const waitlists = pgTable(
  'waitlists',
  {
    productId: integer('product_id')
      .primaryKey()
      .references(() => products.id, { onDelete: 'cascade' }),
    /** Of the pieces in stock, those that someone was mailed about. */
    offered: integer().notNull().default(0),
    offeredAt: timestamptz('offered_at'),
  },
  (table) => [check('waitlists_offered_not_negative', sql`${table.offered} >= 0`)],
)

/** Someone who asked for an e-mail when a sold-out product is back. Deleted with that e-mail. */
export const waitlistEntries = pgTable(
  'waitlist_entries',
  {
    id: uuid().primaryKey().defaultRandom(),
    productId: integer('product_id')
      .notNull()
      .references(() => products.id, { onDelete: 'cascade' }),
    email: text().notNull(),
    createdAt: timestamptz('created_at').notNull().defaultNow(),
  },
  (table) => [
    unique('waitlist_entries_product_email_unique').on(table.productId, table.email),
    index('waitlist_entries_order').on(table.productId, table.createdAt, table.id),
    index('waitlist_entries_email').on(table.email),
    index('waitlist_entries_age').on(table.createdAt),
  ],
)

personalData(waitlistEntries, { erase: ['email'] })

/** Addresses that visitors cannot enter again. Signing in and asking again removes the row. */
export const waitlistStops = pgTable('waitlist_stops', {
  fingerprint: text().primaryKey(),
  createdAt: timestamptz('created_at').notNull().defaultNow(),
})

personalData(waitlistStops, { keep: { 'a fingerprint, purged after a year': ['fingerprint'] } })
