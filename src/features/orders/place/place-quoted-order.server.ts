import { randomBytes } from 'node:crypto'
import { eq, inArray } from 'drizzle-orm'
import { DomainError } from '#src/core/domain-error.ts'
import { type Paise, paise, paiseFromRupees, rupees } from '#src/core/money.ts'
import { MAX_ORDER_TOTAL, toShippingRule } from '#src/core/shop-policy.ts'
import { type Db, onlyRow } from '#src/db/database.server.ts'
import { assertDeliverable, assignDispatchDay } from '#src/features/orders/dispatch/delivery-promise.server.ts'
import type { OrderForm } from '#src/features/orders/order-form.contract.ts'
import type { OrderStatus } from '#src/features/orders/order-status.ts'
import type { OrderRow } from '#src/features/orders/orders.server.ts'
import { orderLines, orders } from '#src/features/orders/orders.table.server.ts'
import { calculateTotals, type OrderTotals } from '#src/features/pricing/totals/totals.ts'
import { readSection } from '#src/features/settings/read-settings.server.ts'
import { hasContent, hashContent, hashOldQuote } from './content-hash.server.ts'
import { toOrderRow } from './place-order.server.ts'

export type QuotedOrder = {
  userId: string
  customOrderId: string
  name: string
  price: Paise
  form: OrderForm
  paymentDeadline: Date
  craftingDays: number
  readyOn: string
}

export async function calculateQuotedTotals(db: Db, price: Paise): Promise<OrderTotals> {
  return calculateTotals(
    [{ unitPrice: price, quantity: 1 }],
    paise(0),
    toShippingRule(await readSection(db, 'shipping')),
  )
}

type QuotedOrderWindow = { now: Date; reservedUntil: Date }

export async function placeQuotedOrder(
  tx: Db,
  input: QuotedOrder,
  { now, reservedUntil: heldUntil }: QuotedOrderWindow,
): Promise<OrderRow> {
  const { userId, customOrderId, name, form, price, paymentDeadline, craftingDays, readyOn } = input
  const { shippingAddress } = form
  const settings = await assertDeliverable(tx, shippingAddress)
  const parcel = { orderedAt: now, pincode: shippingAddress.pincode, craftingDays, readyOn }
  const totals = await calculateQuotedTotals(tx, price)
  refuseOtherTotal(totals.total, paiseFromRupees(form.amount))
  const promised = await assignDispatchDay(tx, { parcel, settings, heldUntil })
  const order = onlyRow(
    await tx
      .insert(orders)
      .values({
        ...toOrderRow(form, { totals, promised }),
        userId,
        reference: `ORD_${now.getTime()}_${randomBytes(6).toString('hex')}`,
        contentHash: hashContent(contentOf(input)),
        paymentDeadline,
      })
      .returning(),
  )
  await tx.insert(orderLines).values({ orderId: order.id, customOrderId, name, unitPaise: price, quantity: 1 })
  return order
}

export function matchesQuotedOrder(order: OrderRow, input: QuotedOrder): boolean {
  const { userId, customOrderId, price, form } = input
  return order.userId === userId && hasContent(order, contentOf(input), hashOldQuote(customOrderId, price, form))
}

const contentOf = ({ customOrderId, price, form }: QuotedOrder) => ({ ...form, customOrderId, price })

function refuseOtherTotal(total: Paise, expected: Paise): void {
  if (total !== expected)
    throw new DomainError('conflict', 'The price has changed. Please check the new total.', { total: rupees(total) })
  if (total > MAX_ORDER_TOTAL)
    throw new DomainError('invalid', 'UPI payments are limited to ₹1,00,000. Please write to us.')
}

export async function findOrderStatuses(db: Db, ids: readonly string[]): Promise<Map<string, OrderStatus>> {
  const rows = await db
    .select({ id: orders.id, status: orders.status })
    .from(orders)
    .where(inArray(orders.id, [...ids]))
  return new Map(rows.map(({ id, status }) => [id, status]))
}

/** Finds the order of a quote unless it was cancelled. `isOwn`: this account placed it. */
export async function findQuotedOrder(db: Db, id: string | null, userId?: string) {
  if (id === null) return null
  const [found] = await db.select().from(orders).where(eq(orders.id, id))
  if (!found || found.status === 'cancelled') return null
  const order = { id: found.id, orderId: found.reference, isPaid: found.paidAt !== null }
  return { order, isOwn: found.userId === userId }
}
