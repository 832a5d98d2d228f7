import { and, desc, eq, isNotNull, isNull, or } from 'drizzle-orm'
import { COURIER_TITLES, getTrackingUrl } from '#src/core/couriers.ts'
import { addMinutes, minutesOfShopDay, shopDay } from '#src/core/dates.ts'
import { DomainError } from '#src/core/domain-error.ts'
import { paise, rupees } from '#src/core/money.ts'
import { type Db, inTransaction } from '#src/db/database.server.ts'
import type { Actor } from '#src/features/audit/record-change.server.ts'
import type { Courier } from '#src/features/couriers/courier.server.ts'
import { hasLeft } from '#src/features/couriers/shipment-states.ts'
import { clearTracking } from '#src/features/orders/fulfilment/fulfil-order.server.ts'
import { findOrder } from '#src/features/orders/lookup/list-orders.server.ts'
import { lockOrder } from '#src/features/orders/orders.server.ts'
import { ASKING_MINUTES, refuseWhileAsking } from './book-shipment.server.ts'
import { cancelAtCourier, toBooking } from './courier-bookings.server.ts'
import { listDeliveryProblems } from './problems/delivery-problems.server.ts'
import { findOpenShipment, findShipment, type ShipmentRow } from './shipment-lookups.server.ts'
import {
  askCourier,
  chooseCourier,
  courierOf,
  draftParcel,
  explainCourierError,
  type ShipmentContext,
} from './shipment-parcel.server.ts'
import type { AdminShipment, Shipment } from './shipments.contract.ts'
import { shipmentScans, shipments } from './shipments.table.server.ts'

/** Describes the open booking of an order, or whether it can be booked. */
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
    problems: await listDeliveryProblems(db, [orderId]),
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
    charge: chargePaise === null ? null : rupees(paise(chargePaise)),
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

/** Couriers collect in the afternoon, from Monday to Saturday, what is requested by noon. */
export function nextPickupDay(now: Date): string {
  const day = new Date(shopDay(now))
  if (minutesOfShopDay(now) > LAST_REQUEST_MINUTE) day.setUTCDate(day.getUTCDate() + 1)
  if (day.getUTCDay() === SUNDAY) day.setUTCDate(day.getUTCDate() + 1)
  return day.toISOString().slice(0, 10)
}

/** Downloads the label of a booked parcel from its courier. */
export async function getShipmentLabel({ db, couriers }: ShipmentContext, orderId: string): Promise<Buffer> {
  const { shipment, booking } = await getBooked(db, orderId)
  return askCourier(courierOf(couriers, shipment.courier).label(booking))
}

/**
 * Ends a booking, even an unconfirmed one, so that the order can be booked again. Cancels it at the courier unless the
 * parcel came back or was lost. Throws `conflict` while the courier has the parcel.
 */
export async function endShipment(context: ShipmentContext, { orderId, by }: { orderId: string; by: Actor }) {
  const { db, couriers, now } = context
  const open = await claimEnd(db, orderId, now())
  if (!open) return
  const awb = isOver(open) ? open.awb : await askToCancel(db, open, courierOf(couriers, open.courier))
  await inTransaction(db, async (tx) => {
    const order = await lockOrder(tx, orderId)
    const isUnchanged = open.bookedAt ? isNotNull(shipments.bookedAt) : isNull(shipments.bookedAt)
    const isCancelled = awb === null ? undefined : eq(shipments.awb, awb)
    const ended = await tx
      .update(shipments)
      .set({ endedAt: now(), askingUntil: null, problem: null })
      .where(and(eq(shipments.id, open.id), isNull(shipments.endedAt), or(isUnchanged, isCancelled)))
      .returning({ id: shipments.id })
    if (ended.length === 0 && !(await findShipment(tx, open.id)).endedAt)
      throw new DomainError('conflict', 'This booking has changed meanwhile. Please look at it again.', {
        code: 'changed-meanwhile',
      })
    await clearTracking(tx, { order, number: awb, by })
  })
}

const isOver = ({ state }: ShipmentRow) => state === 'returned' || state === 'lost' || state === 'cancelled'

/** Prevents another booking of this parcel while the courier cancels it. */
async function claimEnd(db: Db, orderId: string, now: Date): Promise<ShipmentRow | undefined> {
  return inTransaction(db, async (tx) => {
    await lockOrder(tx, orderId)
    const open = await findOpenShipment(tx, orderId)
    if (!open) return undefined
    refuseWhileAsking(open, now)
    if (hasLeft(open.state) && !isOver(open))
      throw new DomainError('conflict', 'The courier has this parcel, so the booking can no longer be cancelled.')
    const askingUntil = addMinutes(now, ASKING_MINUTES)
    await tx.update(shipments).set({ askingUntil }).where(eq(shipments.id, open.id))
    return open
  })
}

async function askToCancel(db: Db, open: ShipmentRow, courier: Courier): Promise<string | null> {
  try {
    return await cancelAtCourier(courier, open)
  } catch (error) {
    const { askingUntil } = open
    await db.update(shipments).set({ askingUntil }).where(eq(shipments.id, open.id))
    throw new DomainError('conflict', explainCourierError(error, 'Please try again before you ship by hand.'))
  }
}

async function getBooked(db: Db, orderId: string) {
  const shipment = await findOpenShipment(db, orderId)
  const booking = shipment && toBooking(shipment)
  if (!booking) throw new DomainError('conflict', 'This order is not booked with a courier.')
  return { shipment, booking }
}
