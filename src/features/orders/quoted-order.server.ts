import { createHash, randomBytes } from 'node:crypto'
import { eq, inArray } from 'drizzle-orm'
import { type Paise, paise, rupees } from '#src/core/money.ts'
import { ShopError } from '#src/core/shop-error.ts'
import { MAX_ORDER_TOTAL } from '#src/core/shop-policy.ts'
import { type OrderTotals, totalsOf } from '#src/features/cart/cart-sums.rules.ts'
import { shippingRuleOf } from '#src/features/settings/settings.rules.ts'
import { readSection } from '#src/features/settings/settings.server.ts'
import { type Db, onlyRow } from '#src/platform/database.server.ts'
import { columnsOf } from './order-columns.server.ts'
import { refuseAddress } from './order-pricing.server.ts'
import { promisedColumns } from './order-promise.server.ts'
import type { ShippingAddress } from './orders.contract.ts'
import type { OrderStatus } from './orders.rules.ts'
import type { OrderRow } from './orders.server.ts'
import { orderLines, orders } from './orders.table.server.ts'

export type QuotedOrder = {
  userId: string
  customOrderId: string
  /** What stands on the order's only line. */
  name: string
  /** What all pieces cost together. */
  price: Paise
  customer: { name: string; email: string; phone: string }
  shippingAddress: ShippingAddress
  notes?: string
  /** What the shopper was shown. Compared, never used. */
  expectedTotal: Paise
  payableUntil: Date
  /** Working days of the studio until it is made, and the day that the quotation names. */
  craftingDays: number
  readyOn: string
}

/** What a quotation costs with the shipping that every order has. */
export async function quotedTotals(db: Db, price: Paise): Promise<OrderTotals> {
  return totalsOf([{ unitPrice: price, quantity: 1 }], paise(0), shippingRuleOf(await readSection(db, 'shipping')))
}

/** Writes the order that an accepted quotation becomes: one line, made for its shopper, so nothing of the shelf is held. */
export async function placeQuotedOrder(tx: Db, input: QuotedOrder, now: Date): Promise<OrderRow> {
  const settings = await refuseAddress(tx, input.shippingAddress)
  const { craftingDays, readyOn, shippingAddress } = input
  const parcel = { orderedAt: now, pincode: shippingAddress.pincode, craftingDays, readyOn }
  const totals = await quotedTotals(tx, input.price)
  refuseOtherTotal(totals.total, input.expectedTotal)
  const order = onlyRow(
    await tx
      .insert(orders)
      .values({
        reference: `ORD_${now.getTime()}_${randomBytes(6).toString('hex')}`,
        contentHash: hashOf(input),
        ...columnsOf(input, { totals, promised: promisedColumns(parcel, settings) }),
        payableUntil: input.payableUntil,
      })
      .returning(),
  )
  const { customOrderId, name } = input
  await tx.insert(orderLines).values({ orderId: order.id, customOrderId, name, unitPaise: input.price, quantity: 1 })
  return order
}

/** Whether the order was placed for exactly this. */
export function isOrderFor(order: OrderRow, input: QuotedOrder): boolean {
  return order.userId === input.userId && order.contentHash === hashOf(input)
}

function refuseOtherTotal(total: Paise, expected: Paise): void {
  if (total !== expected)
    throw new ShopError('conflict', 'The price has changed. Please check the new total.', { total: rupees(total) })
  if (total > MAX_ORDER_TOTAL)
    throw new ShopError('invalid', 'UPI payments are limited to ₹1,00,000. Please write to us.')
}

/** Keys are sorted, so that the same content is the same hash. */
function hashOf({ customOrderId, price, customer, shippingAddress, notes, expectedTotal }: QuotedOrder): string {
  const content = [
    customOrderId,
    paise(price),
    [customer.name, customer.email, customer.phone],
    Object.entries(shippingAddress).sort(),
    notes ?? '',
    expectedTotal,
  ]
  return createHash('sha256').update(JSON.stringify(content)).digest('base64url')
}

/** How these orders stand. */
export async function statusesOfOrders(db: Db, ids: readonly string[]): Promise<Map<string, OrderStatus>> {
  const rows = await db
    .select({ id: orders.id, status: orders.status })
    .from(orders)
    .where(inArray(orders.id, [...ids]))
  return new Map(rows.map(({ id, status }) => [id, status]))
}

/** The order that a quotation became, unless it was cancelled. `isOwn` is whether this account ordered it. */
export async function findQuotedOrder(db: Db, id: string | null, userId?: string) {
  if (id === null) return null
  const [found] = await db.select().from(orders).where(eq(orders.id, id))
  if (!found || found.status === 'cancelled') return null
  const order = { id: found.id, orderId: found.reference, isPaid: found.paidAt !== null }
  return { order, isOwn: found.userId === userId }
}
