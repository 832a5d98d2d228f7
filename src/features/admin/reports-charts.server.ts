import { and, eq, gte, inArray, isNull, sql } from 'drizzle-orm'
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
    select to_char(at at time zone 'Asia/Kolkata', 'YYYY-MM-DD') as day, sum(amount) as amount
    from (${moneyMoves(first)}) moves group by 1`)
  const amounts = new Map(rows.map(({ day, amount }) => [day, Number(amount)]))
  return Array.from({ length: REVENUE_DAYS }, (_, index) => {
    const day = shopDay(daysBefore(first, -index))
    return { day, revenue: rupees(paise(amounts.get(day) ?? 0)) }
  })
}

/** What sold best in four weeks, and what is gone first if it goes on like that. */
async function shelf(db: Db, now: Date): Promise<Pick<Analytics, 'bestSellers' | 'stockCover'>> {
  const sold = await db
    .select({ productId: stockLedger.productId, pieces: sql<number>`(-sum(${stockLedger.change}))::int` })
    .from(stockLedger)
    .where(
      and(inArray(stockLedger.reason, ['sold', 'returned']), gte(stockLedger.createdAt, daysBefore(now, PACE_DAYS))),
    )
    .groupBy(stockLedger.productId)
  const pieces = new Map(sold.map((row) => [row.productId, row.pieces]))
  const offered = await db
    .select({
      productId: products.id,
      name: products.name,
      available: sql<number>`${products.stock} - ${products.reserved}`,
    })
    .from(products)
    .where(isNull(products.archivedAt))
  const selling = offered
    .map((product) => ({ ...product, pieces: pieces.get(product.productId) ?? 0 }))
    .filter((product) => product.pieces > 0)
  return {
    bestSellers: selling
      .toSorted((a, b) => b.pieces - a.pieces || a.productId - b.productId)
      .slice(0, SHOWN_PRODUCTS)
      .map(({ productId, name, pieces }) => ({ productId, name, pieces })),
    stockCover: selling
      .map(({ pieces, ...product }) => ({ ...product, days: Math.floor((product.available * PACE_DAYS) / pieces) }))
      .toSorted((a, b) => a.days - b.days || a.productId - b.productId)
      .slice(0, SHOWN_PRODUCTS),
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
    const due = rows.filter((row) => startOfShopWeek(row.dueAt).getTime() === week.getTime())
    const kept = due.filter((row) => row.answeredAt && row.answeredAt <= row.dueAt).length
    return { week: shopDay(week), kept, broken: due.length - kept }
  })

  function answeredOrOwed(moment: Date) {
    return sql`(${answeredAt} is not null or (${eq(status, 'quote-pending')} and ${dueAt} < ${moment.toISOString()}))`
  }
}
