import { and, count, eq, gte, inArray, isNotNull, isNull, lte, sql } from 'drizzle-orm'
import { startOfShopDay } from '#src/core/dates.ts'
import { paise, rupees } from '#src/core/money.ts'
import { products } from '#src/features/catalog/catalog.table.server.ts'
import { orders } from '#src/features/orders/orders.table.server.ts'
import { payments, refundsDue } from '#src/features/payments/payments.table.server.ts'
import { COUNTED_REFUND_STATES } from '#src/features/payments/refunds.reducer.ts'
import { type Db, onlyRow } from '#src/platform/database.server.ts'
import type { DashboardStats } from './admin.contract.ts'

/** A payment whose money went back was money received; what went back is taken off for itself. */
const RECEIVED = ['success', 'refunded'] as const

/**
 * The figures of the dashboard. Revenue is money received for orders that were not cancelled again; orders of today are
 * the paid ones that were placed since midnight in India; low stock counts products of which no more
 * than their minimum can be bought now.
 */
export async function dashboardStats(db: Db, now = new Date()): Promise<DashboardStats> {
  const { received } = onlyRow(
    await db
      .select({ received: sql<string>`coalesce(sum(${payments.amountPaise}), 0)` })
      .from(payments)
      .where(inArray(payments.status, RECEIVED)),
  )
  // Asked for each refund: joined, PostgreSQL reads every payment for the few that went back.
  const itsStatus = db.select({ status: payments.status }).from(payments).where(eq(payments.id, refundsDue.paymentId))
  const { owed } = onlyRow(
    await db
      .select({ owed: sql<string>`coalesce(sum(${refundsDue.amountPaise}), 0)` })
      .from(refundsDue)
      .where(
        and(
          inArray(refundsDue.reason, ['order-cancelled', 'maker']),
          inArray(refundsDue.state, [...COUNTED_REFUND_STATES]),
          inArray(sql`(${itsStatus})`, [...RECEIVED]),
        ),
      ),
  )
  const today = onlyRow(
    await db
      .select({ total: count() })
      .from(orders)
      .where(and(isNotNull(orders.paidAt), gte(orders.createdAt, startOfShopDay(now)))),
  )
  const shelf = onlyRow(
    await db
      .select({
        total: count(),
        low: sql<number>`(count(*) filter (where ${lte(sql`${products.stock} - ${products.reserved}`, products.minStock)}))::int`,
      })
      .from(products)
      .where(isNull(products.archivedAt)),
  )
  return {
    totalRevenue: rupees(paise(Number(received) - Number(owed))),
    ordersToday: today.total,
    totalProducts: shelf.total,
    lowStockCount: shelf.low,
  }
}
