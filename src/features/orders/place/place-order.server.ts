import { eq } from 'drizzle-orm'
import { DomainError } from '#src/core/domain-error.ts'
import { paise, paiseFromRupees, rupees } from '#src/core/money.ts'
import { MAX_ORDER_TOTAL, MIN_ORDER_TOTAL, type ShippingRule, toShippingRule } from '#src/core/shop-policy.ts'
import type { Db } from '#src/db/database.server.ts'
import {
  type PricedLine,
  priceOrderLines,
  reserveStock,
  type StockHolder,
} from '#src/features/catalog/stock/stock-reservations.server.ts'
import { assertDeliverable, assignDispatchDay } from '#src/features/orders/dispatch/delivery-promise.server.ts'
import type { CartOrder, OrderForm } from '#src/features/orders/order-form.contract.ts'
import type { OrderRow } from '#src/features/orders/orders.server.ts'
import { orderLines, orders } from '#src/features/orders/orders.table.server.ts'
import { hasContent, hashContent, hashOldCart } from '#src/features/orders/place/content-hash.server.ts'
import { quotePromotion, redeemPromotion, toPromoError } from '#src/features/pricing/promotions/promotions.server.ts'
import type { CartItem } from '#src/features/pricing/totals/priced-items.contract.ts'
import { calculateTotals, type OrderTotals } from '#src/features/pricing/totals/totals.ts'
import { POLICIES_VERSION } from '#src/features/settings/read-settings.server.ts'

export type NewOrder = {
  userId: string
  reference: string
  content: CartOrder
  now: Date
  reservedUntil: Date
  holder: StockHolder
  /** The day of dispatch that the customer saw; a later one is refused. */
  shownShipOn?: string | undefined
}

/**
 * Prices and writes an order, redeems its promo code and reserves its items, in the caller's transaction. The
 * reference is the idempotency key: the same content returns the same order (`isNew: false`).
 */
export async function placeOrder(tx: Db, input: NewOrder): Promise<{ order: OrderRow; isNew: boolean }> {
  const { userId, reference, content, reservedUntil: expiresAt, holder } = input
  const [existing] = await tx.select().from(orders).where(eq(orders.reference, reference))
  if (existing) return { order: assertSameOrder(existing, input), isNew: false }

  const { lines, promoCode, ...priced } = await priceOrder(tx, input)
  const [order] = await tx
    .insert(orders)
    .values({ ...toOrderRow(content, priced), userId, reference, contentHash: hashContent(content), promoCode })
    .onConflictDoNothing({ target: orders.reference })
    .returning()
  // A concurrent request with the same reference has just committed.
  if (!order) return placeOrder(tx, input)

  if (promoCode) await redeemPromoCode(tx, { order, promoCode, input })
  await reserveStock(tx, { ownerId: order.id, lines, expiresAt, holder })
  await tx.insert(orderLines).values(lines.map((line) => toLineRow(order.id, line)))
  return { order, isNew: true }
}

function assertSameOrder(order: OrderRow, { userId, content }: NewOrder): OrderRow {
  if (order.userId !== userId || !hasContent(order, content, hashOldCart(content)))
    throw new DomainError('conflict', 'This order number is already taken by another order.')
  return order
}

type RedeemPromoInput = { order: OrderRow; promoCode: string; input: NewOrder }

async function redeemPromoCode(tx: Db, { order, promoCode, input }: RedeemPromoInput): Promise<void> {
  const discount = await redeemPromotion(tx, {
    code: promoCode,
    subtotal: paise(order.subtotalPaise),
    userId: input.userId,
    phone: input.content.customerPhone,
    now: input.now,
    ownerId: order.id,
    ownerReference: order.reference,
  })
  if (discount !== order.discountPaise)
    throw new DomainError('conflict', `${promoCode} has just changed. Please check the new total.`)
}

type PromiseColumns = Awaited<ReturnType<typeof assignDispatchDay>>
type Priced = { totals: OrderTotals; promised: PromiseColumns }

/** Returns the columns that every kind of order has. The compiler asks for the column of a new field. */
export function toOrderRow({ amount: _amount, notes, ...form }: OrderForm, { totals, promised }: Priced) {
  const columns: Pick<typeof orders.$inferInsert, keyof typeof form> = form
  return {
    ...columns,
    notes: notes || null,
    subtotalPaise: totals.subtotal,
    shippingPaise: totals.shipping,
    discountPaise: totals.discount,
    totalPaise: totals.total,
    policiesVersion: POLICIES_VERSION,
    ...promised,
  }
}

function toLineRow(orderId: string, { unitPrice, ...line }: PricedLine<CartItem>) {
  const columns: Pick<typeof orderLines.$inferInsert, keyof typeof line> = line
  return { ...columns, orderId, unitPaise: unitPrice }
}

type PriceOrderInput = Pick<NewOrder, 'content' | 'userId' | 'now' | 'reservedUntil' | 'shownShipOn'>

type PricedLines = { lines: PricedLine<CartItem>[]; totals: OrderTotals; promoCode: string | null }
type PricedOrder = PricedLines & { promised: PromiseColumns }

export async function priceOrder(tx: Db, input: PriceOrderInput): Promise<PricedOrder> {
  const { amount, items, shippingAddress } = input.content
  const settings = await assertDeliverable(tx, shippingAddress)
  const lines = await priceOrderLines(tx, items)
  const priced = await withPromotion(tx, { lines, input, shipping: toShippingRule(settings.shipping) })
  const { total } = priced.totals
  if (total !== paiseFromRupees(amount))
    throw new DomainError('conflict', 'The price has changed. Please check the new total.', { total: rupees(total) })
  if (total < MIN_ORDER_TOTAL) throw new DomainError('invalid', 'UPI payments start at ₹1. Please add another product.')
  if (total > MAX_ORDER_TOTAL)
    throw new DomainError(
      'invalid',
      'UPI payments are limited to ₹1,00,000. Please split the order or ask us for a quotation.',
    )
  const promised = await assignDispatchDay(tx, {
    parcel: { orderedAt: input.now, pincode: shippingAddress.pincode },
    settings,
    heldUntil: input.reservedUntil,
    shownShipOn: input.shownShipOn,
  })
  return { ...priced, promised }
}

type Priceable = { lines: PricedLine<CartItem>[]; input: PriceOrderInput; shipping: ShippingRule }

async function withPromotion(tx: Db, { lines, input, shipping }: Priceable): Promise<PricedLines> {
  const totals = calculateTotals(lines, paise(0), shipping)
  const { content, userId, now } = input
  const { promoCode, customerPhone: phone } = content
  if (!promoCode) return { lines, totals, promoCode: null }
  const quote = await quotePromotion(tx, {
    code: promoCode,
    subtotal: totals.subtotal,
    userId,
    phone,
    now,
  })
  if (!quote.ok) throw toPromoError(quote)
  return { lines, totals: calculateTotals(lines, quote.discount, shipping), promoCode: quote.code }
}
