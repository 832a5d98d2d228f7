import { sql } from 'drizzle-orm'
import { addMinutes } from '#src/core/dates.ts'
import { RETENTION } from '#src/core/retention.ts'
import type { Db } from '#src/db/database.server.ts'
import { detachAccountReservations } from '#src/features/catalog/stock/reservation-usage.server.ts'
import { selectAccountOrders } from '#src/features/orders/place/reservation-eligibility.server.ts'
import { payments } from '#src/features/payments/payments.table.server.ts'
import { rateLimits } from '#src/server/overload/rate-limit.table.server.ts'
import { erasedKey, isLongUnpaidReservation } from './enforce-reservation-limits.server.ts'

/** An anonymous count remains for two hours, so that deleting accounts evades no limit. */
export async function eraseCustomerNetworks(tx: Db, userId: string): Promise<void> {
  const own = sql`${selectAccountOrders(userId)}`
  for (const column of [sql.raw('near_network'), sql.raw('wide_network')])
    await tx.execute(sql`
      insert into ${rateLimits} (key, count, window_ends)
      select ${erasedKey(sql`p.${column}`)}, count(*), now() + interval '2 hours'
      from ${payments} p join ${own} o on o.id = p.order_id
      where p.${column} is not null and p.by_first_time_customer and ${isLongUnpaidReservation} and p.created_at > now() - interval '2 hours'
      group by p.${column}
      on conflict (key) do update set window_ends = excluded.window_ends, count = excluded.count +
        case when ${rateLimits.windowEnds} > now() then ${rateLimits.count} else 0 end`)
  await tx.execute(sql`
    update ${payments} set near_network = null, wide_network = null
    where order_id in (select id from ${own} o) and near_network is not null`)
  await detachAccountReservations(tx, userId)
}

/** Purges networks older than any limit looks back. */
export async function purgeOldNetworks(db: Db, now: Date): Promise<void> {
  const before = addMinutes(now, -RETENTION.orderNetworks.days * 24 * 60)
  await db.execute(sql`
    update ${payments} set near_network = null, wide_network = null
    where near_network is not null and created_at < ${before}`)
}
