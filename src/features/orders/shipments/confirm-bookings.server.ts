import { and, eq, isNull, lt } from 'drizzle-orm'
import { addMinutes } from '#src/core/dates.ts'
import { SYSTEM_ACTOR } from '#src/features/audit/record-change.server.ts'
import { CourierRefusal, CourierUnavailable } from '#src/features/couriers/courier.server.ts'
import { ASKING_MINUTES, storeBooking } from './book-shipment.server.ts'
import type { ShipmentRow } from './shipment-lookups.server.ts'
import type { ShipmentContext } from './shipment-parcel.server.ts'
import { shipments } from './shipments.table.server.ts'

/** Asks couriers about bookings that got no answer, and stores their AWB. Only one process asks about each. */
export async function confirmBookings(context: ShipmentContext): Promise<void> {
  const { db, now } = context
  const { endedAt, bookedAt, askingUntil } = shipments
  const lapsed = await db
    .update(shipments)
    .set({ askingUntil: addMinutes(now(), ASKING_MINUTES) })
    .where(and(isNull(endedAt), isNull(bookedAt), lt(askingUntil, now())))
    .returning()
  for (const shipment of lapsed) await confirmBooking(context, shipment)
}

async function confirmBooking({ db, couriers, now }: ShipmentContext, shipment: ShipmentRow): Promise<void> {
  const found = await couriers[shipment.courier]?.find(shipment.reference).catch((error: unknown) => {
    if (error instanceof CourierUnavailable || error instanceof CourierRefusal) return 'no answer' as const
    throw error
  })
  if (found === 'no answer' || !couriers[shipment.courier]) return
  if (found?.awb && !found.isCancelled) {
    const { awb, courierOrderId, courierShipmentId } = found
    const booking = { awb, courierOrderId, courierShipmentId }
    return storeBooking(db, { shipment, booking, by: SYSTEM_ACTOR, now: now() })
  }
  const lastError = found ? 'The courier gave this parcel no AWB.' : 'The courier did not book this parcel.'
  await db.update(shipments).set({ askingUntil: null, lastError }).where(eq(shipments.id, shipment.id))
}
