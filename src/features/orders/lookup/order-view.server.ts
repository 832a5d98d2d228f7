import { getTableColumns, inArray } from 'drizzle-orm'
import { getTrackingUrl } from '#src/core/couriers.ts'
import { paise, rupees } from '#src/core/money.ts'
import type { Db } from '#src/db/database.server.ts'
import type { ProductLabel } from '#src/features/catalog/food/food-facts.contract.ts'
import { findFoodFacts, toProductLabel } from '#src/features/catalog/food/product-facts.server.ts'
import type { Order } from '#src/features/orders/orders.contract.ts'
import type { OrderRow } from '#src/features/orders/orders.server.ts'
import { orderLines, orders } from '#src/features/orders/orders.table.server.ts'
import { getPaymentDeadline } from '#src/features/orders/place/reservation-eligibility.server.ts'

const { searchText: _, ...shownColumns } = getTableColumns(orders)
export const ORDER_COLUMNS = shownColumns

export type ShownRow = Omit<OrderRow, 'searchText'>
export type LineFacts = Omit<typeof orderLines.$inferSelect, 'customOrderId' | 'tierFrom'>
type LineRow = LineFacts & { label: ProductLabel }
type LinesByOrder = ReadonlyMap<string, LineRow[]>

export async function listLines(db: Db, orderIds: readonly string[]): Promise<LineFacts[]> {
  if (orderIds.length === 0) return []
  const { customOrderId: _custom, tierFrom: _tier, ...columns } = getTableColumns(orderLines)
  return db
    .select(columns)
    .from(orderLines)
    .where(inArray(orderLines.orderId, [...orderIds]))
    .orderBy(orderLines.name)
}

export async function labelLines(db: Db, rows: readonly LineFacts[]): Promise<LinesByOrder> {
  const facts = await findFoodFacts(
    db,
    rows.map(({ productId }) => productId),
  )
  const labelOf = (id: number | null) => toProductLabel(id === null ? {} : facts.get(id))
  return Map.groupBy(
    rows.map((row) => ({ ...row, label: labelOf(row.productId) })),
    (row) => row.orderId,
  )
}

export const isUnpaid = ({ status, paidAt }: ShownRow) => status === 'pending' && paidAt === null

export function toOrder(row: ShownRow, { lines, group }: { lines: LinesByOrder; group: Order['group'] }): Order {
  return {
    id: row.id,
    orderId: row.reference,
    status: row.status,
    awaitingPayment: isUnpaid(row),
    paymentDeadline: isUnpaid(row) ? getPaymentDeadline(row).toISOString() : null,
    customerName: row.customerName,
    customerEmail: row.customerEmail,
    customerPhone: row.customerPhone,
    shippingAddress: row.shippingAddress,
    notes: row.notes,
    subtotal: rupees(paise(row.subtotalPaise)),
    shipping: rupees(paise(row.shippingPaise)),
    coolPack: rupees(paise(row.coolPackPaise)),
    giftWrap: rupees(paise(row.giftWrapPaise)),
    deliveryMethod: row.deliveryMethod,
    heat: row.heat,
    shipOn: row.shipOn,
    gift: row.gift,
    cardLogoId: row.cardLogoId,
    buyerGstin: row.buyerGstin,
    companyName: row.companyName,
    onWhatsApp: row.onWhatsApp,
    discount: rupees(paise(row.discountPaise)),
    promoCode: row.promoCode,
    total: rupees(paise(row.totalPaise)),
    createdAt: row.createdAt.toISOString(),
    packedAt: row.packedAt?.toISOString() ?? null,
    isReplacement: row.replacesOrderId !== null,
    tracking: toTracking(row),
    items: (lines.get(row.id) ?? []).map(toItem),
    group,
  }
}

/** Every other column is a field of the cart item. */
function toItem({ id, orderId: _order, productId, name, imageUrl, unitPaise, label, ...ordered }: LineRow) {
  return { ...ordered, id, price: rupees(paise(unitPaise)), product: { id: productId, name, imageUrl, ...label } }
}

export function toTracking({
  courier,
  trackingNumber,
}: Pick<ShownRow, 'courier' | 'trackingNumber'>): Order['tracking'] {
  if (!courier || !trackingNumber) return null
  return { courier, number: trackingNumber, page: getTrackingUrl(courier, trackingNumber) }
}
