import { gte, sql, sum } from 'drizzle-orm'
import { type Paise, paise } from '#src/core/money.ts'
import type { Db } from '#src/db/database.server.ts'
import { revenueEntries } from '#src/features/payments/ledger/ledger.table.server.ts'

export async function listRevenueByDay(db: Db, since: string): Promise<Map<string, Paise>> {
  const days = await db
    .select({ day: revenueEntries.day, amount: sum(revenueEntries.amountPaise) })
    .from(revenueEntries)
    .where(gte(revenueEntries.day, since))
    .groupBy(revenueEntries.day)
  return new Map(days.map(({ day, amount }) => [day, paise(Number(amount))]))
}

export async function sumRevenue(db: Db): Promise<Paise> {
  const [all] = await db.select({ amount: sum(revenueEntries.amountPaise) }).from(revenueEntries)
  return paise(Number(all?.amount ?? 0))
}

/** Merges the entries of each day into one, in one statement, so that readers never see half of it. */
export async function compactRevenue(db: Db): Promise<void> {
  await db.execute(sql`
    with taken as (
      delete from ${revenueEntries}
      where day in (select day from ${revenueEntries} group by day having count(*) > 1)
      returning day, amount_paise
    )
    insert into ${revenueEntries} (day, amount_paise) select day, sum(amount_paise) from taken group by day`)
}
