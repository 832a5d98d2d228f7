import { randomBytes } from 'node:crypto'
import { eq, inArray } from 'drizzle-orm'
import { type MeltClass, summarizeGoods } from '#src/core/delivery/heat.ts'
import { DomainError } from '#src/core/domain-error.ts'
import { type Paise, paise, paiseFromRupees, rupees } from '#src/core/money.ts'
import { MAX_ORDER_TOTAL, toShippingRule, UPI_LIMIT_TEXT } from '#src/core/shop-policy.ts'
import { type Db, onlyRow } from '#src/db/database.server.ts'
import {
  type PricedLine,
  QUOTED,
  reserveStock,
  type StockLine,
} from '#src/features/catalog/stock/stock-reservations.server.ts'
import { claimCardLogo } from '#src/features/orders/card-logo/card-logos.server.ts'
import { priceDelivery } from '#src/features/orders/delivery/delivery-price.ts'
import { assignDispatchDay } from '#src/features/orders/delivery/delivery-promise.server.ts'
import type { OrderForm, ShownPromise } from '#src/features/orders/order-form.contract.ts'
import type { OrderStatus } from '#src/features/orders/order-status.ts'
import type { OrderRow } from '#src/features/orders/orders.server.ts'
import { orderLines, orders } from '#src/features/orders/orders.table.server.ts'
import { calculateTotals, type OrderTotals } from '#src/features/pricing/totals/totals.ts'
import { readSection } from '#src/features/settings/read-settings.server.ts'
import { hasContent, hashContent, hashOldQuote } from './content-hash.server.ts'
import { resolveDestination, toChosenDelivery } from './destination.server.ts'
import { toLineRow, toOrderRow } from './place-order.server.ts'

/** The goods of a quotation: a custom chocolate, or products at the quoted prices. */
export type QuotedGoods = { name: string; meltClass: MeltClass } | { lines: readonly PricedLine<StockLine>[] }

export type QuotedOrder = {
  userId: string
  customOrderId: string
  goods: QuotedGoods
  price: Paise
  form: OrderForm
  paymentDeadline: Date
  craftingDays: number
  craftingMinutes: number
  readyOn: string
  shown: ShownPromise
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
  const { userId, goods, form, price, paymentDeadline, shown } = input
  const { craftingDays, craftingMinutes, readyOn } = input
  await claimCardLogo(tx, { cardLogoId: form.cardLogoId, userId, now })
  const { address, settings } = await resolveDestination(tx, form)
  const melting = 'lines' in goods ? summarizeGoods(goods.lines) : { meltClass: goods.meltClass }
  const work = { craftingDays, craftingMinutes, readyOn, ...melting }
  const parcel = { ...toChosenDelivery(form), ...work, orderedAt: now, pincode: address.pincode }
  const promised = await assignDispatchDay(tx, { parcel, settings, heldUntil, shown })
  const hasCoolPack = promised.heat === 'cool-pack'
  const delivery = priceDelivery(settings, { ...parcel, hasCoolPack, gift: form.gift })
  const totals = calculateTotals([{ unitPrice: price, quantity: 1 }], paise(0), delivery)
  refuseOtherTotal(totals.total, paiseFromRupees(form.amount))
  const order = onlyRow(
    await tx
      .insert(orders)
      .values({
        ...toOrderRow(form, { totals, promised, address }),
        userId,
        reference: `ORD_${now.getTime()}_${randomBytes(6).toString('hex')}`,
        contentHash: hashContent(contentOf(input)),
        paymentDeadline,
      })
      .returning(),
  )
  await insertGoods(tx, order, { ...input, heldUntil })
  return order
}

/** Products are reserved like those of any order; a custom chocolate has no stock. */
async function insertGoods(
  tx: Db,
  { id: orderId }: OrderRow,
  { goods, customOrderId, price, heldUntil }: QuotedOrder & { heldUntil: Date },
): Promise<void> {
  if (!('lines' in goods)) {
    await tx.insert(orderLines).values({ orderId, customOrderId, name: goods.name, unitPaise: price, quantity: 1 })
    return
  }
  const { lines } = goods
  await reserveStock(tx, { ownerId: orderId, lines, expiresAt: heldUntil, holder: QUOTED })
  await tx.insert(orderLines).values(lines.map((line) => toLineRow(orderId, line)))
}

export function matchesQuotedOrder(order: OrderRow, input: QuotedOrder): boolean {
  const { userId, customOrderId, price, form } = input
  return order.userId === userId && hasContent(order, contentOf(input), hashOldQuote(customOrderId, price, form))
}

const contentOf = ({ customOrderId, price, form }: QuotedOrder) => ({ ...form, customOrderId, price })

function refuseOtherTotal(total: Paise, expected: Paise): void {
  if (total !== expected)
    throw new DomainError('conflict', 'The price has changed. Please check the new total.', {
      code: 'total-changed',
      total: rupees(total),
    })
  if (total > MAX_ORDER_TOTAL) throw new DomainError('invalid', `${UPI_LIMIT_TEXT} Please write to us.`)
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
  const totals: OrderTotals = {
    subtotal: paise(found.subtotalPaise),
    discount: paise(found.discountPaise),
    shipping: paise(found.shippingPaise),
    coolPack: paise(found.coolPackPaise),
    giftWrap: paise(found.giftWrapPaise),
    total: paise(found.totalPaise),
  }
  return { order, totals, isOwn: found.userId === userId }
}
