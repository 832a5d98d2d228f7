import { DomainError } from '#src/core/domain-error.ts'
import { type Db, inSnapshot } from '#src/db/database.server.ts'
import { getDeliveryPromise, previewDeliveryPromise } from '#src/features/orders/delivery/delivery-promise.server.ts'
import { isAwaitingDelivery } from '#src/features/orders/order-status.ts'
import type { OrderDetails, OrderPayment } from '#src/features/orders/orders.contract.ts'
import type { OrderRow } from '#src/features/orders/orders.server.ts'
import { describePickup } from '#src/features/orders/pickup/pickup.server.ts'
import { withScans } from '#src/features/orders/shipments/courier-sentences.ts'
import { listOrderScans, toCourierStates } from '#src/features/orders/shipments/shipment-lookups.server.ts'
import { readSettings } from '#src/features/settings/read-settings.server.ts'
import { asWholeOrders, findOrder, type OrderScope } from './list-orders.server.ts'
import { listParcelRows, type ParcelLookups, toParcels } from './order-parcels.server.ts'
import { buildGroupTimeline, buildOrderTimeline, listMoneyEvents } from './order-timeline.ts'
import { listStatusChanges } from './status-changes.server.ts'

export type FindOrderPayment = (db: Db, order: { id: string; groupId: string | null }) => Promise<OrderPayment | null>

export type OrderLookups = ParcelLookups & { paymentOf: FindOrderPayment }

type OrderDetailsInput = OrderLookups & { id: string; scope: OrderScope }

/** Any parcel of an order to several people shows its customer the whole order. */
export function getOrderDetails(db: Db, input: OrderDetailsInput): Promise<OrderDetails> {
  return inSnapshot(db, async (tx) => {
    const found = await findOrder(tx, input.scope, input.id)
    if (input.scope === 'all' || !found.row.groupId) return (await describeOrder(tx, found, input)).details
    return getWholeOrder(tx, { ...input, groupId: found.row.groupId })
  })
}

/** Also returns the internal history, of which the customer sees only a part. */
export async function getOrderWithChanges(db: Db, input: OrderDetailsInput) {
  return describeOrder(db, await findOrder(db, input.scope, input.id), input)
}

async function getWholeOrder(db: Db, { groupId, ...input }: OrderDetailsInput & { groupId: string }) {
  const rows = await listParcelRows(db, groupId)
  const [order] = await asWholeOrders(db, rows.slice(0, 1))
  if (!order) throw new DomainError('not-found', 'Order not found.')
  const ids = rows.map(({ id }) => id)
  const [changes, scans] = [await listStatusChanges(db, ids), await listOrderScans(db, ids)]
  const days = rows.flatMap(({ status, deliverFrom: from, deliverTo: to }) =>
    isAwaitingDelivery(status) && from && to ? [{ from, to }] : [],
  )
  const payment = await input.paymentOf(db, { id: groupId, groupId: null })
  const events = [...buildGroupTimeline(rows, changes), ...(payment ? listMoneyEvents(payment) : [])]
  const timeline = withScans(events, scans, rows.length)
  return {
    ...order,
    timeline: timeline.map((event) => ({ ...event, at: event.at.toISOString() })),
    payment,
    documents: [],
    legacyWithoutInvoice: false,
    deliverOn: null,
    courierState: null,
    expectedDelivery: order.awaitingPayment ? null : spanOf(days),
    readyOn: null,
    pickup: null,
    parcels: await toParcels(db, rows, input),
    trackingToken: rows[0]?.trackingToken ?? null,
    policiesVersion: rows[0]?.policiesVersion ?? null,
  }
}

function spanOf(days: readonly { from: string; to: string }[]): OrderDetails['expectedDelivery'] {
  const [from] = days.map((day) => day.from).sort()
  const to = days
    .map((day) => day.to)
    .sort()
    .at(-1)
  return from && to ? { from, to } : null
}

type Found = Awaited<ReturnType<typeof findOrder>>

async function describeOrder(db: Db, { row, order }: Found, { scope, ...lookups }: OrderDetailsInput) {
  const { paymentOf, documentsOf } = lookups
  const [changes, scans] = [await listStatusChanges(db, [row.id]), await listOrderScans(db, [row.id])]
  const payment = await paymentOf(db, row)
  const events = [...buildOrderTimeline({ ...row, changes }), ...(payment ? listMoneyEvents(payment) : [])]
  const timeline = withScans(events, scans, 1)
  const details: OrderDetails = {
    ...order,
    timeline: timeline.map((event) => ({ ...event, at: event.at.toISOString() })),
    payment,
    documents: (await documentsOf(db, [row.id])).get(row.id) ?? [],
    legacyWithoutInvoice: row.legacyWithoutInvoice,
    deliverOn: row.deliverOn,
    courierState: toCourierStates(scans).get(row.id) ?? null,
    ...(await readExpectedDelivery(db, { row, payment, scope })),
    parcels: row.groupId ? await toParcels(db, await listParcelRows(db, row.groupId), lookups) : [],
    trackingToken: row.trackingToken,
    policiesVersion: row.policiesVersion,
  }
  return { row, changes, details }
}

type ExpectedDeliveryInput = { row: OrderRow; payment: OrderPayment | null; scope: OrderScope }

/** The promised days, or what paying now would promise; null after delivery or cancellation. */
async function readExpectedDelivery(db: Db, { row, payment, scope }: ExpectedDeliveryInput) {
  if (!isAwaitingDelivery(row.status)) return { expectedDelivery: null, readyOn: null, pickup: null }
  const settings = await readSettings(db)
  const isPromised = row.paidAt !== null || payment?.status === 'pending'
  const promised = isPromised
    ? getDeliveryPromise(row, settings)
    : await previewDeliveryPromise(db, row, { settings, now: new Date() })
  const pickup = describePickup(row, { settings, shipOn: promised.shipOn, day: promised.days?.to })
  return {
    expectedDelivery: promised.days,
    readyOn: row.readyOn === null ? null : promised.shipOn,
    pickup: pickup && { ...pickup, code: scope === 'all' ? null : pickup.code },
  }
}
