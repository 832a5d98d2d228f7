import { and, eq, gte, sql } from 'drizzle-orm'
import { addMinutes, shopDay, startOfShopDay, startOfShopWeek } from '#src/core/dates.ts'
import { paise, rupees } from '#src/core/money.ts'
import type { Db } from '#src/db/database.server.ts'
import { products, stockLedger } from '#src/features/catalog/products/products.table.server.ts'
import { customOrders } from '#src/features/custom-orders/custom-orders.table.server.ts'
import { listRevenueByDay } from '#src/features/payments/ledger/revenue.server.ts'
import type { Analytics } from './analytics.contract.ts'

const MINUTES_A_DAY = 24 * 60
const REVENUE_DAYS = 30
const PACE_DAYS = 28
const PROMISE_WEEKS = 5
const SHOWN_PRODUCTS = 8

type Charts = Pick<Analytics, 'revenueByDay' | 'bestSellers' | 'quoteSla' | 'stockCover'>

export async function readChartData(db: Db, now: Date): Promise<Charts> {
  return {
    revenueByDay: await revenueOfDays(db, now),
    ...(await readStock(db, now)),
    quoteSla: await readQuoteSla(db, now),
  }
}

const daysBefore = (time: Date, days: number) => addMinutes(time, -days * MINUTES_A_DAY)

async function revenueOfDays(db: Db, now: Date): Promise<Analytics['revenueByDay']> {
  const today = startOfShopDay(now)
  const days = Array.from({ length: REVENUE_DAYS }, (_, index) => shopDay(daysBefore(today, REVENUE_DAYS - 1 - index)))
  const revenue = await listRevenueByDay(db, days[0] ?? shopDay(now))
  return days.map((day) => ({ day, revenue: rupees(revenue.get(day) ?? paise(0)) }))
}

type ChartRow = {
  chart: 'best' | 'cover'
  product_id: number
  name: string
  available: number
  pieces: number
  days: number
}

async function readStock(db: Db, now: Date): Promise<Pick<Analytics, 'bestSellers' | 'stockCover'>> {
  const since = daysBefore(now, PACE_DAYS).toISOString()
  const { rows } = await db.execute<ChartRow>(sql`
    with sold as (
      select product_id, (-sum(change))::int as pieces from ${stockLedger}
      where reason in ('sold', 'returned') and created_at >= ${since} group by product_id
    ), selling as materialized (
      select product_id, name, stock - reserved as available, pieces, (stock - reserved) * ${PACE_DAYS}::int / pieces as days
      from sold join ${products} on id = product_id where archived_at is null and pieces > 0
    )
    (select 'best' as chart, selling.* from selling order by pieces desc, product_id limit ${SHOWN_PRODUCTS})
    union all
    (select 'cover', selling.* from selling order by days, product_id limit ${SHOWN_PRODUCTS})`)
  const rowsOf = (chart: ChartRow['chart']) => rows.filter((row) => row.chart === chart)
  return {
    bestSellers: rowsOf('best')
      .toSorted((a, b) => b.pieces - a.pieces || a.product_id - b.product_id)
      .map(({ product_id, name, pieces }) => ({ productId: product_id, name, pieces })),
    stockCover: rowsOf('cover')
      .toSorted((a, b) => a.days - b.days || a.product_id - b.product_id)
      .map(({ product_id, name, available, days }) => ({ productId: product_id, name, available, days })),
  }
}

/** Quotes that were due, by week: answered in time or late. Quotes that are not due yet do not count. */
async function readQuoteSla(db: Db, now: Date): Promise<Analytics['quoteSla']> {
  const first = daysBefore(startOfShopWeek(now), 7 * (PROMISE_WEEKS - 1))
  const { dueAt, answeredAt, status, createdAt } = customOrders
  const rows = await db
    .select({ dueAt, answeredAt })
    .from(customOrders)
    // The SLA is 30 minutes of studio time, so what was due in this period arrived at most a few days before it.
    .where(and(gte(createdAt, daysBefore(first, 14)), gte(dueAt, first), answeredOrOwed(now)))
  return Array.from({ length: PROMISE_WEEKS }, (_, index) => {
    const week = daysBefore(first, -7 * index)
    const due = rows.filter((row) => row.dueAt >= week && row.dueAt < daysBefore(week, -7))
    const met = due.filter((row) => row.answeredAt && row.answeredAt <= row.dueAt).length
    return { week: shopDay(week), met, missed: due.length - met }
  })

  function answeredOrOwed(time: Date) {
    return sql`(${answeredAt} is not null or (${eq(status, 'quote-pending')} and ${dueAt} < ${time.toISOString()}))`
  }
}
