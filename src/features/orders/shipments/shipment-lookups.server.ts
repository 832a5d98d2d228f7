import { and, asc, eq, inArray, isNotNull, isNull, ne } from 'drizzle-orm'
import { shopDay } from '#src/core/dates.ts'
import { DomainError } from '#src/core/domain-error.ts'
import type { Db } from '#src/db/database.server.ts'
import { findLatestScan } from '#src/features/couriers/shipment-states.ts'
import type { OrderScan } from './courier-sentences.ts'
import { findDeliveryProblem } from './problems/delivery-problems.ts'
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

/** Throws `not-found`. */
export async function findShipment(db: Db, id: string): Promise<ShipmentRow> {
  const [row] = await db.select().from(shipments).where(eq(shipments.id, id))
  if (!row) throw new DomainError('not-found', 'This booking does not exist.')
  return row
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

/** Selects the shipments that need an admin, by the condition of the index `shipments_trouble`. */
export const isInTrouble = isNotNull(shipments.problem)

/** Marks the open bookings of cancelled orders, so that an admin ends them or stops the courier. */
export async function markOrderCancelled(tx: Db, orderIds: readonly string[]): Promise<void> {
  const { id, orderId, endedAt, state } = shipments
  const open = await tx
    .select()
    .from(shipments)
    .where(and(inArray(orderId, [...orderIds]), isNull(endedAt), ne(state, 'delivered')))
  for (const row of open) {
    const [before, problem] = [false, true].map((isOrderCancelled) =>
      findDeliveryProblem({ ...row, isEnded: false, isOrderCancelled }),
    )
    const change = problem && problem !== before && { problem, problemAt: new Date() }
    await tx
      .update(shipments)
      .set({ orderCancelled: true, ...change })
      .where(eq(id, row.id))
  }
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
