import { desc, eq } from 'drizzle-orm'
import { minutesOfShopDay, shopDay } from '#src/core/dates.ts'
import { DomainError } from '#src/core/domain-error.ts'
import { type Db, inTransaction } from '#src/db/database.server.ts'
import type { Actor } from '#src/features/audit/record-change.server.ts'
import type { Booking } from '#src/features/couriers/courier.server.ts'
import { COURIER_TITLES, hasLeft } from '#src/features/couriers/shipment-states.ts'
import { getTrackingUrl } from '#src/features/orders/fulfilment/couriers.ts'
import { clearTracking } from '#src/features/orders/fulfilment/fulfil-order.server.ts'
import { findOrder } from '#src/features/orders/lookup/list-orders.server.ts'
import { lockOrder } from '#src/features/orders/orders.server.ts'
import { refuseWhileAsking } from './book-shipment.server.ts'
import { findOpenShipment, type ShipmentRow } from './shipment-lookups.server.ts'
import { askCourier, chooseCourier, courierOf, draftParcel, type ShipmentContext } from './shipment-parcel.server.ts'
import type { AdminShipment, Shipment } from './shipments.contract.ts'
import { shipmentScans, shipments } from './shipments.table.server.ts'

/** Describes the open booking of an order, and whether one could be made. */
export async function getAdminShipment(
  { db, couriers }: Pick<ShipmentContext, 'db' | 'couriers'>,
  orderId: string,
): Promise<AdminShipment> {
  const { row: order } = await findOrder(db, 'all', orderId)
  const { draft, settings } = await draftParcel(db, order)
  const courier = chooseCourier(couriers, settings)
  const open = await findOpenShipment(db, orderId)
  const { service } = settings.courier
  return {
    courier: service === 'by-hand' ? null : service,
    problem: typeof courier === 'string' ? courier : null,
    grams: draft.usualGrams,
    shipment: open ? await describe(db, open) : null,
  }
}

async function describe(db: Db, row: ShipmentRow): Promise<Shipment> {
  const { courier, rateName, grams, chargePaise, state, awb, lastError, pickupOn } = row
  const scans = await db
    .select({ at: shipmentScans.at, state: shipmentScans.state })
    .from(shipmentScans)
    .where(eq(shipmentScans.shipmentId, row.id))
    .orderBy(desc(shipmentScans.at), desc(shipmentScans.receivedAt))
  return {
    ...{ courier, rateName, grams, state, awb, lastError, pickupOn },
    charge: chargePaise === null ? null : chargePaise / 100,
    page: awb && getTrackingUrl(COURIER_TITLES[courier], awb),
    scans: scans.map((scan) => ({ ...scan, at: scan.at.toISOString() })),
  }
}

/** Asks the courier to collect a booked parcel on the next day of collection. Idempotent. */
export async function requestShipmentPickup(context: ShipmentContext, orderId: string): Promise<void> {
  const { db, couriers, now } = context
  const { shipment, booking } = await getBooked(db, orderId)
  if (hasLeft(shipment.state)) throw new DomainError('conflict', 'The courier has this parcel already.')
  const { row: order } = await findOrder(db, 'all', orderId)
  const { pickupLocation } = (await draftParcel(db, order)).draft
  const day = nextPickupDay(now())
  await askCourier(courierOf(couriers, shipment.courier).requestPickup({ booking, day, pickupLocation }))
  await db.update(shipments).set({ pickupOn: day }).where(eq(shipments.id, shipment.id))
}

const LAST_REQUEST_MINUTE = 12 * 60
const SUNDAY = 0

/** Couriers collect from Monday to Saturday in the afternoon; they want to know it by noon. */
export function nextPickupDay(now: Date): string {
  const day = new Date(shopDay(now))
  if (minutesOfShopDay(now) > LAST_REQUEST_MINUTE) day.setUTCDate(day.getUTCDate() + 1)
  if (day.getUTCDay() === SUNDAY) day.setUTCDate(day.getUTCDate() + 1)
  return day.toISOString().slice(0, 10)
}

export async function getShipmentLabel({ db, couriers }: ShipmentContext, orderId: string): Promise<Buffer> {
  const { shipment, booking } = await getBooked(db, orderId)
  return askCourier(courierOf(couriers, shipment.courier).label(booking))
}

/**
 * Ends a booking, also one never confirmed, so that the order can be booked again: cancels it while the parcel is here.
 * What came back or was lost needs no cancellation. Throws `conflict` while the courier has the parcel.
 */
export async function endShipment(context: ShipmentContext, { orderId, by }: { orderId: string; by: Actor }) {
  const { db, couriers, now } = context
  const open = await findOpenShipment(db, orderId)
  if (!open) return
  refuseWhileAsking(open, now())
  const isOver = open.state === 'returned' || open.state === 'lost'
  if (hasLeft(open.state) && !isOver)
    throw new DomainError('conflict', 'The courier has this parcel, so the booking can no longer be cancelled.')
  if (!isOver) {
    const courier = courierOf(couriers, open.courier)
    const known = toBooking(open) ?? (await askCourier(courier.find(open.reference)))
    if (known && !('isCancelled' in known && known.isCancelled))
      await askCourier(courier.cancel({ ...known, isCancelled: false }))
  }
  await inTransaction(db, async (tx) => {
    const order = await lockOrder(tx, orderId)
    await tx.update(shipments).set({ endedAt: now() }).where(eq(shipments.id, open.id))
    await clearTracking(tx, { order, number: open.awb, by })
  })
}

async function getBooked(db: Db, orderId: string) {
  const shipment = await findOpenShipment(db, orderId)
  const booking = shipment && toBooking(shipment)
  if (!booking) throw new DomainError('conflict', 'This order is not booked with a courier.')
  return { shipment, booking }
}

function toBooking({ awb, courierOrderId, courierShipmentId, bookedAt }: ShipmentRow): Booking | undefined {
  return bookedAt && awb ? { awb, courierOrderId, courierShipmentId } : undefined
}
