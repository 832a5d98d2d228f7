import { and, asc, eq, inArray, isNull, ne, or } from 'drizzle-orm'
import { shopDay } from '#src/core/dates.ts'
import type { Db } from '#src/db/database.server.ts'
import { findLatestScan, TROUBLE_STATES } from '#src/features/couriers/shipment-states.ts'
import type { OrderScan } from './courier-sentences.ts'
import type { CourierState } from './shipments.contract.ts'
import { shipmentScans, shipments } from './shipments.table.server.ts'

export type ShipmentRow = typeof shipments.$inferSelect

/** Finds the booking of an order that has not ended. */
export async function findOpenShipment(db: Db, orderId: string): Promise<ShipmentRow | undefined> {
  const [open] = await db
    .select()
    .from(shipments)
    .where(and(eq(shipments.orderId, orderId), isNull(shipments.endedAt)))
  return open
}

/** Lists the scans of orders, oldest first, without those of ended bookings. */
export async function listOrderScans(db: Db, orderIds: readonly string[]): Promise<OrderScan[]> {
  if (orderIds.length === 0) return []
  return db
    .select({ orderId: shipments.orderId, state: shipmentScans.state, at: shipmentScans.at })
    .from(shipmentScans)
    .innerJoin(shipments, eq(shipments.id, shipmentScans.shipmentId))
    .where(and(inArray(shipments.orderId, [...orderIds]), isNull(shipments.endedAt)))
    .orderBy(asc(shipmentScans.at), asc(shipmentScans.receivedAt))
}

/** Maps each order that has scans to its latest one. */
export function toCourierStates(scans: readonly OrderScan[]): Map<string, CourierState> {
  return new Map(
    [...Map.groupBy(scans, ({ orderId }) => orderId)].flatMap(([orderId, ofOrder]) => {
      const latest = findLatestScan(ofOrder)
      return latest ? [[orderId, { state: latest.state, day: shopDay(latest.at) }] as const] : []
    }),
  )
}

const { endedAt, state, orderCancelled } = shipments
/** Selects the shipments that need an admin. */
export const isInTrouble = and(
  isNull(endedAt),
  or(inArray(state, [...TROUBLE_STATES]), and(orderCancelled, ne(state, 'delivered'))),
)

/** Marks the open bookings of cancelled orders, so that an admin ends them or stops the courier. */
export async function markOrderCancelled(tx: Db, orderIds: readonly string[]): Promise<void> {
  await tx
    .update(shipments)
    .set({ orderCancelled: true })
    .where(and(inArray(shipments.orderId, [...orderIds]), isNull(endedAt)))
}

/** Exports the bookings of orders with their scans. */
export async function exportShipments(db: Db, orderIds: readonly string[]) {
  const { id, orderId, courier, rateName, grams, state, awb, bookedAt, endedAt } = shipments
  const rows = await db
    .select({ id, orderId, courier, rateName, grams, state, awb, bookedAt, endedAt })
    .from(shipments)
    .where(inArray(orderId, [...orderIds]))
  const scans = await db
    .select({ shipmentId: shipmentScans.shipmentId, state: shipmentScans.state, at: shipmentScans.at })
    .from(shipmentScans)
    .where(
      inArray(
        shipmentScans.shipmentId,
        rows.map((row) => row.id),
      ),
    )
  return rows.map((row) => ({ ...row, scans: scans.filter(({ shipmentId }) => shipmentId === row.id) }))
}
