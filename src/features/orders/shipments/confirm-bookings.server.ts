import { and, eq, isNull, lt } from 'drizzle-orm'
import { addMinutes } from '#src/core/dates.ts'
import { inTransaction } from '#src/db/database.server.ts'
import { SYSTEM_ACTOR } from '#src/features/audit/record-change.server.ts'
import { CourierRefusal, CourierUnavailable } from '#src/features/couriers/courier.server.ts'
import { findOrderReferences } from '#src/features/orders/lookup/order-customers.server.ts'
import { ASKING_MINUTES } from './book-shipment.server.ts'
import { storeBooking } from './courier-bookings.server.ts'
import { alertAboutParcels } from './problems/delivery-problems.server.ts'
import type { ShipmentRow } from './shipment-lookups.server.ts'
import type { ShipmentContext } from './shipment-parcel.server.ts'
import { shipments } from './shipments.table.server.ts'

const { id, endedAt, bookedAt, askingUntil, problemAt } = shipments

const CONFIRM_MINUTES = 15

/** Job: looks bookings up that got no answer, each in one process, and opens a problem if there is none, or no answer. */
export async function confirmBookings(context: ShipmentContext): Promise<void> {
  const { db, now } = context
  const lapsed = await db
    .update(shipments)
    .set({ askingUntil: addMinutes(now(), ASKING_MINUTES) })
    .where(and(isNull(endedAt), isNull(bookedAt), lt(askingUntil, now())))
    .returning()
  const unconfirmed: Unconfirmed[] = []
  for (const shipment of lapsed) {
    const outcome = await confirmBooking(context, shipment)
    const isOld = addMinutes(shipment.createdAt, CONFIRM_MINUTES) <= now()
    if (outcome !== 'booked' && (outcome !== 'no answer' || isOld)) unconfirmed.push({ shipment, outcome })
  }
  if (unconfirmed.length > 0) await openUnconfirmed(context, unconfirmed)
}

type Outcome = 'booked' | 'no answer' | { lastError: string }

async function confirmBooking({ db, couriers, now }: ShipmentContext, shipment: ShipmentRow): Promise<Outcome> {
  const courier = couriers[shipment.courier]
  if (!courier) return 'no answer'
  const found = await courier.find(shipment.reference).catch((error: unknown) => {
    if (error instanceof CourierUnavailable || error instanceof CourierRefusal) return 'no answer' as const
    throw error
  })
  if (found === 'no answer') return found
  if (!found) return { lastError: 'The courier did not book this parcel.' }
  if (found.isCancelled) return { lastError: 'The courier cancelled this booking. Please give it up and book again.' }
  const { awb, courierOrderId, courierShipmentId } = found
  if (!awb) return { lastError: 'The courier gave this parcel no AWB.' }
  const booking = { awb, courierOrderId, courierShipmentId }
  await storeBooking(db, { shipment, booking, by: SYSTEM_ACTOR, now: now() })
  return 'booked'
}

type Unconfirmed = { shipment: ShipmentRow; outcome: Exclude<Outcome, 'booked'> }

async function openUnconfirmed({ db, now }: ShipmentContext, unconfirmed: readonly Unconfirmed[]): Promise<void> {
  await inTransaction(db, async (tx) => {
    const opened: ShipmentRow[] = []
    for (const { shipment, outcome } of unconfirmed) {
      const isUnchanged = shipment.askingUntil && eq(askingUntil, shipment.askingUntil)
      const isThisTry = and(eq(id, shipment.id), isNull(endedAt), isNull(bookedAt), isUnchanged ?? undefined)
      const isNew = await tx
        .update(shipments)
        .set({ problem: 'unconfirmed', problemAt: now() })
        .where(and(isThisTry, isNull(problemAt)))
        .returning()
      opened.push(...isNew)
      if (outcome !== 'no answer')
        await tx
          .update(shipments)
          .set({ ...outcome, askingUntil: null })
          .where(isThisTry)
    }
    if (opened.length === 0) return
    const ids = opened.map(({ orderId }) => orderId)
    const references = await findOrderReferences(tx, ids)
    const parcels = opened.map((row) => ({ ...row, reference: references.get(row.orderId) ?? row.reference }))
    await alertAboutParcels(tx, { problem: 'unconfirmed', parcels, now: now() })
  })
}
