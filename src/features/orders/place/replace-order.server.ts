import { randomBytes } from 'node:crypto'
import { DomainError } from '#src/core/domain-error.ts'
import { type Db, onlyRow } from '#src/db/database.server.ts'
import { sellUnreserved } from '#src/features/catalog/stock/stock-reservations.server.ts'
import { renewDeliveryPromise } from '#src/features/orders/delivery/delivery-promise.server.ts'
import type { OrderLine } from '#src/features/orders/lookup/order-lines.server.ts'
import { changeStatus, type OrderRow } from '#src/features/orders/orders.server.ts'
import { orderLines, orders } from '#src/features/orders/orders.table.server.ts'
import { issuePickupCode } from '#src/features/orders/pickup/pickup.server.ts'

type Replacement = { order: OrderRow; lines: readonly OrderLine[]; adminId: string; now: Date }

/**
 * Places an order at no cost that sends pieces of a (locked) order again, to the same address. Throws `conflict` for a
 * custom chocolate, and if pieces are not in stock.
 */
export async function placeReplacement(tx: Db, { order, lines, adminId, now }: Replacement): Promise<OrderRow> {
  const goods = lines.flatMap(({ productId, ...line }) => (productId === null ? [] : [{ ...line, productId }]))
  if (goods.length < lines.length)
    throw new DomainError('conflict', 'A custom chocolate has to be made again. Please agree on it with the customer.')
  const placed = onlyRow(await tx.insert(orders).values(toRow(order, now)).returning())
  const ownerId = placed.id
  const sold = await sellUnreserved(
    tx,
    goods.map(({ productId, quantity }) => ({ ownerId, productId, quantity })),
  )
  if (sold === 'sold-out')
    throw new DomainError('conflict', 'There are not enough pieces in stock for a replacement. Please refund them.')
  const rows = goods.map(({ productId, name, quantity }) => ({ orderId: ownerId, productId, name, quantity }))
  await tx.insert(orderLines).values(rows.map((row) => ({ ...row, unitPaise: 0 })))
  const promised = await renewDeliveryPromise(tx, placed, { now, heldUntil: now, isPaid: true })
  await changeStatus(tx, promised, { to: 'processing', actor: 'admin', actorId: adminId })
  return issuePickupCode(tx, promised)
}

/** A parcel of several becomes an order of its own. */
function toRow(order: OrderRow, now: Date): typeof orders.$inferInsert {
  const { userId, customerName, customerEmail, customerPhone, shippingAddress, billingAddress } = order
  const { gift, cardLogoId, meltClass, policiesVersion, isSample, deliveryMethod } = order
  return {
    ...{ userId, customerName, customerEmail, customerPhone, shippingAddress, billingAddress },
    ...{ gift, cardLogoId, meltClass, policiesVersion, isSample },
    reference: `ORD_${now.getTime()}_${randomBytes(6).toString('hex')}`,
    contentHash: `replaces ${order.id}`,
    replacesOrderId: order.id,
    deliveryMethod: deliveryMethod === 'pickup' ? 'pickup' : 'courier',
    ...{ subtotalPaise: 0, shippingPaise: 0, totalPaise: 0 },
    paidAt: now,
  }
}
