import { and, eq } from 'drizzle-orm'
import { COURIER_TITLES } from '#src/core/couriers.ts'
import { type Db, inTransaction } from '#src/db/database.server.ts'
import type { Actor } from '#src/features/audit/record-change.server.ts'
import {
  type Booking,
  type Courier,
  CourierRefusal,
  CourierUnavailable,
} from '#src/features/couriers/courier.server.ts'
import { saveTracking } from '#src/features/orders/fulfilment/fulfil-order.server.ts'
import { lockOrder } from '#src/features/orders/orders.server.ts'
import { openProblem } from './problems/delivery-problems.server.ts'
import { findShipment, type ShipmentRow } from './shipment-lookups.server.ts'
import { shipments } from './shipments.table.server.ts'

type Storing = { shipment: ShipmentRow; booking: Booking; by: Actor; now: Date }

/** Stores what the courier has booked, and puts its number into the order, unless the booking was given up meanwhile. */
export async function storeBooking(
  db: Db,
  { shipment: { id, orderId }, booking, by, now }: Storing,
): Promise<'booked' | 'given-up'> {
  return inTransaction(db, async (tx) => {
    const order = await lockOrder(tx, orderId)
    const shipment = await findShipment(tx, id)
    if (shipment.endedAt) return 'given-up'
    if (shipment.bookedAt) return 'booked'
    const problem = shipment.problem === 'unconfirmed' ? null : shipment.problem
    const booked = { ...booking, bookedAt: now, askingUntil: null, lastError: null, problem }
    await tx.update(shipments).set(booked).where(eq(shipments.id, id))
    await tx
      .update(shipments)
      .set({ problem: null })
      .where(and(eq(shipments.orderId, orderId), eq(shipments.problem, 'cancelled')))
    const { status, reference } = order
    const tracking = { courier: COURIER_TITLES[shipment.courier], number: booking.awb }
    if (status === 'processing') await saveTracking(tx, { order, tracking, by })
    else if (status !== 'cancelled') await openProblem(tx, { shipment, reference, problem: 'booked-late', now })
    return 'booked'
  })
}

type Late = Omit<Storing, 'by'> & { courier: Courier }

/** Cancels what a courier booked after it was given up; returns false, and opens a problem, if that fails. */
export async function cancelLateBooking(db: Db, { shipment, booking, courier, now }: Late): Promise<boolean> {
  const isCancelled = await cancelAtCourier(courier, shipment).then(
    () => true,
    (error: unknown) => {
      if (error instanceof CourierRefusal || error instanceof CourierUnavailable) return false
      throw error
    },
  )
  await inTransaction(db, async (tx) => {
    const { reference } = await lockOrder(tx, shipment.orderId)
    await tx.update(shipments).set(booking).where(eq(shipments.id, shipment.id))
    if (!isCancelled) await openProblem(tx, { shipment, reference, problem: 'booked-late', now })
  })
  return isCancelled
}

/** Asks the courier to cancel; looks a booking up that was never confirmed. Returns the AWB of what is cancelled. */
export async function cancelAtCourier(courier: Courier, shipment: ShipmentRow): Promise<string | null> {
  const known = toBooking(shipment) ?? (await courier.find(shipment.reference))
  if (known && !('isCancelled' in known && known.isCancelled)) await courier.cancel({ ...known, isCancelled: false })
  return known?.awb ?? null
}

export function toBooking({ awb, courierOrderId, courierShipmentId, bookedAt }: ShipmentRow): Booking | undefined {
  return bookedAt && awb ? { awb, courierOrderId, courierShipmentId } : undefined
}
