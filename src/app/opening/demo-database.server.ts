import { eq, isNotNull } from 'drizzle-orm'
import type { Db } from '#src/db/database.server.ts'
import { users } from '#src/features/auth/auth.table.server.ts'
import { products } from '#src/features/catalog/products/products.table.server.ts'
import { orders } from '#src/features/orders/orders.table.server.ts'
import { shopOpening } from '#src/features/settings/settings.table.server.ts'
import { batches } from '#src/features/traceability/traceability.table.server.ts'

/** Throws for the database of a live shop, whose messages a demo would show, and whose food labels it would invent. */
export async function assertDemoDatabase(db: Db): Promise<void> {
  const isOpened = (await db.$count(shopOpening, isNotNull(shopOpening.openedBy))) > 0
  if (isOpened || ((await hasAdminAndProducts(db)) && !(await hasSamples(db))))
    throw new Error(
      'The database belongs to a live shop: set SHOP_MODE=live, or give the demo its own DATA_DIR or DATABASE_URL',
    )
}

const hasAdminAndProducts = async (db: Db) =>
  (await db.$count(users, eq(users.isAdmin, true))) > 0 && (await db.$count(products)) > 0

const hasSamples = async (db: Db) =>
  (await db.$count(batches, eq(batches.isSample, true))) + (await db.$count(orders, eq(orders.isSample, true))) > 0
