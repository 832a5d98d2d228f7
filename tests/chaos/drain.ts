import { sql } from 'drizzle-orm'
import type { Db } from '#src/db/database.server.ts'

/** Long enough for a due poll to find the money first. */
export const WINDOW_SECONDS = 8
const WINDOW = sql.raw(`interval '${WINDOW_SECONDS} seconds'`)

/** Makes windows end soon and polls due, again only once none is: a slow shop would never finish. No clock changes. */
export async function expirePaymentWindows(db: Db): Promise<void> {
  await db.execute(sql`
    update payments set next_poll_at = now() - interval '2 minutes'
    where next_poll_at is not null and not exists (select from payments where next_poll_at <= now())`)
  await db.execute(sql`update payments set expires_at = now() + ${WINDOW} where expires_at > now()`)
  await db.execute(sql`update stock_reservations set expires_at = now() + ${WINDOW}`)
}

/** How many payments are unfinished. */
export async function countUnsettledPayments(db: Db): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(
    sql`select count(*)::int as count from payments
      where status in ('created', 'pending', 'failure') or next_poll_at <= now()`,
  )
  return rows[0]?.count ?? 0
}

/** What must be empty once every payment has ended. */
export async function findLeftovers(db: Db): Promise<Record<string, number>> {
  const { rows } = await db.execute<Record<string, number>>(sql`
    select (select count(*)::int from stock_reservations) as held,
      (select coalesce(sum(reserved), 0)::int from products) as reserved,
      (select count(*)::int from payments where status in ('created', 'pending', 'failure')) as open,
      (select count(*)::int from sandbox_bank b join payments p on p.client_txn_id = b.client_txn_id
        where b.outcome = 'success' and p.status not in ('success', 'refunded')
          and not exists (select 1 from refunds r where r.payment_id = p.id)) as "paidInVain"`)
  return Object.fromEntries(Object.entries(rows[0] ?? {}).filter(([, count]) => count !== 0))
}
