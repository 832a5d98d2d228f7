import { randomUUID } from 'node:crypto'
import { and, desc, eq, inArray, isNotNull } from 'drizzle-orm'
import type { CourierName } from '#src/core/couriers.ts'
import { COURIER_TITLES } from '#src/core/couriers.ts'
import { DomainError } from '#src/core/domain-error.ts'
import { counted } from '#src/core/words.ts'
import { type Db, inTransaction } from '#src/db/database.server.ts'
import { type Actor, recordChange } from '#src/features/audit/record-change.server.ts'
import { alertAdmins } from '#src/features/auth/alerts/alert-admins.server.ts'
import { button, composeMail, facts } from '#src/features/notifications/mail/mail.ts'
import { lockOrder } from '#src/features/orders/orders.server.ts'
import { findShipment, type ShipmentRow } from '#src/features/orders/shipments/shipment-lookups.server.ts'
import { shipments } from '#src/features/orders/shipments/shipments.table.server.ts'
import { absoluteUrl } from '#src/server/config/process-settings.server.ts'
import { DELIVERY_PROBLEM_TEXTS, type DeliveryProblem } from './delivery-problems.ts'

type Opening = { shipment: ShipmentRow; reference: string; problem: DeliveryProblem; now: Date }

/** Puts a parcel on the to-do list, and alerts the admins once. */
export async function openProblem(tx: Db, { shipment, reference, problem, now }: Opening): Promise<void> {
  await tx.update(shipments).set({ problem, problemAt: now }).where(eq(shipments.id, shipment.id))
  await alertAboutParcels(tx, { problem, parcels: [{ ...shipment, reference }], now })
}

type TroubledParcel = { reference: string; courier: CourierName }
type AlertInput = { problem: DeliveryProblem; parcels: readonly TroubledParcel[]; now: Date }

/** The mail has no personal data, so erasure need not find it. */
export async function alertAboutParcels(tx: Db, { problem, parcels, now }: AlertInput): Promise<void> {
  const mail = deliveryProblemMail(problem, parcels)
  await alertAdmins(tx, { mail, idempotencyKey: `delivery-problem:${randomUUID()}`, now })
}

const NAMED = 20

export function deliveryProblemMail(problem: DeliveryProblem, parcels: readonly TroubledParcel[]) {
  const { title, what, advice } = DELIVERY_PROBLEM_TEXTS[problem]
  const [first] = parcels
  const which = first && parcels.length === 1 ? `order ${first.reference}` : counted(parcels.length, 'parcel')
  const path = first && parcels.length === 1 ? `/admin?q=${first.reference}` : '/admin?status=trouble'
  const named = parcels.slice(0, NAMED).map(({ reference, courier }) => [reference, COURIER_TITLES[courier]] as const)
  return composeMail('delivery-problem', `${title}: ${which}`, [
    what,
    facts(named),
    parcels.length > NAMED && `and ${parcels.length - NAMED} more`,
    advice,
    button('Look at it', absoluteUrl(path)),
  ])
}

/** Lists the open problems of orders, the latest first. */
export async function listDeliveryProblems(db: Db, orderIds: readonly string[]) {
  if (orderIds.length === 0) return []
  const { id, orderId, problem, problemAt, courier, awb } = shipments
  const rows = await db
    .select({ id, orderId, problem, problemAt, courier, awb })
    .from(shipments)
    .where(and(inArray(orderId, [...orderIds]), isNotNull(problem)))
    .orderBy(desc(problemAt))
  return rows.flatMap(({ problem, problemAt, ...row }) =>
    problem && problemAt ? [{ ...row, problem, since: problemAt.toISOString() }] : [],
  )
}

type Noting = { shipmentId: string; problem: DeliveryProblem; by: Actor }

/** Takes a problem off the to-do list; returns the order. Idempotent. Throws `conflict` if it is another one by now. */
export async function noteProblem(db: Db, { shipmentId, problem, by }: Noting): Promise<string> {
  const { orderId } = await findShipment(db, shipmentId)
  await inTransaction(db, async (tx) => {
    const order = await lockOrder(tx, orderId)
    const now = await findShipment(tx, shipmentId)
    if (now.problem === null) return
    if (now.problem !== problem)
      throw new DomainError('conflict', 'Something else has happened to this parcel meanwhile. Please look again.', {
        code: 'changed-meanwhile',
      })
    await tx.update(shipments).set({ problem: null }).where(eq(shipments.id, shipmentId))
    const [before, after] = [{ deliveryProblem: problem }, { deliveryProblem: null }]
    await recordChange(tx, { by, entity: 'order', entityId: order.id, action: 'update', before, after })
  })
  return orderId
}
