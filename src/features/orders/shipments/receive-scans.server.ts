import { and, eq } from 'drizzle-orm'
import { COURIER_TITLES, type CourierName } from '#src/core/couriers.ts'
import { DomainError } from '#src/core/domain-error.ts'
import { type Db, inTransaction } from '#src/db/database.server.ts'
import { SYSTEM_ACTOR } from '#src/features/audit/record-change.server.ts'
import type { CourierReport } from '#src/features/couriers/courier.server.ts'
import { type Couriers, readReport } from '#src/features/couriers/create-couriers.server.ts'
import { findLatestScan, hasLeft, type ScanState } from '#src/features/couriers/shipment-states.ts'
import { moveOrder } from '#src/features/orders/change-order-status.server.ts'
import { clearTracking } from '#src/features/orders/fulfilment/fulfil-order.server.ts'
import { notifyShipped } from '#src/features/orders/messages/notify-customer.server.ts'
import { wasDelivered } from '#src/features/orders/order-status.ts'
import { changeStatus, lockOrder, type OrderRow } from '#src/features/orders/orders.server.ts'
import { isSameSecret } from '#src/server/config/encryption.server.ts'
import { parsedOrUndefined } from '#src/server/http/request-checks.server.ts'
import { log } from '#src/server/telemetry/log.server.ts'
import { openProblem } from './problems/delivery-problems.server.ts'
import { findDeliveryProblem } from './problems/delivery-problems.ts'
import type { ShipmentRow } from './shipment-lookups.server.ts'
import { shipmentScans, shipments } from './shipments.table.server.ts'

/** Couriers send a shared secret, no signature. */
export function requireWebhookSecret(secret: string | undefined, given: string | undefined): void {
  if (!secret || !isSameSecret(given ?? '', secret))
    throw new DomainError('not-signed-in', 'The secret of this webhook is not valid.')
}

/** Reads the body of a webhook; throws `invalid` if it is from none of the couriers. */
export function parseReport(couriers: Couriers, rawBody: string): CourierReport & { courier: CourierName } {
  const report = readReport(couriers, parsedOrUndefined(rawBody))
  if (!report) throw new DomainError('invalid', 'This is not a report of a courier of this shop.')
  return report
}

/** An earlier time is an error of the courier, whose API did not exist yet. */
const EARLIEST = new Date('2020-01-01')

type Received = CourierReport & { courier: CourierName; now: Date }

/**
 * Stores each scan once and moves the order forward by the latest one: packed to shipped, with the usual mail, and shipped
 * to delivered. An unknown AWB, a repeated scan and an ended booking move nothing.
 */
export async function receiveScans(db: Db, { courier, awb, scans, now }: Received): Promise<void> {
  const [known] = await db
    .select()
    .from(shipments)
    .where(and(eq(shipments.courier, courier), eq(shipments.awb, awb)))
  if (!known) return log.info(`${COURIER_TITLES[courier]} reported a parcel that is not known here`)
  if (scans.length === 0) return
  await inTransaction(db, async (tx) => {
    const order = await lockOrder(tx, known.orderId)
    const [shipment = known] = await tx.select().from(shipments).where(eq(shipments.id, known.id))
    const values = scans.map(({ key, state, at }) => ({
      ...{ shipmentId: known.id, key, state, receivedAt: now },
      at: EARLIEST <= at && at <= now ? at : now,
    }))
    const added = await tx.insert(shipmentScans).values(values).onConflictDoNothing().returning()
    if (added.length === 0) return
    const all = await tx.select().from(shipmentScans).where(eq(shipmentScans.shipmentId, known.id))
    const latest = findLatestScan(all)
    if (!latest) return
    await tx.update(shipments).set({ state: latest.state }).where(eq(shipments.id, known.id))
    const wasCollected = all.some((scan) => hasLeft(scan.state))
    const following = { order, shipment, state: latest.state, wasCollected, now }
    await followProblem(tx, following)
    if (shipment.endedAt === null) await followParcel(tx, following)
  })
}

type Following = { order: OrderRow; shipment: ShipmentRow; state: ScanState; wasCollected: boolean; now: Date }

async function followProblem(tx: Db, { order, shipment, state, now }: Following): Promise<void> {
  const facts = { isEnded: shipment.endedAt !== null, isOrderCancelled: shipment.orderCancelled }
  const before = findDeliveryProblem({ ...facts, state: shipment.state })
  const problem = findDeliveryProblem({ ...facts, state })
  const isUndone = shipment.problem === 'booked-late' && state === 'cancelled'
  if (problem === before && !isUndone) return
  if (problem) await openProblem(tx, { shipment, reference: order.reference, problem, now })
  else await tx.update(shipments).set({ problem }).where(eq(shipments.id, shipment.id))
}

const isSentOtherwise = ({ order, shipment }: Pick<Following, 'order' | 'shipment'>) =>
  order.trackingNumber !== null && order.trackingNumber !== shipment.awb

async function followParcel(tx: Db, following: Following): Promise<void> {
  const { order, shipment, state, wasCollected } = following
  if (state === 'cancelled' && !wasCollected) return endCancelled(tx, following)
  if (!hasLeft(state) || isSentOtherwise(following)) return
  const { movedOrderTo: moved } = shipment
  let { status } = order
  if (moved === null && status === 'processing' && order.packedAt) {
    await changeStatus(tx, order, { to: 'shipped', actor: 'system' })
    const number = shipment.awb ?? ''
    if (state !== 'delivered') await notifyShipped(tx, order, { courier: COURIER_TITLES[shipment.courier], number })
    status = 'shipped'
  }
  if (moved !== 'delivered' && state === 'delivered' && status === 'shipped') {
    await moveOrder(tx, { ...order, status }, { to: 'delivered', actor: 'system' })
    status = 'delivered'
  }
  const movedOrderTo = wasDelivered(status) ? 'delivered' : status === 'shipped' ? 'shipped' : moved
  await tx.update(shipments).set({ movedOrderTo }).where(eq(shipments.id, shipment.id))
}

/** The order can be booked again. A cancellation is a problem only if no admin requested it. */
async function endCancelled(tx: Db, following: Following): Promise<void> {
  const { order, shipment, now } = following
  const isRequested = shipment.askingUntil !== null && shipment.askingUntil > now
  const isStillToSend = order.status === 'processing' || (order.status === 'shipped' && !isSentOtherwise(following))
  await tx.update(shipments).set({ endedAt: now, problem: null }).where(eq(shipments.id, shipment.id))
  if (isStillToSend && !isRequested)
    await openProblem(tx, { shipment, reference: order.reference, problem: 'cancelled', now })
  await clearTracking(tx, { order, number: shipment.awb, by: SYSTEM_ACTOR })
}
