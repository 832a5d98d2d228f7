import { sql } from 'drizzle-orm'
import { check, integer, pgTable, unique } from 'drizzle-orm/pg-core'
import { MAX_LINE_QUANTITY } from '#src/core/shop-policy.ts'
import { productFamilies, products } from '#src/features/catalog/products/products.table.server.ts'

/** A tier of a family, or of a product without one. */
export const priceTiers = pgTable(
  'price_tiers',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    familyId: integer('family_id').references(() => productFamilies.id, { onDelete: 'cascade' }),
    productId: integer('product_id').references(() => products.id, { onDelete: 'cascade' }),
    fromQuantity: integer('from_quantity').notNull(),
    percent: integer().notNull(),
  },
  (table) => [
    unique('price_tiers_family_unique').on(table.familyId, table.fromQuantity),
    unique('price_tiers_product_unique').on(table.productId, table.fromQuantity),
    check('price_tiers_owner', sql`num_nonnulls(${table.familyId}, ${table.productId}) = 1`),
    check('price_tiers_from', sql`${table.fromQuantity} between 2 and ${sql.raw(String(MAX_LINE_QUANTITY))}`),
    check('price_tiers_percent', sql`${table.percent} between 1 and 89`),
  ],
)
