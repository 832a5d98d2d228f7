import { and, eq, gte, sql } from 'drizzle-orm'
import { minutesLater, shopDay, startOfShopDay, startOfShopWeek } from '#src/core/dates.ts'
import { paise, rupees } from '#src/core/money.ts'
import { products, stockLedger } from '#src/features/catalog/catalog.table.server.ts'
import { customOrders } from '#src/features/custom-orders/custom-orders.table.server.ts'
import type { Db } from '#src/platform/database.server.ts'
import type { Analytics } from './analytics.contract.ts'
import { moneyMoves } from './reports-figures.server.ts'

const MINUTES_A_DAY = 24 * 60
const REVENUE_DAYS = 30
const PACE_DAYS = 28
const PROMISE_WEEKS = 5
const SHOWN_PRODUCTS = 8

type Charts = Pick<Analytics, 'revenueByDay' | 'bestSellers' | 'quotePromise' | 'stockCover'>

/** What the charts of the Analytics tab draw; each touches only its own stretch of time. */
export async function charts(db: Db, now: Date): Promise<Charts> {
  return { revenueByDay: await revenueByDay(db, now), ...(await shelf(db, now)), quotePromise: await promises(db, now) }
}

const daysBefore = (moment: Date, days: number) => minutesLater(moment, -days * MINUTES_A_DAY)

async function revenueByDay(db: Db, now: Date): Promise<Analytics['revenueByDay']> {
  const today = startOfShopDay(now)
  const first = daysBefore(today, REVENUE_DAYS - 1)
  const { rows } = await db.execute<{ day: string; amount: string }>(sql`
    select to_char(day, 'YYYY-MM-DD') as day, amount from (
      select (at at time zone 'Asia/Kolkata')::date as day, sum(amount) as amount
      from (${moneyMoves(first)}) moves group by 1) days`)
  const amounts = new Map(rows.map(({ day, amount }) => [day, Number(amount)]))
  return Array.from({ length: REVENUE_DAYS }, (_, index) => {
    const day = shopDay(daysBefore(first, -index))
    return { day, revenue: rupees(paise(amounts.get(day) ?? 0)) }
  })
}

type Shelf = {
  product_id: number
  name: string
  available: number
  pieces: number
  days: number
  best_place: number
  gone_place: number
}

/** What sold best in four weeks, and what is gone first if it goes on like that. */
async function shelf(db: Db, now: Date): Promise<Pick<Analytics, 'bestSellers' | 'stockCover'>> {
  const since = daysBefore(now, PACE_DAYS).toISOString()
  const { rows } = await db.execute<Shelf>(sql`
    with sold as (
      select product_id, -sum(change) as pieces from ${stockLedger}
      where reason in ('sold', 'returned') and created_at >= ${since} group by product_id
    ), selling as (
      select product_id, name, stock - reserved as available, pieces, floor((stock - reserved) * ${PACE_DAYS}::int / pieces::numeric) as days
      from sold join ${products} on id = product_id where archived_at is null and pieces > 0
    ), placed as (
      select *, row_number() over (order by pieces desc, product_id) as best_place,
        row_number() over (order by days, product_id) as gone_place
      from selling
    )
    select product_id, name, available, pieces::int, days::int, best_place::int, gone_place::int
    from placed where best_place <= ${SHOWN_PRODUCTS} or gone_place <= ${SHOWN_PRODUCTS}`)
  const firstBy = (place: 'best_place' | 'gone_place') =>
    rows.filter((row) => row[place] <= SHOWN_PRODUCTS).toSorted((a, b) => a[place] - b[place])
  return {
    bestSellers: firstBy('best_place').map(({ product_id, name, pieces }) => ({ productId: product_id, name, pieces })),
    stockCover: firstBy('gone_place').map(({ product_id, name, available, days }) => ({
      productId: product_id,
      name,
      available,
      days,
    })),
  }
}

/** Quotations that were due, week by week: answered in time, or not. One whose time still runs is neither. */
async function promises(db: Db, now: Date): Promise<Analytics['quotePromise']> {
  const first = daysBefore(startOfShopWeek(now), 7 * (PROMISE_WEEKS - 1))
  const { dueAt, answeredAt, status, createdAt } = customOrders
  const rows = await db
    .select({ dueAt, answeredAt })
    .from(customOrders)
    // The promise is half an hour of open studio: whatever was due since then came in at most some days before.
    .where(and(gte(createdAt, daysBefore(first, 14)), gte(dueAt, first), answeredOrOwed(now)))
  return Array.from({ length: PROMISE_WEEKS }, (_, index) => {
    const week = daysBefore(first, -7 * index)
    const due = rows.filter((row) => row.dueAt >= week && row.dueAt < daysBefore(week, -7))
    const kept = due.filter((row) => row.answeredAt && row.answeredAt <= row.dueAt).length
    return { week: shopDay(week), kept, broken: due.length - kept }
  })

  function answeredOrOwed(moment: Date) {
    return sql`(${answeredAt} is not null or (${eq(status, 'quote-pending')} and ${dueAt} < ${moment.toISOString()}))`
  }
}
