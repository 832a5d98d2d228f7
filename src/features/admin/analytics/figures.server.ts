import { and, eq, isNotNull, type SQL, sql } from 'drizzle-orm'
import { shopDay, startOfShopMonth, startOfShopWeek } from '#src/core/dates.ts'
import { paise, rupees } from '#src/core/money.ts'
import { type Db, onlyRow } from '#src/db/database.server.ts'
import { toPage } from '#src/db/pages.server.ts'
import { firstOrders, orders } from '#src/features/orders/orders.table.server.ts'
import { listRevenueByDay } from '#src/features/payments/ledger/revenue.server.ts'
import { payments, refunds } from '#src/features/payments/payments.table.server.ts'
import { COUNTED_REFUND_STATES } from '#src/features/payments/refunds/refund-state-machine.ts'
import type { Analytics, Figure, FigureRow } from './analytics.contract.ts'

type Figures = Pick<Analytics, 'revenueThisMonth' | 'ordersThisWeek' | 'newCustomers' | 'sample' | 'includesSample'>

export async function readFigures(db: Db, now: Date): Promise<Figures> {
  const month = shopDay(startOfShopMonth(now))
  const revenue = [...(await listRevenueByDay(db, month)).values()].reduce((sum, day) => sum + day, 0)
  const includesSample = await exists(db, eq(orders.isSample, true))
  const hasRealOrder = await exists(db, and(eq(orders.isSample, false), isNotNull(orders.paidAt)))
  return {
    revenueThisMonth: rupees(paise(revenue)),
    ordersThisWeek: await counted(db, 'orders', now),
    newCustomers: await counted(db, 'customers', now),
    sample: includesSample && !hasRealOrder,
    includesSample,
  }
}

/** Captures minus refunds of paid orders. Payments that no order needed were never revenue, nor their refunds. */
const moneyMoves = (since: Date) => sql`
  select ${payments.id} as id, 'payment' as kind, ${payments.paidAt} as at, ${payments.amountPaise} as amount,
    ${payments.orderId} as order_id
  from ${payments} where ${payments.status} in ('success', 'refunded') and ${payments.paidAt} >= ${since.toISOString()}
  union all
  select ${refunds.id}, 'refund', ${refunds.createdAt}, -${refunds.amountPaise}, ${refunds.orderId}
  from ${refunds} join ${payments} on ${payments.id} = ${refunds.paymentId}
  where ${refunds.reason} in ('order-cancelled', 'admin') and ${refunds.state} in ${[...COUNTED_REFUND_STATES]}
    and ${payments.status} in ('success', 'refunded')
    and ${refunds.createdAt} >= ${since.toISOString()}`

const BEHIND: Record<Figure, (now: Date) => SQL> = {
  revenue: (now) => moneyMoves(startOfShopMonth(now)),
  orders: (now) => sql`
    select paying_order_id as id, 'order' as kind, min(paid_at) as at, sum(total_paise) as amount, paying_order_id as order_id
    from ${orders} where paid_at >= ${startOfShopWeek(now).toISOString()} and status <> 'cancelled'
    group by paying_order_id`,
  customers: (now) => sql`
    select o.paying_order_id as id, 'first-order' as kind, first.paid_at as at, o.paying_order_id as order_id,
      (select sum(total_paise) from ${orders} paid where paid.paying_order_id = o.paying_order_id
        and paid.status <> 'cancelled') as amount
    from ${firstOrders} first join ${orders} o on o.id = first.order_id
    where first.paid_at >= ${startOfShopMonth(now).toISOString()}`,
}

async function counted(db: Db, figure: Figure, now: Date): Promise<number> {
  const { rows } = await db.execute<{ count: string }>(
    sql`select count(*) as count from (${BEHIND[figure](now)}) behind`,
  )
  return Number(onlyRow(rows).count)
}

async function exists(db: Db, condition: SQL | undefined): Promise<boolean> {
  const found = await db.select({ id: orders.id }).from(orders).where(condition).limit(1)
  return found.length > 0
}

export type FigureListParams = { figure: Figure; limit: number; cursor?: string; now: Date }

type Row = {
  total: string
  id: string | null
  kind: FigureRow['kind']
  at: string
  amount: string
  order_id: string
  reference: string
  customer_name: string
  is_sample: boolean
}

export async function listFigureRows(db: Db, { figure, limit, cursor, now }: FigureListParams) {
  const beyond = cursor
    ? sql`where (behind.at, behind.id) < (select seen.at, seen.id from behind seen where seen.id = ${cursor})`
    : sql``
  // The outer join returns a row even for an empty page, because it carries the total.
  const { rows } = await db.execute<Row>(sql`
    with behind as materialized (${BEHIND[figure](now)}),
      page as (select * from behind ${beyond} order by behind.at desc, behind.id desc limit ${limit + 1})
    select counted.total, page.id, page.kind, page.at, page.amount, page.order_id, o.reference, o.customer_name, o.is_sample
    from (select count(*) as total from behind) counted left join (page join ${orders} o on o.id = page.order_id) on true
    order by page.at desc, page.id desc`)
  return { ...toPage(rows.flatMap(toFigureRow), limit), total: Number(rows[0]?.total) }
}

function toFigureRow(row: Row): FigureRow[] {
  if (row.id === null) return []
  return [
    {
      id: row.id,
      kind: row.kind,
      at: new Date(row.at).toISOString(),
      order: row.order_id,
      orderId: row.reference,
      customerName: row.customer_name,
      amount: rupees(paise(Number(row.amount))),
      isSample: row.is_sample,
    },
  ]
}
