import { eq } from 'drizzle-orm'
import { paise, rupees } from '#src/core/money.ts'
import type { Db } from '#src/db/database.server.ts'
import { isAwaitingDelivery } from '#src/features/orders/order-status.ts'
import type { OrderDocument, OrderParcel } from '#src/features/orders/orders.contract.ts'
import { orders } from '#src/features/orders/orders.table.server.ts'
import { findPriceSetters } from '#src/features/orders/parcels/price-setters.server.ts'
import { listOrderScans, toCourierStates } from '#src/features/orders/shipments/shipment-lookups.server.ts'
import { isUnpaid, type LineFacts, listLines, ORDER_COLUMNS, type ShownRow, toTracking } from './order-view.server.ts'

export async function listParcelRows(db: Db, groupId: string): Promise<ShownRow[]> {
  return db.select(ORDER_COLUMNS).from(orders).where(eq(orders.payingOrderId, groupId)).orderBy(orders.parcelNumber)
}

/** Supplied by payments and invoices, which depend on orders. */
export type ParcelLookups = {
  refundsOf: (db: Db, orderIds: string[]) => Promise<Map<string, OrderParcel['refund']>>
  documentsOf: (db: Db, orderIds: string[]) => Promise<Map<string, OrderDocument[]>>
}

export async function toParcels(
  db: Db,
  rows: readonly ShownRow[],
  { refundsOf, documentsOf }: ParcelLookups,
): Promise<OrderParcel[]> {
  const ids = rows.map(({ id }) => id)
  const lines = Map.groupBy(await listLines(db, ids), ({ orderId }) => orderId)
  const [refunds, documents] = [await refundsOf(db, ids), await documentsOf(db, ids)]
  const setters = await findPriceSetters(db, rows)
  const courierStates = toCourierStates(await listOrderScans(db, ids))
  return rows.map((row) => ({
    ...toParcel(row, lines.get(row.id) ?? []),
    courierState: courierStates.get(row.id) ?? null,
    setsOtherPrices: setters.has(row.id),
    refund: refunds.get(row.id) ?? { due: 0, done: 0 },
    documents: documents.get(row.id) ?? [],
  }))
}

function toParcel(
  row: ShownRow,
  lines: readonly LineFacts[],
): Omit<OrderParcel, 'courierState' | 'setsOtherPrices' | 'refund' | 'documents'> {
  const { deliverFrom: from, deliverTo: to } = row
  return {
    id: row.id,
    orderId: row.reference,
    number: row.parcelNumber ?? 1,
    status: row.status,
    awaitingPayment: isUnpaid(row),
    shippingAddress: row.shippingAddress,
    gift: row.gift,
    heat: row.heat,
    packedAt: row.packedAt?.toISOString() ?? null,
    tracking: toTracking(row),
    total: rupees(paise(row.totalPaise)),
    items: lines.map(({ name, quantity }) => ({ name, quantity })),
    deliverOn: row.deliverOn,
    expectedDelivery: isAwaitingDelivery(row.status) && from && to ? { from, to } : null,
  }
}
