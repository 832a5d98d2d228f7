import { and, count, gte, isNotNull, isNull, lte, sql } from 'drizzle-orm'
import { startOfShopDay } from '#src/core/dates.ts'
import { rupees } from '#src/core/money.ts'
import { type Db, onlyRow } from '#src/db/database.server.ts'
import type { DashboardStats } from '#src/features/admin/admin.contract.ts'
import { products } from '#src/features/catalog/products/products.table.server.ts'
import { isPayingOrder } from '#src/features/orders/orders.server.ts'
import { orders } from '#src/features/orders/orders.table.server.ts'
import { sumRevenue } from '#src/features/payments/ledger/revenue.server.ts'

/** Revenue without cancelled orders, orders paid since midnight in India, and products at or below their minimum. */
export async function readDashboardStats(db: Db, now = new Date()): Promise<DashboardStats> {
  const today = onlyRow(
    await db
      .select({ total: count() })
      .from(orders)
      .where(and(isPayingOrder, isNotNull(orders.paidAt), gte(orders.createdAt, startOfShopDay(now)))),
  )
  const stockCounts = onlyRow(
    await db
      .select({
        total: count(),
        low: sql<number>`(count(*) filter (where ${lte(sql`${products.stock} - ${products.reserved}`, products.minStock)}))::int`,
      })
      .from(products)
      .where(isNull(products.archivedAt)),
  )
  return {
    totalRevenue: rupees(await sumRevenue(db)),
    ordersToday: today.total,
    totalProducts: stockCounts.total,
    lowStockCount: stockCounts.low,
  }
}
