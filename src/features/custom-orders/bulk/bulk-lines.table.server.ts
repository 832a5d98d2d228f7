import { sql } from 'drizzle-orm'
import { check, integer, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core'
import { personalData } from '#src/db/columns.server.ts'
import { products } from '#src/features/catalog/products/products.table.server.ts'
import { customOrders } from '#src/features/custom-orders/custom-orders.table.server.ts'

export const bulkLines = pgTable(
  'bulk_lines',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    customOrderId: uuid('custom_order_id')
      .notNull()
      .references(() => customOrders.id, { onDelete: 'cascade' }),
    productId: integer('product_id')
      .notNull()
      .references(() => products.id),
    /** Copied, because a product can get another name. */
    name: text().notNull(),
    quantity: integer().notNull(),
    /** Of one piece in the latest quotation. */
    unitPaise: integer('unit_paise'),
  },
  (table) => [
    unique('bulk_lines_product_unique').on(table.customOrderId, table.productId),
    check('bulk_lines_quantity_in_range', sql`${table.quantity} between 1 and 5000`),
    check('bulk_lines_unit_positive', sql`${table.unitPaise} > 0`),
  ],
)

personalData(bulkLines, { keep: { 'what was asked for, without the customer': ['name'] } })
