import { randomUUID } from 'node:crypto'
import { summarizeGoods } from '#src/core/delivery/heat.ts'
import { DomainError } from '#src/core/domain-error.ts'
import { type Paise, paise, paiseFromRupees, rupees } from '#src/core/money.ts'
import { MAX_ORDER_TOTAL, MIN_ORDER_TOTAL, UPI_LIMIT_TEXT } from '#src/core/shop-policy.ts'
import { type Db, runTogether } from '#src/db/database.server.ts'
import { prepareInsert } from '#src/db/prepared-insert.server.ts'
import {
  type PricedLine,
  priceOrderLines,
  reserveStock,
  type StockHolder,
} from '#src/features/catalog/stock/stock-reservations.server.ts'
import { claimCardLogo } from '#src/features/orders/card-logo/card-logos.server.ts'
import { priceDelivery } from '#src/features/orders/delivery/delivery-price.ts'
import { assignDispatchDay, keepShownPromise } from '#src/features/orders/delivery/delivery-promise.server.ts'
import { fillCardText } from '#src/features/orders/gift/card-name.ts'
import type { CartOrder, OrderForm, ShippingAddress, ShownPromise } from '#src/features/orders/order-form.contract.ts'
import {
  findOrderByReference,
  lockOrder,
  type OrderRow,
  type PayableOrder,
} from '#src/features/orders/orders.server.ts'
import { orderLines, orders } from '#src/features/orders/orders.table.server.ts'
import { hasContent, hashContent, hashOldCart } from '#src/features/orders/place/content-hash.server.ts'
import { quotePromotion, redeemPromotion, toPromoError } from '#src/features/pricing/promotions/promotions.server.ts'
import type { CartItem } from '#src/features/pricing/totals/priced-items.contract.ts'
import { type ChargedDelivery, calculateTotals, type OrderTotals } from '#src/features/pricing/totals/totals.ts'
import { POLICIES_VERSION } from '#src/features/settings/read-settings.server.ts'
import { resolveDestination, toChosenDelivery } from './destination.server.ts'

export type NewOrder = {
  userId: string
  reference: string
  content: CartOrder
  now: Date
  reservedUntil: Date
  holder: Promise<StockHolder>
  shown: ShownPromise
}

const insertOrder = prepareInsert(orders, 'insert_order', { policiesVersion: POLICIES_VERSION })

export type PlacedOrder<Payment> = { order: OrderRow; isNew: boolean; payment?: Payment }

/**
 * Prices and writes an order, redeems its code, reserves its items and starts its payment, in the caller's transaction.
 * The same reference and content return the same order (`isNew: false`); a concurrent one throws a unique violation.
 */
export async function placeOrder<Payment>(
  tx: Db,
  input: NewOrder,
  startPaying: (order: PayableOrder) => Promise<Payment>,
): Promise<PlacedOrder<Payment>> {
  const { userId, reference, content, reservedUntil: expiresAt } = input
  const [holder, existing, inputs] = await runTogether(
    input.holder,
    findOrderByReference(tx, reference),
    // A repeat gets its order even if that would be refused now.
    readOrderInputs(tx, content).catch(toRefusal),
  )
  if (existing) {
    assertSameOrder(existing, input)
    return { order: await keepShownPromise(tx, await lockOrder(tx, existing.id), input), isNew: false }
  }
  if (inputs instanceof DomainError) throw inputs

  await claimCardLogo(tx, { cardLogoId: content.cardLogoId, userId, now: input.now })
  const { lines, promoCode, ...priced } = await priceOrder(tx, inputs, input)
  const id = randomUUID()
  const ids = { id, userId, reference, contentHash: hashContent(content), promoCode }
  const row = { ...toOrderRow(content, priced), ...ids, groupId: null, billingAddress: null, paymentDeadline: null }
  const inserting = insertOrder(tx, row)
  if (promoCode) await runTogether(inserting, redeemPromoCode(tx, { order: row, promoCode, input }))
  // Sent in this order: products are locked before the network, and the payment's limits count what is reserved.
  const [order, , , payment] = await runTogether(
    inserting,
    reserveStock(tx, { ownerId: id, lines, expiresAt, holder }),
    tx.insert(orderLines).values(lines.map((line) => toLineRow(id, line))),
    startPaying({ ...row, products: lines.length }),
  )
  return { order, isNew: true, payment }
}

function toRefusal(error: unknown): DomainError {
  if (error instanceof DomainError) return error
  throw error
}

/** Throws `conflict` unless the order is this customer's, with this content. */
export function assertSameOrder(order: OrderRow, { userId, content }: NewOrder): void {
  if (order.userId !== userId || !hasContent(order, content, hashOldCart(content)))
    throw new DomainError('conflict', 'This order number is already taken by another order.', {
      code: 'order-number-used',
    })
}

type RedeemPromoInput = { order: RedeemingOrder; promoCode: string; input: NewOrder }
type RedeemingOrder = Pick<OrderRow, 'id' | 'reference' | 'subtotalPaise' | 'discountPaise'>

/** Redeems a code for an order, whose amounts are in paise, and compares the discount. */
export async function redeemPromoCode(tx: Db, { order, promoCode, input }: RedeemPromoInput): Promise<void> {
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
    throw new DomainError('conflict', `${promoCode} has just changed. Please check the new total.`, {
      code: 'promo-refused',
    })
}

type PromiseColumns = Awaited<ReturnType<typeof assignDispatchDay>>
type Priced = { totals: OrderTotals; promised: PromiseColumns; address: ShippingAddress }

/** Returns the columns that every kind of order has. The compiler asks for the column of a new field. */
export function toOrderRow(
  { amount: _amount, notes, gift, ...form }: OrderForm,
  { totals, promised, address }: Priced,
) {
  const columns: Pick<typeof orders.$inferInsert, keyof typeof form> = form
  return {
    ...columns,
    gift: gift ? { ...gift, message: fillCardText(gift.message, address.firstName) } : null,
    notes: notes || null,
    subtotalPaise: totals.subtotal,
    shippingPaise: totals.shipping,
    coolPackPaise: totals.coolPack,
    giftWrapPaise: totals.giftWrap,
    discountPaise: totals.discount,
    totalPaise: totals.total,
    policiesVersion: POLICIES_VERSION,
    ...promised,
    shippingAddress: address,
  }
}

export function toLineRow(orderId: string, { unitPrice, ...priced }: PricedLine<CartItem>) {
  const { meltClass: _melt, shelfLifeDays: _life, ...line } = priced
  const columns: Pick<typeof orderLines.$inferInsert, keyof typeof line> = line
  return { ...columns, orderId, unitPaise: unitPrice }
}

type PriceOrderInput = Pick<NewOrder, 'content' | 'userId' | 'now' | 'reservedUntil' | 'shown'>

type PricedLines = { lines: PricedLine<CartItem>[]; totals: OrderTotals; promoCode: string | null }
type PricedOrder = PricedLines & Pick<Priced, 'promised' | 'address'>

type OrderInputs = Awaited<ReturnType<typeof readOrderInputs>>

export async function readOrderInputs(tx: Db, content: CartOrder) {
  const [destination, lines] = await runTogether(resolveDestination(tx, content), priceOrderLines(tx, content.items))
  return { ...destination, lines }
}

async function priceOrder(
  tx: Db,
  { address, settings, lines }: OrderInputs,
  input: PriceOrderInput,
): Promise<PricedOrder> {
  const { content, now, reservedUntil: heldUntil, shown } = input
  const parcel = { ...toChosenDelivery(content), orderedAt: now, pincode: address.pincode, ...summarizeGoods(lines) }
  const promised = await assignDispatchDay(tx, { parcel, settings, heldUntil, shown })
  const hasCoolPack = promised.heat === 'cool-pack'
  const delivery = priceDelivery(settings, { ...parcel, hasCoolPack, gift: content.gift })
  const priced = await withPromotion(tx, { lines, input, delivery })
  assertPayable(priced.totals.total, content.amount, ABOVE_UPI_LIMIT_TO_ONE)
  return { ...priced, promised, address }
}

export const ABOVE_UPI_LIMIT = `${UPI_LIMIT_TEXT} Please send them in several orders, or write to us.`
/** A quotation goes to one address. */
const ABOVE_UPI_LIMIT_TO_ONE = `${UPI_LIMIT_TEXT} Please split the order or ask us for a quotation.`

/** Throws if the total, in paise, is not what the customer saw, in rupees, or if UPI cannot pay it. */
export function assertPayable(total: Paise, amount: number, aboveLimit = ABOVE_UPI_LIMIT): void {
  if (total !== paiseFromRupees(amount))
    throw new DomainError('conflict', 'The price has changed. Please check the new total.', {
      code: 'total-changed',
      total: rupees(total),
    })
  if (total < MIN_ORDER_TOTAL) throw new DomainError('invalid', 'UPI payments start at ₹1. Please add another product.')
  if (total > MAX_ORDER_TOTAL) throw new DomainError('invalid', aboveLimit)
}

type Priceable = { lines: PricedLine<CartItem>[]; input: PriceOrderInput; delivery: ChargedDelivery }

async function withPromotion(tx: Db, { lines, input, delivery }: Priceable): Promise<PricedLines> {
  const totals = calculateTotals(lines, paise(0), delivery)
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
  return { lines, totals: calculateTotals(lines, quote.discount, delivery), promoCode: quote.code }
}
