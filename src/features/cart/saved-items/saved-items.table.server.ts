import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core'
import { timestamptz } from '#src/db/columns.server.ts'
import { users } from '#src/features/auth/auth.table.server.ts'
import { products } from '#src/features/catalog/products/products.table.server.ts'
import { SAVED_KINDS } from './saved-items.ts'

export const savedItems = pgTable(
  'saved_items',
  {
    id: uuid().primaryKey().defaultRandom(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    productId: integer('product_id')
      .notNull()
      .references(() => products.id, { onDelete: 'cascade' }),
    kind: text({ enum: SAVED_KINDS }).notNull(),
    quantity: integer().notNull(),
    /** The customer gets an e-mail when the price falls below this. */
    watchedPaise: integer('watched_paise'),
    createdAt: timestamptz('created_at').notNull().defaultNow(),
  },
  (table) => [
    unique('saved_items_user_product_kind_unique').on(table.userId, table.productId, table.kind),
    check('saved_items_watched_wish', sql`${table.watchedPaise} is null or ${table.kind} = 'wish'`),
    check('saved_items_quantity_positive', sql`${table.quantity} > 0`),
    index('saved_items_watched').on(table.productId).where(sql`${table.watchedPaise} is not null`),
  ],
)
