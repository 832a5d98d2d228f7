import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, uuid } from 'drizzle-orm/pg-core'
import { bytea, timestamptz } from '#src/db/columns.server.ts'
import { users } from '#src/features/auth/auth.table.server.ts'

/** Logos of customers for the cards of their gifts. In the database, so that erasure and backups cover them. */
export const cardLogos = pgTable(
  'card_logos',
  {
    id: uuid().primaryKey().defaultRandom(),
    /** Null once the account is deleted: an order that is not packed yet still needs its card. */
    userId: uuid('user_id').references(() => users.id, { onDelete: 'set null' }),
    image: bytea().notNull(),
    width: integer().notNull(),
    height: integer().notNull(),
    createdAt: timestamptz('created_at').notNull(),
    /** When it was uploaded or ordered with. */
    usedAt: timestamptz('used_at').notNull(),
  },
  (table) => [
    index('card_logos_user').on(table.userId),
    index('card_logos_used').on(table.usedAt),
    check('card_logos_size', sql`octet_length(${table.image}) between 1 and 2000000`),
  ],
)
