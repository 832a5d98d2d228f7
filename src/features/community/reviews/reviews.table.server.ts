import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { personalData, timestamptz } from '#src/db/columns.server.ts'
import { users } from '#src/features/auth/auth.table.server.ts'
import { products } from '#src/features/catalog/products/products.table.server.ts'
import { orderLines } from '#src/features/orders/orders.table.server.ts'
import { REVIEW_STATUSES } from './review.ts'

export const reviews = pgTable(
  'reviews',
  {
    id: uuid().primaryKey().defaultRandom(),
    productId: integer('product_id')
      .notNull()
      .references(() => products.id),
    /** The reviewed purchase; only samples have none. */
    orderLineId: uuid('order_line_id')
      .unique('reviews_order_line_unique')
      .references(() => orderLines.id),
    userId: uuid('user_id').references(() => users.id, { onDelete: 'set null' }),
    rating: integer().notNull(),
    title: text().notNull(),
    text: text().notNull(),
    authorName: text('author_name').notNull(),
    status: text({ enum: REVIEW_STATUSES }).notNull().default('pending'),
    rejectionReason: text('rejection_reason'),
    /** Invented for the demo and marked wherever it is shown. */
    isSample: boolean('is_sample').notNull().default(false),
    createdAt: timestamptz('created_at').notNull().defaultNow(),
  },
  (table) => [
    index('reviews_public').on(table.productId, table.createdAt).where(sql`${table.status} = 'published'`),
    index('reviews_pending').on(table.createdAt).where(sql`${table.status} = 'pending'`),
    index('reviews_to_moderate').on(table.status, table.createdAt, table.id),
    index('reviews_user').on(table.userId),
    check('reviews_rating_of_five', sql`${table.rating} between 1 and 5`),
    check('reviews_need_purchase', sql`${table.isSample} or ${table.orderLineId} is not null`),
  ],
)

personalData(reviews, {
  erase: ['authorName'],
  keep: {
    'a published review stays without its author; any other is deleted': ['title', 'text'],
    'written by an admin': ['rejectionReason'],
  },
})
