import { randomUUID } from 'node:crypto'
import { DomainError } from '#src/core/domain-error.ts'
import { type Db, onlyRow } from '#src/db/database.server.ts'
import { listExcesses } from '#src/features/catalog/stock/order-limits.server.ts'
import { reserveStock } from '#src/features/catalog/stock/stock-reservations.server.ts'
import { claimCardLogo } from '#src/features/orders/card-logo/card-logos.server.ts'
import { keepShownPromise, lockDispatchLoad } from '#src/features/orders/delivery/delivery-promise.server.ts'
import type { CartOrder } from '#src/features/orders/order-form.contract.ts'
import { findOrderByReference, lockOrder, lockParcels, type OrderRow } from '#src/features/orders/orders.server.ts'
import { orderLines, orders } from '#src/features/orders/orders.table.server.ts'
import { hashContent } from '#src/features/orders/place/content-hash.server.ts'
import {
  assertPayable,
  assertSameOrder,
  type NewOrder,
  redeemPromoCode,
  toLineRow,
  toOrderRow,
} from '#src/features/orders/place/place-order.server.ts'
import { quotePromotion, toPromoError } from '#src/features/pricing/promotions/promotions.server.ts'
import { readSettings } from '#src/features/settings/read-settings.server.ts'
import { type GiftParcel, identifyRecipient } from './parcels.contract.ts'
import { isPriced, priceParcels, sumTotals, withDiscount } from './price-parcels.server.ts'

type NewParcels = NewOrder & { content: CartOrder & { parcels: GiftParcel[] } }

/**
 * Places an order to several people: each parcel becomes an order with its own address, day, price and invoice, all in
 * one group. The first has the order number, the payments and the reservations. All or nothing; the reference is the
 * idempotency key, as for `placeOrder`.
 */
export async function placeParcels(tx: Db, input: NewParcels): Promise<{ order: OrderRow; isNew: boolean }> {
  const { reference, content, reservedUntil: expiresAt } = input
  const holder = await input.holder
  const existing = await findOrderByReference(tx, reference)
  if (existing) {
    assertSameOrder(existing, withoutShown(input))
    return { order: await keepShownPromises(tx, existing.id, input), isNew: false }
  }

  await claimCardLogo(tx, { cardLogoId: content.cardLogoId, userId: input.userId, now: input.now })
  const { parcels, promoCode } = await pricePlaced(tx, input)
  const totals = sumTotals(parcels)
  assertPayable(totals.total, content.amount)
  const rows = toGroup(input, { parcels, promoCode })
  const placed = await tx.insert(orders).values(rows).returning()
  const order = onlyRow(placed.filter((row) => row.reference === reference))

  const redeeming = { ...order, subtotalPaise: totals.subtotal, discountPaise: totals.discount }
  if (promoCode) await redeemPromoCode(tx, { order: redeeming, promoCode, input })
  const lines = parcels.flatMap((parcel) => parcel.lines)
  await reserveStock(tx, { ownerId: order.id, lines, expiresAt, holder })
  await tx
    .insert(orderLines)
    .values(parcels.flatMap((parcel, index) => parcel.lines.map((line) => toLineRow(rows[index]?.id ?? '', line))))
  return { order, isNew: true }
}

/** What the customer saw is not part of what they ordered. */
function withoutShown<Input extends Pick<NewParcels, 'content'>>(input: Input): Input {
  const parcels = input.content.parcels.map(({ shipOn: _on, deliverTo: _to, ...parcel }) => parcel)
  return { ...input, content: { ...input.content, parcels } }
}

async function keepShownPromises(tx: Db, orderId: string, { now, content }: NewParcels): Promise<OrderRow> {
  const order = await lockOrder(tx, orderId)
  const shown = new Map(content.parcels.map((parcel) => [identifyRecipient(parcel), parcel]))
  for (const parcel of await lockParcels(tx, order))
    await keepShownPromise(tx, parcel, { now, shown: shown.get(identifyRecipient(parcel)) ?? {} })
  return order
}

type Priced = Awaited<ReturnType<typeof pricePlaced>>

async function pricePlaced(tx: Db, { content, userId, now, reservedUntil: heldUntil }: NewParcels) {
  const settings = await readSettings(tx)
  const load = await lockDispatchLoad(tx, settings, { now })
  const priced = await priceParcels(tx, { question: content, settings, load, now, heldUntil })
  const refused = priced.flatMap((one, index) => (isPriced(one) ? [] : [{ index, message: one.problem.message }]))
  if (refused.length > 0) throw refusal(refused)
  const parcels = priced.filter(isPriced)
  const [excess] = await listExcesses(
    tx,
    parcels.flatMap(({ lines }) => lines),
  )
  if (excess) throw new DomainError('invalid', excess, { issues: [{ path: 'items', message: excess }] })
  const { promoCode, customerPhone: phone } = content
  if (!promoCode) return { parcels, promoCode: null }
  const { subtotal } = sumTotals(parcels)
  const quote = await quotePromotion(tx, { code: promoCode, subtotal, userId, phone, now })
  if (!quote.ok) throw toPromoError(quote)
  return { parcels: withDiscount(parcels, quote.discount), promoCode: quote.code }
}

function refusal(refused: { index: number; message: string }[]): DomainError {
  const [first] = refused
  const others = refused.length > 1 ? ` ${refused.length - 1} more cannot be sent either.` : ''
  const message = `Person ${(first?.index ?? 0) + 1}: ${first?.message}${others}`
  return new DomainError('conflict', message, { parcels: refused })
}

function toGroup({ userId, reference, content }: NewParcels, { parcels, promoCode }: Priced) {
  const { parcels: _parcels, items: _items, promoCode: _code, shippingAddress: billingAddress, ...form } = content
  const contentHash = hashContent(withoutShown({ content }).content)
  const groupId = randomUUID()
  return parcels.map(({ parcel, ...priced }, index) => {
    const { shippingAddress, gift, deliverOn } = parcel
    const row = toOrderRow({ ...form, shippingAddress, gift, deliverOn }, { ...priced, address: shippingAddress })
    const ids = index === 0 ? { id: groupId, reference } : { id: randomUUID(), reference: `${reference}-${index + 1}` }
    const group = { groupId, parcelNumber: index + 1, billingAddress }
    return { ...row, ...ids, ...group, userId, contentHash, promoCode }
  })
}
