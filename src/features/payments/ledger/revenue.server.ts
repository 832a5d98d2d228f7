import { gte, sql, sum } from 'drizzle-orm'
import { type Paise, paise } from '#src/core/money.ts'
import type { Db } from '#src/db/database.server.ts'
import { revenueEntries } from './revenue.table.server.ts'

/** What each day (2026-11-26, in India) since the given one earned, less what went back of it; days without any are left out. */
export async function listRevenueByDay(db: Db, since: string): Promise<Map<string, Paise>> {
  const days = await db
    .select({ day: revenueEntries.day, amount: sum(revenueEntries.amountPaise) })
    .from(revenueEntries)
    .where(gte(revenueEntries.day, since))
    .groupBy(revenueEntries.day)
  return new Map(days.map(({ day, amount }) => [day, paise(Number(amount))]))
}

/** All that the shop ever earned, less what went back of it. */
export async function sumRevenue(db: Db): Promise<Paise> {
  const [all] = await db.select({ amount: sum(revenueEntries.amountPaise) }).from(revenueEntries)
  return paise(Number(all?.amount ?? 0))
}

/**
 * For the clock: the parts of each day become one, so that the sums stay as quick as the shop has days, not payments.
 * One statement: whoever reads sees all the old parts or the new one. Of two that do it at once, each adds up what it took.
 */
export async function compactRevenue(db: Db): Promise<void> {
  await db.execute(sql`
    with taken as (
      delete from ${revenueEntries}
      where day in (select day from ${revenueEntries} group by day having count(*) > 1)
      returning day, amount_paise
    )
    insert into ${revenueEntries} (day, amount_paise) select day, sum(amount_paise) from taken group by day`)
}
