import { randomUUID } from 'node:crypto'
import { and, asc, eq, exists, isNotNull, isNull, lt, lte, or, type SQL } from 'drizzle-orm'
import { formatDay, formatTime, shopDay } from '#src/core/dates.ts'
import { counted } from '#src/core/words.ts'
import { type Db, inTransaction } from '#src/db/database.server.ts'
import { alertAdmins } from '#src/features/auth/alerts/alert-admins.server.ts'
import { beginIncidents, endIncidents, hasIncident } from '#src/features/auth/alerts/incidents.server.ts'
import { button, composeMail, facts } from '#src/features/notifications/mail/mail.ts'
import { orders } from '#src/features/orders/orders.table.server.ts'
import { readSection } from '#src/features/settings/read-settings.server.ts'
import { absoluteUrl } from '#src/server/config/process-settings.server.ts'

export type LateParcel = { reference: string; shipOn: string }

const isWaiting = and(eq(orders.status, 'processing'), isNull(orders.packedAt), eq(orders.isSample, false))

const mustLeave = (day: string) => and(isWaiting, isNotNull(orders.shipOn), lte(orders.shipOn, day))

/** Whether a parcel leaves today, is late, or was. */
export function mayHaveLateOrder(db: Db, now: Date): SQL | undefined {
  const parcels = db
    .select()
    .from(orders)
    .where(mustLeave(shopDay(now)))
  return or(exists(parcels), hasIncident(db, PREFIX))
}

/** Parcels that are paid, not packed, and leave on this day or should have left before it, the oldest first. */
export async function listParcelsToLeave(db: Db, day: string): Promise<LateParcel[]> {
  const rows = await db
    .select({ reference: orders.reference, shipOn: orders.shipOn })
    .from(orders)
    .where(mustLeave(day))
    .orderBy(asc(orders.shipOn), asc(orders.reference))
  return rows.map(({ reference, shipOn }) => ({ reference, shipOn: shipOn ?? day }))
}

export const countOverdueDeliveries = (db: Db, day: string): Promise<number> =>
  db.$count(orders, and(eq(orders.status, 'shipped'), eq(orders.isSample, false), lt(orders.deliverTo, day)))

/** Parcels that are not packed after the cut-off time of their day of dispatch, or later. */
export async function listLateParcels(db: Db, now: Date): Promise<LateParcel[]> {
  const today = shopDay(now)
  const { cutOff } = await readSection(db, 'delivery')
  const isAfterCutOff = formatTime(now.toISOString()) >= cutOff
  return (await listParcelsToLeave(db, today)).filter(({ shipOn }) => isAfterCutOff || shipOn < today)
}

/**
 * Job: alerts the admins once about each parcel that is not packed on its day of dispatch after the cut-off time, or
 * later; again only if its day was moved.
 */
export async function alertLateOrders(db: Db, now: Date): Promise<void> {
  const parcels = await listLateParcels(db, now)
  const names = parcels.map(nameOf)
  await endIncidents(db, PREFIX, names)
  await inTransaction(db, async (tx) => {
    const begun = await beginIncidents(tx, names, now)
    const late = parcels.filter((parcel) => begun.has(nameOf(parcel)))
    if (late.length === 0) return
    const mail = lateOrdersMail(late)
    const first = late.slice(0, NAMED_IN_PUSH).map(({ reference }) => reference)
    const pushText = `${mail.subject}: ${first.join(', ')}`
    await alertAdmins(tx, { mail, pushText, idempotencyKey: `late-orders:${randomUUID()}`, tag: 'late-orders', now })
  })
}

const PREFIX = 'late-order:'
const nameOf = ({ reference, shipOn }: LateParcel) => `${PREFIX}${reference}:${shipOn}`

const NAMED = 20
const NAMED_IN_PUSH = 3

export function lateOrdersMail(parcels: readonly LateParcel[]) {
  const subject = `${counted(parcels.length, 'parcel')} should leave and ${parcels.length === 1 ? 'is' : 'are'} not packed`
  const named = parcels
    .slice(0, NAMED)
    .map(({ reference, shipOn }) => [`Should leave on ${formatDay(shipOn)}`, reference] as const)
  return composeMail('late-orders', subject, [
    `The promise of ${parcels.length === 1 ? 'this order' : 'these orders'} is in danger:`,
    facts(named),
    parcels.length > NAMED && `and ${parcels.length - NAMED} more`,
    'If a day cannot be kept, move it under Dispatch: the customer gets a mail with the new one.',
    button('Pack them', absoluteUrl('/admin?status=pack')),
  ])
}
