import { sql } from 'drizzle-orm'
import type { Db } from '#src/db/database.server.ts'
import { brokenInvariants } from '#tests/broken-invariants.ts'
import { findLeftovers } from '#tests/chaos/drain.ts'
import { findBrokenPromises, type Observations } from '#tests/chaos/observations.ts'

export type Findings = {
  /** Every broken invariant, with the rows that break it. */
  broken: Record<string, string[]>
  doubleSales: number
  /** Reserved stock whose order can no longer be paid. */
  orphans: number
  invoices: number
}

/** Compares the answers that customers got with the data, and checks the data. */
export async function collectFindings(
  db: Db,
  observations: Observations,
  { isSettled }: { isSettled: boolean },
): Promise<Findings> {
  const broken = { ...(await findBrokenPromises(db, observations, { isSettled })), ...(await brokenInvariants(db)) }
  const behind = isSettled ? Object.entries(await findLeftovers(db)) : []
  if (behind.length > 0) broken['everything is settled'] = behind.map(([what, count]) => `${what}: ${count}`)
  return { broken, ...(await count(db)) }
}

async function count(db: Db): Promise<Omit<Findings, 'broken'>> {
  const { rows } = await db.execute<Omit<Findings, 'broken'>>(sql`
    with sold as (
      select product_id, owner_id, -sum(change) as pieces, count(*) as times from stock_ledger where reason = 'sold' group by 1, 2
    )
    select (
        (select count(*) from sold where times > 1)
        + (select count(*) from (select order_id from payments where status in ('success', 'refunded') group by 1 having count(*) > 1) twice)
        + (select count(*) from (select upi_txn_id from payments where status in ('success', 'refunded') group by 1 having count(*) > 1) reused)
        + (select count(*) from products p where (select sum(pieces) from sold where product_id = p.id)
            > (select sum(change) from stock_ledger where product_id = p.id and change > 0))
      )::int as "doubleSales",
      (select count(*)::int from stock_reservations r where r.expires_at < now() - interval '1 minute' or not exists (
        select 1 from payments p where p.order_id = r.owner_id and p.status in ('created', 'pending', 'awaiting_confirmation', 'failure')
      )) as orphans,
      (select count(*)::int from invoices) as invoices`)
  const [counted] = rows
  if (!counted) throw new Error('A count is one row')
  return counted
}

/** True in both results. */
export function mergeFindings(one: Findings, other: Findings): Findings {
  return {
    broken: { ...one.broken, ...other.broken },
    doubleSales: Math.max(one.doubleSales, other.doubleSales),
    orphans: Math.max(one.orphans, other.orphans),
    invoices: other.invoices,
  }
}
