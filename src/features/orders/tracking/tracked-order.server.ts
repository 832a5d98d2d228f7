import { eq } from 'drizzle-orm'
import { shopDay } from '#src/core/dates.ts'
import { addDays } from '#src/core/delivery/business-days.ts'
import { DomainError } from '#src/core/domain-error.ts'
import type { Db } from '#src/db/database.server.ts'
import { getDeliveryPromise } from '#src/features/orders/delivery/delivery-promise.server.ts'
import { listParcelRows } from '#src/features/orders/lookup/order-parcels.server.ts'
import { buildGroupTimeline } from '#src/features/orders/lookup/order-timeline.ts'
import {
  isUnpaid,
  listLines,
  ORDER_COLUMNS,
  type ShownRow,
  toTracking,
} from '#src/features/orders/lookup/order-view.server.ts'
import { listStatusChanges } from '#src/features/orders/lookup/status-changes.server.ts'
import { isAwaitingDelivery } from '#src/features/orders/order-status.ts'
import { orders } from '#src/features/orders/orders.table.server.ts'
import { withScans } from '#src/features/orders/shipments/courier-sentences.ts'
import { listOrderScans, toCourierStates } from '#src/features/orders/shipments/shipment-lookups.server.ts'
import { readSettings } from '#src/features/settings/read-settings.server.ts'
import type { TrackedOrder, TrackedParcel } from './tracking.contract.ts'

const TRACKING_LINK_DAYS = 90

export const trackingEndsOn = ({ createdAt, deliverTo }: { createdAt: Date; deliverTo: string | null }) =>
  addDays(deliverTo ?? shopDay(createdAt), TRACKING_LINK_DAYS)

/**
 * Finds what a tracking link shows, for 90 days from the promised delivery. The link of the first parcel shows the whole
 * order. Throws `not-found` if the link is unknown or has expired.
 */
export async function findTrackedOrder(db: Db, { token, now }: { token: string; now: Date }): Promise<TrackedOrder> {
  const [order] = await db.select(ORDER_COLUMNS).from(orders).where(eq(orders.trackingToken, token))
  if (!order || trackingEndsOn(order) < shopDay(now))
    throw new DomainError('not-found', 'This tracking link is not valid, or it has expired.')
  const settings = await readSettings(db)
  const isWhole = order.groupId === order.id
  const rows = isWhole ? await listParcelRows(db, order.id) : [order]
  const ids = rows.map(({ id }) => id)
  const [changes, scans] = [await listStatusChanges(db, ids), await listOrderScans(db, ids)]
  const courierStates = toCourierStates(scans)
  const toTracked = (row: ShownRow): TrackedParcel => ({
    ...toTrackedParcel(row, getDeliveryPromise(row, settings).days),
    courierState: courierStates.get(row.id) ?? null,
  })
  return {
    ...toTracked(order),
    orderId: order.reference,
    endsOn: trackingEndsOn(order),
    items: sumLines(await listLines(db, ids)),
    timeline: withScans(buildGroupTimeline(rows, changes), scans, rows.length).map(({ at, kind, text }) => ({
      at: at.toISOString(),
      kind,
      text: FOR_ANYBODY[kind] ?? text,
    })),
    parcels: isWhole ? rows.map(toTracked) : [],
  }
}

/** The customer's own page says who cancelled it or confirmed that it arrived. */
const FOR_ANYBODY: Partial<Record<TrackedOrder['timeline'][number]['kind'], string>> = {
  cancelled: 'Cancelled',
  delivered: 'Delivered',
}

function toTrackedParcel(row: ShownRow, days: TrackedParcel['expectedDelivery']): Omit<TrackedParcel, 'courierState'> {
  return {
    status: row.status,
    awaitingPayment: isUnpaid(row),
    deliveryMethod: row.deliveryMethod,
    heat: row.heat,
    shipOn: row.shipOn,
    packedAt: row.packedAt?.toISOString() ?? null,
    tracking: toTracking(row),
    number: row.parcelNumber,
    expectedDelivery: isAwaitingDelivery(row.status) && !isUnpaid(row) ? days : null,
  }
}

function sumLines(lines: readonly { name: string; quantity: number }[]): TrackedOrder['items'] {
  const quantities = new Map<string, number>()
  for (const { name, quantity } of lines) quantities.set(name, (quantities.get(name) ?? 0) + quantity)
  return [...quantities].map(([name, quantity]) => ({ name, quantity }))
}
