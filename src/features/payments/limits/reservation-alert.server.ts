import { sql } from 'drizzle-orm'
import { type Db, inTransaction, onlyRow } from '#src/db/database.server.ts'
import { alertAdmins } from '#src/features/auth/alerts/alert-admins.server.ts'
import type { AlertMailKind } from '#src/features/auth/alerts/alert-kinds.ts'
import {
  findHeavilyReservedStock,
  type HeavilyReservedStock,
} from '#src/features/catalog/stock/heavily-reserved-stock.server.ts'
import type { Mail } from '#src/features/notifications/mail/mail.ts'
import { reservedProductsMail, reservedShopMail } from '#src/features/payments/payments.messages.ts'
import { type ReservationIncident, reservationIncidents } from '#src/features/payments/payments.table.server.ts'
import { absoluteUrl } from '#src/server/config/process-settings.server.ts'
import { RESERVATION_LIMITS } from './reservation-limits.ts'

export const findHighlyReservedStock = (db: Db): Promise<HeavilyReservedStock> =>
  findHeavilyReservedStock(db, RESERVATION_LIMITS.alarm)

/** Alerts the admins once per incident when unpaid orders reserve more than half of a product or of the shop. */
export async function alertHighlyReservedStock(db: Db, now: Date): Promise<void> {
  const page = absoluteUrl('/admin?status=unpaid')
  const held = await findHighlyReservedStock(db)
  if (held.products.length > 0)
    await alertOnce(db, { kind: 'products', mail: reservedProductsMail(held.products, page), now })
  if (held.isShop) await alertOnce(db, { kind: 'shop', mail: reservedShopMail(page), now })
}

type Reserved = { kind: ReservationIncident; mail: Mail<AlertMailKind>; now: Date }

/** Two processes share the row and so the idempotency key of the mail. */
async function alertOnce(db: Db, { kind, mail, now }: Reserved): Promise<void> {
  await inTransaction(db, async (tx) => {
    const isOver = sql`${reservationIncidents.lastSeenAt} < ${now}::timestamptz - make_interval(mins => ${RESERVATION_LIMITS.alarm.overAfterMinutes})`
    const seen = await tx
      .insert(reservationIncidents)
      .values({ kind, beganAt: now, lastSeenAt: now })
      .onConflictDoUpdate({
        target: reservationIncidents.kind,
        set: {
          lastSeenAt: sql`greatest(${reservationIncidents.lastSeenAt}, excluded.last_seen_at)`,
          beganAt: sql`case when ${isOver} then excluded.began_at else ${reservationIncidents.beganAt} end`,
        },
      })
      .returning({ beganAt: reservationIncidents.beganAt })
    const { beganAt } = onlyRow(seen)
    await alertAdmins(tx, { mail, idempotencyKey: `held:${kind}:${beganAt.toISOString()}`, tag: `held:${kind}`, now })
  })
}
