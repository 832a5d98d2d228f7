import { sql } from 'drizzle-orm'
import { check, integer, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core'
import { users } from '#src/features/account/account.table.server.ts'
import { products } from '#src/features/catalog/catalog.table.server.ts'
import { moment } from '#src/platform/moment.server.ts'
import { SAVED_KINDS } from './saved.rules.ts'

/** What a signed-in person has put aside or wishes for. */
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
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [
    unique('saved_items_user_product_kind_unique').on(table.userId, table.productId, table.kind),
    check('saved_items_quantity_positive', sql`${table.quantity} > 0`),
  ],
)
