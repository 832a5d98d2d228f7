import { sql } from 'drizzle-orm'
import { listAdminEmails } from '#src/features/account/admins.server.ts'
import { type CrowdedStock, findCrowdedStock } from '#src/features/catalog/stock-crowding.server.ts'
import { queueMessage } from '#src/features/notifications/notifications.server.ts'
import { type Db, inTransaction, onlyRow } from '#src/platform/database.server.ts'
import { type HoldIncident, holdIncidents } from './hold-alarm.table.server.ts'
import { HOLD_LIMITS } from './hold-limits.rules.ts'
import { shopHeldMail, stockHeldMail } from './payments.messages.ts'

/** What unpaid orders hold more than half of, for the admin's day. */
export const findHeldStock = (db: Db): Promise<CrowdedStock> => findCrowdedStock(db, HOLD_LIMITS.alarm)

/** The clock's work: writes to the admins when unpaid orders hold more than half of products or of the shop, once an incident. */
export async function tellOfHeldStock(db: Db, now: Date): Promise<void> {
  const held = await findHeldStock(db)
  if (held.products.length > 0) await tellOnce(db, { kind: 'products', mail: stockHeldMail(held.products), now })
  if (held.isShop) await tellOnce(db, { kind: 'shop', mail: shopHeldMail(), now })
}

type Telling = { kind: HoldIncident; mail: { subject: string; text: string }; now: Date }

/** Of two clocks that see the same, the second finds the row of the first, and with it the same key of the message. */
async function tellOnce(db: Db, { kind, mail, now }: Telling): Promise<void> {
  await inTransaction(db, async (tx) => {
    const isOver = sql`${holdIncidents.lastSeenAt} < ${now}::timestamptz - make_interval(mins => ${HOLD_LIMITS.alarm.overAfterMinutes})`
    const seen = await tx
      .insert(holdIncidents)
      .values({ kind, beganAt: now, lastSeenAt: now })
      .onConflictDoUpdate({
        target: holdIncidents.kind,
        set: {
          lastSeenAt: sql`greatest(${holdIncidents.lastSeenAt}, excluded.last_seen_at)`,
          beganAt: sql`case when ${isOver} then excluded.began_at else ${holdIncidents.beganAt} end`,
        },
      })
      .returning({ beganAt: holdIncidents.beganAt })
    const { beganAt } = onlyRow(seen)
    // For an incident that goes on the key is known, and the message is dropped.
    for (const to of await listAdminEmails(tx))
      await queueMessage(tx, {
        channel: 'email',
        to,
        ...mail,
        dedupeKey: `held:${kind}:${beganAt.toISOString()}:${to}`,
      })
  })
}
